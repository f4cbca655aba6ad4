/** Which bets a promo code may stand for (rules 2.11). */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'

export interface PromoCode {
  code: string
  name: string
  /** The whole stake: a code is never used in part. */
  minor: Minor
  /** Smallest total price, 0 = any. */
  minPrice: Milli
  /** Kinds of bets (Vid); empty = single and express. */
  vids: readonly number[]
}

export type PromoFault = 'kind' | 'price' | 'stake'

/** Of a code that names none. */
export const USUAL_VIDS: readonly number[] = [0, 1]

/** What is against it, or null. A stake of 0 was left to the code. */
export function promoFault(code: PromoCode, bet: { vid: number; totalMilli: bigint; stakeMinor: Minor }): PromoFault | null {
  if (!(code.vids.length > 0 ? code.vids : USUAL_VIDS).includes(bet.vid)) return 'kind'
  if (bet.totalMilli < BigInt(code.minPrice)) return 'price'
  return bet.stakeMinor === 0n || bet.stakeMinor === code.minor ? null : 'stake'
}
