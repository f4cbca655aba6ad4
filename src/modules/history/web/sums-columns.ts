/** What stands between stakes, payouts and result: the result is payouts − stakes + their parts that are not lost − premiums. */
import type { Sums } from './bets.ts'

const EXTRAS = [
  { of: 'promo', name: 'of_them_promo' },
  { of: 'uncovered', name: 'of_them_uncovered' },
  { of: 'openStake', name: 'still_open' },
  { of: 'premium', name: 'premiums' },
] as const

export type Extra = (typeof EXTRAS)[number]

/** Those that a table has any of. */
export function extrasOf(total: Sums): Extra[] {
  return EXTRAS.filter(({ of }) => total[of] !== 0n)
}
