/**
 * The database had no room for a stake that memory would have taken: another server was first. The refusal says what
 * would be taken now, and is kept with its key so that the same question gets the same answer (rules 4, issue: a lowered
 * limit never rejects without a counter-offer).
 */
import type { Problem } from '#platform/shared/problem.ts'
import { updateRefusal } from './bet-store.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import { tooLarge } from './check-parts.ts'
import type { CheckedBet, CheckHow, PlaceDeps } from './checked-bet.ts'
import { limitedOf } from './limited-bet.ts'

export async function counterOffer(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, checked: CheckedBet, how: CheckHow): Promise<Problem> {
  const { currency } = wanted.account
  const limited = limitedOf(ctx, wanted, checked, how)
  await deps.limits.refresh(limited)
  const range = deps.limits.stakeRangeOf(limited, currency, ctx.config.betting.limits)
  const refused = tooLarge(range, range.maxMinor < range.minMinor ? 0n : range.maxMinor, currency)
  const { problem: _, severity: __, wire: ___, ...refusedFor } = refused
  await updateRefusal(deps.db, wanted, 109, refusedFor)
  return refused
}
