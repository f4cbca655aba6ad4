/** Codes of saved coupons: five signs of Crockford base32 (rules 2.11, wire rule 25). */

export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 5
const SHAPE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`)

/** The code in its one spelling: any case, O read as 0, I and L as 1. Null when it is not a code. */
export function normalCode(text: string): string | null {
  const code = text.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return SHAPE.test(code) ? code : null
}

/** A code of five numbers 0..31 (a byte modulo 32 is even over the alphabet). */
export function codeOf(numbers: Iterable<number>): string {
  return Array.from(numbers, (n) => CODE_ALPHABET[n % 32])
    .join('')
    .slice(0, CODE_LENGTH)
}
