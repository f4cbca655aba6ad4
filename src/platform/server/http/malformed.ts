/**
 * Input that no call is given, whoever reads it. Text above all: U+0000, which no text of the database holds, and half of
 * a surrogate pair, which its JSON does not: one call would store it, and whatever reads it later would break.
 */

/** Thrown where there is no contract to refuse it: answered as a field that the contract refuses. */
export class Malformed extends Error {
  readonly statusCode = 400
  /** With dots. */
  readonly field: string
  /** The body, which may say in which language it is refused. */
  readonly body: unknown

  constructor(field: string, body?: unknown) {
    super(`malformed: ${field}`)
    this.field = field
    this.body = body
  }
}

const UNSOUND = /[\0\p{Surrogate}]/u
/** JSON can hold such a text only as an escape: a body without one is not looked at. */
const UNSOUND_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/
const UNSOUND_IN_FORM = /\0|%00/
const LONGEST_NAME = 200

/** Throws Malformed. `text`: what the body was read from. */
export function assertSoundJson<T>(text: string, body: T): T {
  return UNSOUND_ESCAPE.test(text) ? assertSound(body) : body
}

/** Throws Malformed. Bytes that are no UTF-8 are read as U+FFFD, so there is no half of a pair. */
export function assertSoundForm<T>(text: string, body: T): T {
  return UNSOUND_IN_FORM.test(text) ? assertSound(body) : body
}

/** Throws Malformed. */
export function assertSound<T>(body: T): T {
  const field = unsoundField(body)
  if (field === null) return body
  throw new Malformed(field || 'body', body)
}

/** As forms: there is no other way for it into a path or a query. */
export const mayBeUnsound = (url: string): boolean => url.includes('%00')

/** What is left without the fields that are unsound. */
export const soundFields = (given: object) => Object.fromEntries(Object.entries(given).filter((field) => unsoundField(field) === null))

/** Where an unsound text stands, or what holds one as a key; "" = the whole, null = nowhere. In turns, however deep it goes. */
export function unsoundField(given: unknown): string | null {
  const left: { path: string; value: unknown }[] = [{ path: '', value: given }]
  for (const { path, value } of left) {
    const named = path.length > LONGEST_NAME ? '' : path
    if (typeof value === 'string') {
      if (UNSOUND.test(value)) return named
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        if (UNSOUND.test(key)) return named
        left.push({ path: path === '' ? key : `${path}.${key}`, value: one })
      }
    }
  }
  return null
}
