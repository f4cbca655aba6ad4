/** How far sides have led in a match, from its scores in the order of sending (early payout, XT-21). */

/** A score that was told; `at` is when, Unix ms. */
export interface ScoreStep {
  home: number
  away: number
  at: number
}

export interface Lead extends ScoreStep {
  /** The outcome that pays: W1 or W2. */
  t: 1 | 3
  lead: number
}

/** No promotion pays less than this. */
const LEAST_LEAD = 2

/**
 * Leads that stand, by the scores at which they were. A score that is lower than an earlier one says that goals of it did
 * not stand: whatever was above it has never been. A goal of the other side takes nothing back.
 */
export function standingLeads(steps: readonly ScoreStep[]): Lead[] {
  let path: ScoreStep[] = []
  for (const step of steps) {
    path = path.filter(({ home, away }) => home <= step.home && away <= step.away)
    if (!path.some(({ home, away }) => home === step.home && away === step.away)) path.push(step)
  }
  return path.flatMap((step) => {
    const difference = step.home - step.away
    const lead = Math.abs(difference)
    return lead < LEAST_LEAD ? [] : [{ ...step, t: difference > 0 ? (1 as const) : (3 as const), lead }]
  })
}
