/** What the score of a sport counts, and whether its games can end level: words and blocks of the pages follow it. */
const GOALS: ReadonlySet<number> = new Set([1, 2, 8, 14, 15, 17, 25, 27, 33, 35, 43, 45, 47, 67, 70, 85, 89, 100, 109, 144])
const SETS: ReadonlySet<number> = new Set([4, 6, 10, 16, 29, 34, 39, 88, 94])
/** Always played to a decision, although the score is no sets. */
const DECIDED: ReadonlySet<number> = new Set([3, 5, 66, 91, 99])

export type ScoreKind = 'goals' | 'sets' | 'points'

export function scoreKind(sportId: number): ScoreKind {
  return GOALS.has(sportId) ? 'goals' : SETS.has(sportId) ? 'sets' : 'points'
}

export function mayBeDrawn(sportId: number): boolean {
  return !SETS.has(sportId) && !DECIDED.has(sportId)
}
