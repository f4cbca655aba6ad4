/** Promotions of a brand are dated; what was in force when a bet was made stays with it. */
import { DAY, type Millis } from '#lib/time.ts'

/** Days are UTC, the last one included. */
export interface Dated {
  from: string
  to?: string | undefined
}

/** The newest entry that has begun and is not over. */
export function inForceAt<Rule extends Dated>(rules: readonly Rule[], at: Millis): Rule | null {
  const begun = rules.filter(({ from, to }) => Date.parse(from) <= at && (to === undefined || at < Date.parse(to) + DAY))
  return begun.reduce<Rule | null>((best, rule) => (best === null || rule.from >= best.from ? rule : best), null)
}
