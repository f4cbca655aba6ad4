/** What the line says of an open leg at this moment: its chance and its price, or why nothing can be said. */
import type { Milli } from '#lib/price.ts'
import type { Clock } from '#lib/time.ts'
import { isOver, selectionFault } from '#modules/coupon/rules/selection.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { BY_HAND } from '#modules/line/rules/by-hand.ts'
import { currentType } from '#modules/line/rules/market-book.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { Line } from '#modules/line/server/index.ts'
import { fairChance } from '../rules/fair-chance.ts'
import { type Millionths, millionths, type OffReason } from '../rules/sale-bet.ts'

/** Identity of an outcome; p = P · 10000. */
export interface OutcomeId {
  ci: number
  t: number
  p: number
  playerId: number
}

export type LegNow = { on: true; chance: Millionths; price: Milli; gameId: number } | { on: false; reason: OffReason }

export interface LegSource {
  now(leg: OutcomeId): LegNow
}

const PARAM_STEP = 10_000

const off = (reason: OffReason): LegNow => ({ on: false, reason })

/** A leg is bought while a bet on it would be taken: the same state that the coupon and the acceptor see. */
export function createLegSource(deps: { reader: LineReader; line: Pick<Line, 'byCi'>; clock: Clock }): LegSource {
  const { reader, line, clock } = deps

  function chanceOf({ ci, t, p, playerId }: OutcomeId): number | null {
    for (const market of line.byCi(ci)?.part.markets.values() ?? []) {
      // The feed may keep a market out of it.
      if (market.status !== 'active' || market.cashout === false) continue
      const at = market.outcomes.findIndex((o) => o.t === t && o.playerId === playerId && paramKey(o.p) === p)
      if (at >= 0) return fairChance(market.outcomes, at, market.provider === BY_HAND)
    }
    return null
  }

  return {
    now(bought) {
      const leg = { ...bought, t: currentType(bought.t) }
      const game = reader.findByConstant(leg.ci)
      if (game ? isOver(game) : !reader.isFilling?.()) return off('event_over')
      if (!game) return off('suspended')
      const { gameId, kind } = game
      const p = leg.p / PARAM_STEP
      const fault = selectionFault({ gameId, t: leg.t, p, playerId: leg.playerId, kind, price: 0 }, reader, clock.now())
      if (fault) return off('suspended')
      const outcome = reader.findOutcome(gameId, leg.t, p, leg.playerId)
      const chance = chanceOf(leg)
      if (!outcome || !chance) return off('no_price')
      // A boosted price is for new bets with its largest stake, not for those that change or are covered.
      return { on: true, chance: millionths(chance), price: outcome.boost?.from ?? outcome.price, gameId }
    },
  }
}
