/** Where a player goes after sign-in (SH-30): only addresses of this site, never those of sign-in itself. */
const SIGN_IN_PAGES = /^\/[a-z]{2}\/(login|registration|two-factor|password|password-reset)(?:[/?#]|$)/

/** The path when it is a safe one of ours, else null. Backslashes and double slashes lead to other sites. */
export function safeReturnUrl(text: string | null | undefined): string | null {
  if (!text || text.length > 2000 || !text.startsWith('/') || text.startsWith('//')) return null
  for (const sign of text) if (sign === '\\' || sign.codePointAt(0)! < 0x20) return null
  return SIGN_IN_PAGES.test(text) ? null : text
}
