/**
 * The database had no room for a stake that memory would have taken: another server was first. The refusal says what
 * would be taken now, and is kept with its key so that the same question gets the same answer (rules 4, issue: a lowered
 * limit never rejects without a counter-offer).
 */
import { moneyText } from '#modules/coupon/server/index.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { updateRefusal } from './bet-store.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import type { CheckedBet, PlaceDeps } from './checked-bet.ts'
import { limitedOf } from './limited-bet.ts'

export async function counterOffer(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, checked: CheckedBet): Promise<Problem> {
  const { currency } = wanted.account
  await deps.limits.refresh()
  const { minMinor, maxMinor } = deps.limits.stakeRangeOf(limitedOf(ctx, wanted, checked), currency, ctx.config.betting.limits)
  const sum = moneyText(maxMinor < minMinor ? 0n : maxMinor, currency)
  const refusedFor = { code: 'bets.stake_too_large', field: 'Summ', params: { sum } }
  await updateRefusal(deps.db, wanted, 109, refusedFor)
  return problem(refusedFor.code, { ...refusedFor, wire: 109 })
}
