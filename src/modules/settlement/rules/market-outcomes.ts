/** Which outcomes belong to a market: needed for a cancel, which names markets and no outcomes (feeds 4.3). */
import { hasParam, likeOfMarket, specOfParam } from '#modules/line/rules/spec-of-param.ts'
import { canonicalSpec } from '#modules/feeds/rules/spec.ts'
import type { OutcomeRef } from './effective.ts'

/** Types of a market by column, as in the market book. */
export interface MarketTypes {
  key: string
  outcomes: readonly { t: number; column: number; en: string }[]
}

/** `p` of an outcome is P · 10 000. */
const PARAM_STEP = 10_000

/** True when the outcome belongs to the market. */
export function belongsTo(market: MarketTypes, spec: string, outcome: OutcomeRef): boolean {
  const own = canonicalSpec(spec)
  return market.outcomes.some((type) => {
    const place = { key: market.key, column: type.column, p: outcome.p / PARAM_STEP, playerId: outcome.playerId }
    return type.t === outcome.t && specOfParam(place, own) === own && (own !== '' || standsWithout(market, type, outcome))
  })
}

/** Without a specifier a list holds all of its outcomes; of what is told by number, only those that have none. */
function standsWithout(market: MarketTypes, type: { en: string }, { p }: OutcomeRef): boolean {
  return !likeOfMarket(market).startsWith('n=') || (!hasParam(type) && p === 0)
}
