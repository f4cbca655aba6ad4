/** Codes that people read out and type in: Crockford's base32, none of whose signs is read as another (rules 2.11). */
export const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What was typed in the one spelling: any case, without spaces and dashes, O read as 0, I and L as 1. */
export function typedCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** A sign for each number; random bytes give each sign alike, for a byte modulo 32 is even over them. */
export function codeOf(numbers: Iterable<number>): string {
  return Array.from(numbers, (n) => CODE_SIGNS[n % 32]).join('')
}
