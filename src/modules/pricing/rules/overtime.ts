/** How much of a game of points is still to play, its overtime included, and how an overtime ends. */
import { afterPlay, normalBetween } from './basketball.ts'
import type { Spread } from './basketball.ts'
import type { SportShape } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import type { OvertimeEnd } from './points-scope.ts'
import type { PriceInput } from './price-input.ts'

/** While its clock runs a part has a little left, whatever the clock shows. */
const LEAST = 0.004
const OVERTIME = /^(ot|et)/

const partSeconds = (input: PriceInput, shape: SportShape): number =>
  (input.model.extra['periodMin'] ?? shape.minutes / shape.segments.length) * 60

/** Nothing more is played of it: its end is told, or its clock stands at it. */
function isPlayedOut(input: PriceInput, facts: GameFacts, isPart: (code: string) => boolean, clockLeft: number): boolean {
  const last = facts.incidents.findLast(
    ({ type, detail }) => (type === 'period_start' || type === 'period_end') && isPart(String(detail?.['period'])),
  )
  return last?.type === 'period_end' || (clockLeft <= 0 && input.live?.clockRuns === false)
}

/** Share of a segment still to play. */
export function leftOf(input: PriceInput, facts: GameFacts, index: number): number {
  if (facts.stage === 'before' || facts.segment < index + 1) return 1
  if (facts.segment > index + 1 || facts.pause) return 0
  const length = partSeconds(input, facts.shape)
  const left = 1 - (facts.clockSec - index * length) / length
  if (isPlayedOut(input, facts, (code) => code === facts.shape.segments[index], left)) return 0
  return Math.min(1, Math.max(LEAST, left))
}

/** The same of the overtime in play; 0 before it and between two of them. */
function leftOfOvertime(input: PriceInput, facts: GameFacts): number {
  const { overtime, segments } = facts.shape
  if (!overtime || !('seconds' in overtime) || !OVERTIME.test(facts.phase)) return 0
  const played = facts.clockSec - segments.length * partSeconds(input, facts.shape)
  const inThis = Math.max(0, played - overtime.seconds * Math.floor((played - 1) / overtime.seconds))
  const left = 1 - (played <= 0 ? 0 : inThis) / overtime.seconds
  if (isPlayedOut(input, facts, (code) => OVERTIME.test(code), left)) return 0
  return Math.min(1, Math.max(LEAST, left))
}

/** An overtime as a share of regular time, where it is played by the clock. */
function overtimeShare(input: PriceInput, shape: SportShape): number {
  if (!shape.overtime || !('seconds' in shape.overtime)) return 0
  return shape.overtime.seconds / (shape.segments.length * partSeconds(input, shape))
}

/** Share of regular time that is left of the parts, and of the overtime in play. */
export function leftToPlay(input: PriceInput, facts: GameFacts): number {
  const { segments } = facts.shape
  const regular = segments.reduce((sum, _, n) => sum + leftOf(input, facts, n), 0) / segments.length
  return regular + (facts.segment > segments.length ? leftOfOvertime(input, facts) * overtimeShare(input, facts.shape) : 0)
}

/** How an overtime ends: by the clock as its share of the game, or with its first score, whose points were the margin of close games. */
export function overtimeEnds(input: PriceInput, shape: SportShape, margin: Spread, total: Spread): OvertimeEnd[] {
  if (!shape.overtime) return []
  if ('seconds' in shape.overtime) {
    const share = overtimeShare(input, shape)
    return [{ weight: 1, margin: afterPlay(margin, 0, share), total: afterPlay(total, 0, share) }]
  }
  const ends = shape.overtime.firstScore.flatMap((points) => [points, -points])
  const weights = ends.map((points) => Math.max(1e-9, normalBetween(margin, points, points)))
  const sum = weights.reduce((s, weight) => s + weight, 0)
  return ends.map((points, n) => ({
    weight: weights[n]! / sum,
    margin: { mean: points, sd: 0 },
    total: { mean: Math.abs(points), sd: 0 },
  }))
}

/** Everything is played and somebody is ahead, or level scores stand: what is left is that it is told. */
export function isDecided(input: PriceInput, facts: GameFacts): boolean {
  const { h, a } = facts.counts.get('full')!
  if (facts.stage !== 'running' || (h === a && facts.shape.overtime)) return false
  const isFirstScore = facts.shape.overtime && 'firstScore' in facts.shape.overtime && facts.segment > facts.shape.segments.length
  return isFirstScore === true || leftToPlay(input, facts) === 0
}
