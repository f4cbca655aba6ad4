/** What a power bet may take now: other outcomes of its market that would raise the coefficient of a single (rules 8.3). */
import type { Milli } from '#lib/price.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { createSlices } from '#platform/server/loop-turns.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { listBets, type StoredBet } from './bet-store.ts'
import { buyRefusal } from './buy-refusal.ts'
import { limitProblem, type ChangeLimits } from './change-limits.ts'
import { listLate } from './late-legs.ts'
import type { OutcomeId } from './leg-now.ts'
import { neverChanged, POWER, quoteValued, type ChangeDeps } from './quote-change.ts'
import { othersOfMarket } from './same-market.ts'
import { valueBet } from './value-bet.ts'

export interface RaiseDeps extends ChangeDeps, ChangeLimits {
  db: Db
  line: Pick<Line, 'byCi'>
  limits: Pick<Limits, 'check' | 'stakeRangeOf'>
}

export interface Raise {
  outcome: OutcomeId
  basePrice: Milli
}

/** So many other outcomes of the market are looked at. */
const MOST = 40

type Asking = Pick<Ctx, 'brand' | 'config'>

/** One after the other: who only asks whether there is any takes the first. */
export function* raisesOf(deps: RaiseDeps, ctx: Asking, bet: StoredBet): Generator<Raise> {
  const [leg] = bet.legs
  const game = leg && deps.reader.findByConstant(leg.ci)
  if (bet.vid !== VID.single || !leg || !game || neverChanged(bet) !== null) return
  const valued = valueBet(bet, deps.source, deps.configOf)
  if (!valued.answer.on) return
  for (const outcome of othersOfMarket(deps.line, leg).slice(0, MOST)) {
    const now = deps.source.now(outcome)
    if (!now.on) continue
    const wanted = [{ ...outcome, mainCi: game.mainCi, price: now.price }]
    const quoted = quoteValued(bet, valued, POWER.isPower, wanted)
    if (!isProblem(quoted) && !limitProblem(deps, ctx, quoted, wanted)) yield { outcome, basePrice: quoted.basePrice }
  }
}

/** Of these bets the ones that can be raised now. */
export async function listRaisable(deps: RaiseDeps, ctx: Asking, ids: readonly bigint[]): Promise<bigint[]> {
  if (!couponOffers(ctx.config, 'cashOut') || !couponOffers(ctx.config, 'powerBet')) return []
  const [bets, late] = await Promise.all([listBets(deps.db, ids), listLate(deps.db, ids)])
  const isRaisable = (bet: StoredBet) =>
    !late.has(bet.id) && buyRefusal(deps, bet, 'change') === null && raisesOf(deps, ctx, bet).next().done === false
  const slices = createSlices()
  const found: bigint[] = []
  for (const bet of bets) {
    // Hundreds of bets with tens of outcomes each take a while: other calls go in between.
    await slices.breathe()
    if (isRaisable(bet)) found.push(bet.id)
  }
  return found
}
