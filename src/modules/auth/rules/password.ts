/** Password rules that browser and server share (ACC-07, C4). Strength lists live on the server only. */

export const PASSWORD_MIN = 8
/** Code points; the encrypted form still fits the key (4 bytes each, wire 12.2). */
export const PASSWORD_MAX = 100

/** The one form in which passwords are counted, hashed and compared. */
export function normalizePassword(text: string): string {
  return text.normalize('NFC')
}

export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export type PasswordIssue =
  | 'password_short'
  | 'password_long'
  | 'password_mismatch'
  | 'password_same'
  | 'password_common'
  | 'password_context'
  | 'password_weak'

/** Length only: no rule about kinds of characters, nothing is cut. */
export function checkPasswordLength(password: string): PasswordIssue | null {
  const length = codePoints(normalizePassword(password))
  if (length < PASSWORD_MIN) return 'password_short'
  return length > PASSWORD_MAX ? 'password_long' : null
}

/** Words a password must not be built on: brand, host, own e-mail, login and phone (ACC-08). Short ones are left out. */
export function contextWords(sources: readonly (string | null | undefined)[]): string[] {
  const words = new Set<string>()
  for (const source of sources) {
    for (const word of (source ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)) if (codePoints(word) >= 4) words.add(word)
  }
  return [...words]
}

/** True when what is left after all these words are taken out is too little to be a password of its own. */
export function isBuiltOn(password: string, words: readonly string[]): boolean {
  const folded = normalizePassword(password).toLowerCase()
  // The longest first: a name may stand within another.
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), folded)
  return rest !== folded && codePoints(rest) < PASSWORD_MIN - 2
}

/** `1.` + base64 (wire 12.2): the bytes in base64, null when the text has another form. */
export function encodedPasswordPart(text: string): string | null {
  return /^1\.([A-Za-z0-9+/]{64,2048}={0,2})$/.exec(text)?.[1] ?? null
}
