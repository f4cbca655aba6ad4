/** Which outcomes belong to a market: needed for a cancel, which names markets and no outcomes (feeds 4.3). */
import { specOfParam } from '#modules/line/rules/spec-of-param.ts'
import { canonicalSpec } from '#modules/feeds/rules/spec.ts'
import type { OutcomeRef } from './effective.ts'

/** Types of a market by column, as in the market book. */
export interface MarketTypes {
  key: string
  outcomes: readonly { t: number; column: number }[]
}

/** `p` of an outcome is P · 10 000. */
const PARAM_STEP = 10_000

/** True when the outcome belongs to the market. */
export function belongsTo(market: MarketTypes, spec: string, outcome: OutcomeRef): boolean {
  const own = canonicalSpec(spec)
  return market.outcomes.some(({ t, column }) => {
    const place = { key: market.key, column, p: outcome.p / PARAM_STEP, playerId: outcome.playerId }
    return t === outcome.t && specOfParam(place, own) === own
  })
}
