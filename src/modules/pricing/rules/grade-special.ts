/** Verdicts of markets that look at more than counts: players, fights, frames, quarters, innings. By outcome type. */
import { BOUT_GRADES } from './grade-bout.ts'
import type { GameFacts } from './game-facts.ts'
import type { GradeRequest, Verdict } from './grade.ts'
import { FRAME_GRADES } from './grade-frames.ts'
import { PLAYER_GRADES } from './grade-players.ts'
import { POINT_GRADES } from './grade-points.ts'
import { INNING_GRADES } from './grade-innings.ts'
import { TIE_GRADES } from './price-tie.ts'

export type SpecialGrade = (r: GradeRequest, facts: GameFacts) => Verdict

const grades: ReadonlyMap<number, SpecialGrade> = new Map([
  ...PLAYER_GRADES,
  ...BOUT_GRADES,
  ...FRAME_GRADES,
  ...POINT_GRADES,
  ...INNING_GRADES,
  ...TIE_GRADES,
])

/** undefined: the type has no rule of its own. */
export function specialVerdict(r: GradeRequest, facts: GameFacts): Verdict | undefined {
  const grade = grades.get(r.t)
  if (!grade) return undefined
  return facts.stage === 'before' ? null : grade(r, facts)
}
