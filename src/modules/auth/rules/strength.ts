/**
 * A quick guess of a password's strength while it is typed, 0 to 4. The server's judgement counts (its lists are too
 * large for a page); this one only shows that length helps more than signs.
 */
import { codePoints, isBuiltOn, normalizePassword, PASSWORD_MIN } from './password.ts'

export type Strength = 0 | 1 | 2 | 3 | 4

/** Runs that guessers try first. */
const RUNS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхъ', 'фывапролджэ']

/** `words`: of the brand and of the player himself; what is built on them is refused, however long it is. */
export function passwordStrength(password: string, words: readonly string[] = []): Strength {
  const text = normalizePassword(password)
  const length = codePoints(text)
  if (length < PASSWORD_MIN) return 0
  if (isBuiltOn(text, words)) return 1
  const bits = length * bitsPerSign(text) - wasted(text)
  if (bits < 32) return 1
  if (bits < 48) return 2
  return bits < 64 ? 3 : 4
}

function bitsPerSign(text: string): number {
  let alphabet = 0
  if (/\p{Ll}/u.test(text)) alphabet += 26
  if (/\p{Lu}/u.test(text)) alphabet += 26
  if (/\p{N}/u.test(text)) alphabet += 10
  if (/[^\p{L}\p{N}]/u.test(text)) alphabet += 20
  return Math.log2(Math.max(2, alphabet))
}

/** Bits that repeats and runs only pretend to give. */
function wasted(text: string): number {
  const signs = [...text.toLowerCase()]
  const repeats = signs.length - new Set(signs).size
  let steps = 0
  for (let i = 1; i < signs.length; i += 1) {
    const pair = `${signs[i - 1]}${signs[i]}`
    if (RUNS.some((run) => run.includes(pair) || [...run].reverse().join('').includes(pair))) steps += 1
  }
  return repeats * 1.5 + steps * 3
}
