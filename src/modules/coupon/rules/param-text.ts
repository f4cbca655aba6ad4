/** P as the text of coupons and histories: no trailing zeros, "" never. */
export function paramText(p: number): string {
  return String(Math.round(p * 10_000) / 10_000)
}
