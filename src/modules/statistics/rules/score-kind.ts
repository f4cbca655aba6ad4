/** What the score of a sport counts, who its sides are, and whether its games can end level: words and blocks of the pages follow it. */
const GOALS: ReadonlySet<number> = new Set([1, 2, 8, 14, 15, 17, 25, 27, 33, 35, 43, 45, 47, 67, 70, 85, 89, 100, 109, 122, 144, 211])
const SETS: ReadonlySet<number> = new Set([4, 6, 10, 16, 29, 34, 39, 88, 94, 158, 200, 265])
const POINTS: ReadonlySet<number> = new Set([3, 7, 13, 28, 80, 91, 105, 114, 115, 126, 266])
const RUNS: ReadonlySet<number> = new Set([5, 66, 83, 99, 121])
/** Always played to a decision, although the score is no sets. */
const DECIDED: ReadonlySet<number> = new Set([3, 5, 66, 91, 99])
/** Sports of teams of which one plays at home. */
const HOSTED: ReadonlySet<number> = new Set([1, 2, 3, 5, 6, 7, 8, 13, 14, 15, 17, 27, 28, 33, 43, 45, 47, 48, 49, 66, 67, 70, 80, 83, 126])

export type ScoreKind = 'goals' | 'sets' | 'points' | 'runs'

/** Null where the score has no unit that the pages could name: a bout that was won, maps, frames. */
export function scoreKind(sportId: number): ScoreKind | null {
  if (GOALS.has(sportId)) return 'goals'
  if (SETS.has(sportId)) return 'sets'
  if (POINTS.has(sportId)) return 'points'
  return RUNS.has(sportId) ? 'runs' : null
}

export function mayBeDrawn(sportId: number): boolean {
  return !SETS.has(sportId) && !DECIDED.has(sportId)
}

/** Elsewhere a side is a participant, first or second. */
export function hasHosts(sportId: number): boolean {
  return HOSTED.has(sportId)
}
