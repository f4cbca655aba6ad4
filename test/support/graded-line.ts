/** A line of football as it is really settled: graded by the pricing that the world and the desk use, on a match that has ended so. */
import { legResult, type LegResult } from '#modules/payout/rules/leg.ts'
import { gradeOutcome } from '#modules/pricing/rules/grade.ts'
import { ended } from './ended-game.ts'

const MARKETS: Readonly<Record<number, string>> = {
  7: 'handicap',
  8: 'handicap',
  9: 'total',
  10: 'total',
  424: 'euro_handicap',
  425: 'euro_handicap',
  426: 'euro_handicap',
}

/** Outcome type and parameter as on the wire; goals of both sides. */
export function gradedLine(t: number, p: number, score: [home: number, away: number]): LegResult {
  const { won, voidFactor } = gradeOutcome('full', MARKETS[t]!, t, p, 0, ended({ sportId: 1, score, parts: [score, [0, 0]] }))
  if (won === null) throw new Error(`outcome ${t}:${p} is open at ${score.join(':')}`)
  if (voidFactor === 1) return legResult('VOID')
  if (voidFactor === 0.5) return legResult(won ? 'HALF_WIN' : 'HALF_LOSE')
  return legResult(won ? 'WIN' : 'LOSE')
}

/** A score whose sides differ by so many goals. */
export const scoreBy = (difference: number): [number, number] => [Math.max(0, difference), Math.max(0, -difference)]
