/**
 * Equal bets of a player have one largest stake together (rules 4). By the published rule the excess runs at 1.00; it is
 * refused before (our decision), so that nobody has money in a bet that can win nothing. What was staked is kept as a share of
 * the largest stake of its moment: when the price moves, half of the limit stays half of it.
 */
import { divideFloor, type Minor } from '#lib/money.ts'

/** The whole of a largest stake. Shares are exact up to as many minor units. */
export const WHOLE = 10n ** 12n

/** What a stake takes; `mostMinor` null or nothing: it is bounded by no limit, or taken beyond all. */
export function shareOfMost(stakeMinor: Minor, mostMinor: Minor | null): bigint {
  return mostMinor === null || mostMinor <= 0n || stakeMinor <= 0n ? 0n : (stakeMinor * WHOLE) / mostMinor
}

/** What the shares that are taken leave of the largest stake of now. */
export function leftOfMost(mostMinor: Minor, taken: bigint): Minor {
  return taken >= WHOLE ? 0n : divideFloor(mostMinor * (WHOLE - taken), WHOLE)
}
