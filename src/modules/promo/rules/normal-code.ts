/** A code in its one spelling: any case, O read as 0, I and L as 1. No code has these letters (Crockford base32). */
export function normalCode(text: string): string {
  return text.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
}
