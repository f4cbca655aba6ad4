/**
 * How much of its card a game carries. A line of thousands of games cannot carry all markets of all of them, and few look far
 * ahead: near games and the best championships have more, the rest what lists show, until somebody opens one.
 */
import { DAY, HOUR } from '#lib/time.ts'
import type { Millis } from '#lib/time.ts'

export const BREADTHS = ['row', 'usual', 'whole'] as const
export type Breadth = (typeof BREADTHS)[number]

export interface BreadthOf {
  /** A championship with more lines. */
  top: boolean
  live: boolean
  type: 'match' | 'race' | 'outright' | 'draw'
  /** Until the start; below 0 once it is due. */
  aheadMs: Millis
  /** Somebody looks at it now. */
  opened: boolean
}

const TOP_WHOLE_MS = 3 * DAY
const TOP_USUAL_MS = 10 * DAY
const OTHER_USUAL_MS = 3 * DAY
/** Races draw their crowd shortly before the start, and have cards of many runners. */
const RACE_WHOLE_MS = 12 * HOUR

export function breadthOf({ top, live, type, aheadMs, opened }: BreadthOf): Breadth {
  // Outrights are few, and always far.
  if (opened || type === 'outright') return 'whole'
  if (type !== 'match') return aheadMs < RACE_WHOLE_MS ? 'whole' : 'row'
  if (live) return top ? 'whole' : 'usual'
  if (top) return aheadMs < TOP_WHOLE_MS ? 'whole' : aheadMs < TOP_USUAL_MS ? 'usual' : 'row'
  return aheadMs < OTHER_USUAL_MS ? 'usual' : 'row'
}
