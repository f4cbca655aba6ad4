/** Full-width, Arabic-indic and Persian digits as ASCII; the Arabic decimal sign as a dot, which sums in Latin digits have there. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/\uff0c/g, ',')
    .replace(/[\u066b\uff0e]/g, '.')
    .replace(/[\u2212\uff0d]/g, '-')
}
