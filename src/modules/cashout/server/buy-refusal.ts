/**
 * Who may not bet may sell: a sale only takes money out of play. So no call and no order to sell asks what is asked here,
 * in a break, an exclusion, a stop or with a debt. A premium puts money in and a changed bet is a new one: both are
 * refused as a bet is.
 */
import type { Limits } from '#modules/limits/server/index.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { StoredBet } from './bet-store.ts'

/**
 * From memory, to refuse early and to offer nothing in vain; guardSpending and placeIn decide in the transaction. A premium
 * waits below a limit that is passed; a change stakes nothing anew. Problems: 900030.
 */
export function buyRefusal({ limits }: { limits: Pick<Limits, 'check'> }, bet: StoredBet, what: 'premium' | 'change'): Problem | null {
  return limits.check(bet.playerId, what === 'premium' ? 0n : null, bet.currencyId, bet.brand)
}
