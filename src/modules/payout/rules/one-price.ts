/**
 * Whether one coefficient says what a coupon of this type pays: single, express and anti-express. The others are several bets in
 * one or stake in steps. The page that checks receipts carries the text of this function: it names the types by their
 * numbers.
 */
export function hasOnePrice(vid: number): boolean {
  return vid === 0 || vid === 1 || vid === 6
}
