/**
 * Cup ties that a game decides (wire 19.2, "tie decided"): ninety minutes with what the first leg brought, half an hour more at
 * the rate of the match, penalties that anybody wins. Priced from the goal model of the game, graded from its score.
 */
import { keysOf } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { differenceRow, productGrid } from './goals/count-grid.ts'
import type { Row } from './goals/count-grid.ts'
import { poissonRow } from './counting.ts'
import { yes } from './payoff.ts'
import type { SpecialGrade } from './grade-special.ts'
import { finalGrid } from './goals/goal-model.ts'
import type { GoalModel } from './goals/goal-model.ts'
import { addPair, openMarket, outcome } from './sheet.ts'
import type { Sheet } from './sheet.ts'

const EXTRA_FROM_SEC = 5400
const EXTRA_SEC = 1800
/** Goals of the half hour as a share of those of the match. */
const EXTRA_SHARE = 1 / 3

interface TieChances {
  /** Side 1 goes through. */
  first: number
  /** Level after ninety minutes, and after the half hour. */
  extra: number
  penalties: number
}

function around(row: Row, shift: number): [more: number, level: number] {
  let more = 0
  let level = 0
  for (let n = 0; n < row.p.length; n++) {
    const difference = row.from + n + shift
    if (difference > 0) more += row.p[n]!
    else if (difference === 0) level += row.p[n]!
  }
  return [more, level]
}

/** The half hour, `left` of which is to come, from a lead of `lead`. */
function halfHour(m: GoalModel, left: number, lead: number): [more: number, level: number] {
  const share = EXTRA_SHARE * left
  return around(differenceRow(productGrid(0, 0, poissonRow(m.lambda * share), poissonRow(m.mu * share))), lead)
}

/** undefined while penalties are taken, and where the ninety minutes have decided. */
function tieChances(m: GoalModel, facts: GameFacts, [first1, first2]: readonly [number, number]): TieChances | undefined {
  const brought = first1 - first2
  const regular = facts.counts.get('regular')!
  if (!regular.done) {
    const [more, level] = around(differenceRow(finalGrid(m)), brought)
    const [moreLater, levelLater] = halfHour(m, 1, 0)
    return { first: more + level * (moreLater + levelLater / 2), extra: level, penalties: level * levelLater }
  }
  if (regular.h - regular.a + brought !== 0 || facts.shootout) return undefined
  const all = facts.counts.get('ot')!
  const running = facts.phase === 'et'
  // A break before penalties looks like the one before the half hour, but for the clock.
  const played = Math.max(0, facts.clockSec - EXTRA_FROM_SEC)
  if (!running && played >= EXTRA_SEC) return undefined
  const left = running ? Math.max(0.004, 1 - played / EXTRA_SEC) : 1
  const [more, level] = halfHour(m, left, all.h - all.a + brought)
  return { first: more + level / 2, extra: 1, penalties: level }
}

export function priceTie(m: GoalModel, facts: GameFacts, sheet: Sheet): void {
  const chances = facts.tie && tieChances(m, facts, facts.tie)
  if (!chances) return
  const { first, extra, penalties } = chances
  for (const key of keysOf(facts.sportId, 'tie', true)) {
    const market = openMarket(sheet, key)
    if (key === 'to_qualify') addPair(sheet, market, outcome(794), outcome(795), first)
    else if (key === 'extra_time') addPair(sheet, market, outcome(4722), outcome(4723), extra)
    else if (key === 'qualify_method') {
      addPair(sheet, market, outcome(2577), outcome(2578), 1 - extra)
      addPair(sheet, market, outcome(2579), outcome(2580), extra - penalties)
      addPair(sheet, market, outcome(2583), outcome(2584), penalties)
    }
  }
}

type End = 'regular' | 'extra' | 'penalties'

/** The ninety minutes were played to their whistle: a match that stands after eighty of them may not have come so far. */
function reachedExtra({ shape, begun, incidents }: GameFacts): boolean {
  const last = shape.segments.at(-1)
  const whistle = incidents.some(({ type, detail }) => type === 'period_end' && detail?.['period'] === last)
  return whistle || begun.some((code) => !shape.segments.includes(code))
}

/** How a tie came out as far as it is known; a side once somebody is through. */
function tieEnd(facts: GameFacts): { end?: End; side?: 1 | 2; extra?: boolean } {
  const regular = facts.counts.get('regular')!
  if (!facts.tie || !regular.done) return {}
  const brought = facts.tie[0] - facts.tie[1]
  const side = (difference: number): 1 | 2 => (difference > 0 ? 1 : 2)
  const after90 = regular.h - regular.a + brought
  if (after90 !== 0) return { end: 'regular', side: side(after90), extra: false }
  if (facts.cutShort && !reachedExtra(facts)) return {}
  const over = facts.stage === 'ended' && !facts.cutShort
  const all = facts.counts.get('ot')!
  const after120 = all.h - all.a + brought
  if (over && after120 !== 0) return { end: 'extra', side: side(after120), extra: true }
  const [shot1, shot2] = facts.shots ?? [0, 0]
  if (over && shot1 !== shot2) return { end: 'penalties', side: side(shot1 - shot2), extra: true }
  return facts.shootout ? { end: 'penalties', extra: true } : { extra: true }
}

const missing = (facts: GameFacts) => (facts.stage === 'ended' ? 'void' : null)

const through: SpecialGrade = (r, facts) => {
  const { side } = tieEnd(facts)
  return side === undefined ? missing(facts) : yes(side === (r.t === 794 ? 1 : 2))
}

const anExtraTime: SpecialGrade = (r, facts) => {
  const { extra } = tieEnd(facts)
  return extra === undefined ? missing(facts) : yes(extra === (r.t === 4722))
}

function endsBy(wanted: End, isYes: boolean): SpecialGrade {
  return (_r, facts) => {
    const { end, extra } = tieEnd(facts)
    if (end === undefined) return wanted === 'regular' && extra ? yes(!isYes) : missing(facts)
    return yes((end === wanted) === isYes)
  }
}

export const TIE_GRADES: readonly (readonly [number, SpecialGrade])[] = [
  [794, through],
  [795, through],
  [4722, anExtraTime],
  [4723, anExtraTime],
  [2577, endsBy('regular', true)],
  [2578, endsBy('regular', false)],
  [2579, endsBy('extra', true)],
  [2580, endsBy('extra', false)],
  [2583, endsBy('penalties', true)],
  [2584, endsBy('penalties', false)],
]
