/**
 * Bodies of answers on their way from the server's page into the browser's: one JSON text each, written once however
 * many pages carry it. The router's own format would take every name and number of a list of fifty games apart.
 */
const MARK = 'json:'
/** Texts that the server has written lately, with what they were written of: its own render reads them back at once. */
const MOST_KNOWN = 64

const texts = new WeakMap<object, string>()
const bodies = new Map<string, unknown>()

/**
 * Double quotes for single ones and back. The text lies in a JSON text that lies in a script: each double quote of it
 * would take four characters there.
 */
function swapped(text: string): string {
  return text.replaceAll(/["']/g, (quote) => (quote === '"' ? "'" : '"'))
}

/** A body as text; what is no object goes as it is. */
export function pack(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  let text = texts.get(body)
  if (text === undefined) {
    text = MARK + swapped(JSON.stringify(body))
    texts.set(body, text)
  }
  if (typeof window === 'undefined') remember(text, body)
  return text
}

export function unpack(data: unknown): unknown {
  if (typeof data !== 'string' || !data.startsWith(MARK)) return data
  return bodies.get(data) ?? (JSON.parse(swapped(data.slice(MARK.length))) as unknown)
}

function remember(text: string, body: object): void {
  bodies.delete(text)
  bodies.set(text, body)
  if (bodies.size > MOST_KNOWN) bodies.delete(bodies.keys().next().value!)
}
