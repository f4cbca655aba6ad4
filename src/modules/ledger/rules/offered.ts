/** Which currencies a brand offers: those it names, or `*` for all that are not hidden. A hidden one never. */
export function isOffered(currency: { code: string; hidden: boolean }, offered: readonly string[]): boolean {
  return !currency.hidden && (offered.includes('*') || offered.includes(currency.code))
}
