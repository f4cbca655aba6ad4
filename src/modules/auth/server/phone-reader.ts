import { phoneDigits } from '#lib/phone.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'

/** The whole number in digits from what a form sends; the rules of numbers are a module above this one. */
export type PhoneReader = (country: string, national: string) => string | Problem

export const digitsOnly: PhoneReader = (country, national) => phoneDigits(`${country}${national}`)

/** A whole number has at least so many digits; with fewer and without its plus it is one of the visit's country. */
const WHOLE_DIGITS = 11

/** The same where nobody has chosen a country. */
export function readTyped(read: PhoneReader, { given, here, text }: { given: string; here: string; text: string }): string | Problem {
  if (given !== '' || text.trim().startsWith('+') || phoneDigits(text).length >= WHOLE_DIGITS) return read(given, text)
  const national = read(here, text)
  return isProblem(national) ? read('', text) : national
}
