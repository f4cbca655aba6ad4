/**
 * Result of an outcome from what has happened: the same payoffs that were priced, on the state that came out.
 * While the game runs an outcome is decided as soon as every future gives the same payoff (feeds 4.2), so
 * "over 0.5 at the first goal" needs no rule of its own.
 */
import type { OutcomeResult } from '#modules/feeds/rules/fact.ts'
import { deadHeatFraction } from '#modules/payout/rules/leg.ts'
import { unpackThousandths } from '#modules/line/rules/param.ts'
import type { CountFacts, GameFacts } from './game-facts.ts'
import { marksOf, sameInAllFutures } from './futures.ts'
import { gradeRunner } from './grade-field.ts'
import { ended, mapWinner } from './grade-frames.ts'
import { gradeOrder } from './grade-order.ts'
import { specialVerdict } from './grade-special.ts'
import { yes } from './payoff.ts'
import type { PayoffValue } from './payoff.ts'
import { scorePayoffOf } from './score-payoffs.ts'
import type { ScorePayoff } from './score-payoffs.ts'
import { segmentRule } from './segment-payoffs.ts'
import type { SegmentRule } from './segment-payoffs.ts'
import { setsToWin } from './set-grid.ts'

export type Grade = Pick<OutcomeResult, 'won' | 'voidFactor' | 'deadHeat' | 'tied'>
/** Payoff, a part of a win, 'void', or null while undecided. */
export type Verdict = PayoffValue | { share: number; tied?: number } | 'void' | null

export const UNDECIDED: Grade = { won: null }
export const VOID: Grade = { won: 0, voidFactor: 1 }

/** rules 3.1 and feeds 4.3: half win is won with half the stake void, and so on. */
export function gradeOf(payoff: PayoffValue): Grade {
  switch (payoff) {
    case 1:
      return { won: 1 }
    case 0.75:
      return { won: 1, voidFactor: 0.5 }
    case 0.5:
      return VOID
    case 0.25:
      return { won: 0, voidFactor: 0.5 }
    default:
      return { won: 0 }
  }
}

/** Markets of set sports that count sets; their other markets count games or points (wire 18.7). */
export const ON_SETS: ReadonlySet<string> = new Set([
  'result_2way',
  'set_handicap',
  'set_total',
  'set_handicap_tt',
  'set_total_tt',
  'correct_score',
])
/** Correct scores, the listed ones. */
const EXACT_SCORES = new Set([731, 8617])
const ON_REGULAR = new Set(['result_regular', 'double_chance_regular'])
export const FIRST_AND_MATCH: Readonly<Record<number, readonly [first: 1 | 2, match: 1 | 2]>> = {
  3583: [1, 1],
  3585: [1, 2],
  3589: [2, 1],
  3591: [2, 2],
  3820: [1, 1],
  3821: [1, 2],
  3822: [2, 1],
  3823: [2, 2],
}

export interface GradeRequest {
  part: string
  key: string
  t: number
  p: number
  playerId: number
  /** Specifier of the market: says up to which score correct score was listed. */
  spec: string
}

/** The result of any outcome that can be priced; won = null while it is open. */
export function gradeOutcome(part: string, key: string, t: number, p: number, playerId: number, facts: GameFacts, spec = ''): Grade {
  if (facts.stage === 'void') return VOID
  if (facts.unheard) return UNDECIDED
  const verdict = verdictOf({ part, key, t, p, playerId, spec }, facts)
  if (verdict === 'void') return VOID
  if (verdict !== null && typeof verdict === 'object') return sharedGrade(verdict)
  if (verdict !== null) return gradeOf(verdict)
  return facts.stage === 'ended' ? VOID : UNDECIDED
}

function sharedGrade({ share, tied }: { share: number; tied?: number }): Grade {
  const isSaid = tied === undefined || Number(deadHeatFraction(share).den) === tied
  return { won: 1, deadHeat: share, ...(isSaid ? {} : { tied }) }
}

function verdictOf(r: GradeRequest, facts: GameFacts): Verdict {
  const { shape } = facts
  // A set or a map that was not played has no result.
  if (facts.stage === 'ended' && facts.counts.get(r.part)?.unknown) return 'void'
  const special = specialVerdict(r, facts)
  if (special !== undefined) return special
  if (shape.engine === 'field' || r.playerId) return gradeRunner(r, facts)
  const setSport = shape.engine === 'tennis' || shape.engine === 'rally'
  if (r.part === 'full' && setSport && r.key === 'set_winner') return setWinner(facts, r.t === 58 ? 1 : 2, `set${r.p}`)
  if (r.key === 'tie_break') return tieBreak(facts, r.part, r.t === 540)
  if (r.part.startsWith('map') && r.key === 'result_2way') {
    const winner = mapWinner(facts, r.part)
    return winner === 0 ? null : yes(winner === (r.t === 1 ? 1 : 2))
  }
  const pair = FIRST_AND_MATCH[r.t]
  if (pair) return firstAndMatch(facts, shape.segments[0] ?? 'set1', pair)
  const rule = segmentRule(r.t)
  if (rule) return segments(facts, rule, r.p, shape.segments[0]!)
  const ordered = gradeOrder(r, facts)
  if (ordered !== undefined) return ordered
  const overtime = overtimeVerdict(r, facts)
  if (overtime !== undefined) return overtime
  const payoff = scorePayoffOf(r.key, r.t)
  if (!payoff) return null
  return scoreVerdict(r, facts, payoff)
}

/** Which count a market reads. */
function countFor(r: GradeRequest, facts: GameFacts, setSport: boolean): CountFacts | undefined {
  if (r.part !== 'full') return facts.counts.get(r.part)
  if (r.key === 'winner_with_ot') return facts.counts.get('ot')
  if (ON_REGULAR.has(r.key)) return facts.counts.get('regular')
  if (setSport) return facts.counts.get(ON_SETS.has(r.key) ? 'full' : 'units')
  return facts.counts.get('full')
}

/** Up to which score a correct score was listed. */
export function maxListed(spec: string): number {
  const found = /(?:^|\|)max=(\d+)/.exec(spec)
  return found ? Number(found[1]) : 4
}

function scoreVerdict(r: GradeRequest, facts: GameFacts, payoff: ScorePayoff): Verdict {
  const { shape } = facts
  const setSport = shape.engine === 'tennis' || shape.engine === 'rally'
  const count = countFor(r, facts, setSport)
  if (!count || count.unknown) return facts.stage === 'ended' || count?.done ? 'void' : null
  const max = maxListed(r.spec)
  const now = payoff(count.h, count.a, r.p, max)
  if (count.done) return now
  if (facts.stage === 'before') return null
  const onSets = r.part === 'full' && ((setSport && ON_SETS.has(r.key)) || shape.engine === 'frames')
  if (onSets) return sameOverFinals(count, setsToWin(facts.bestOf), (h, a) => payoff(h, a, r.p, max))
  if (EXACT_SCORES.has(r.t)) {
    // A listed score is gone once a side has more, and safe only at the end.
    const [h, a] = unpackThousandths(r.p)
    return count.h > h || count.a > a ? 0 : null
  }
  return sameInAllFutures(count.h, count.a, marksOf(r.p, max), (h, a) => payoff(h, a, r.p, max)) ? now : null
}

/** Decided when every way the match in sets can end pays the same. */
function sameOverFinals(count: CountFacts, need: number, payoff: (h: number, a: number) => PayoffValue): Verdict {
  let value: PayoffValue | null = null
  for (let lost = 0; lost < need; lost++) {
    for (const [h, a] of [
      [need, lost],
      [lost, need],
    ] as const) {
      if (h < count.h || a < count.a) continue
      const here = payoff(h, a)
      if (value === null) value = here
      else if (value !== here) return null
    }
  }
  return value
}

function segments(facts: GameFacts, rule: SegmentRule, p: number, firstCode: string): Verdict {
  const full = facts.counts.get('regular')!
  const first = facts.counts.get(firstCode)
  if (!first || first.unknown) return null
  const k = full.h - first.h
  const l = full.a - first.a
  const now = rule.payoff(first.h, first.a, k, l, p)
  if (full.done) return now
  if (facts.stage === 'before') return null
  const marks = marksOf(p)
  const rest = (i: number, j: number, steps?: number): boolean => {
    const levels = [i - j, i + j, i + j - k - l, i - j + k - l].flatMap((n) => [Math.abs(n), Math.abs(n) + 1, Math.abs(Math.abs(n) - 1)])
    return sameInAllFutures(k, l, [...new Set([...marks, ...levels])], (x, y) => rule.payoff(i, j, x, y, p), steps)
  }
  if (!rest(first.h, first.a)) return null
  // While the first segment runs, each way that it can end is followed by every way that the rest can.
  const decided = first.done || sameInAllFutures(first.h, first.a, marks, (i, j) => (rest(i, j, 1) ? rule.payoff(i, j, k, l, p) : NaN), 1)
  return decided ? now : null
}

function winnerOf(count: CountFacts | undefined): 0 | 1 | 2 {
  if (!count?.done || count.h === count.a) return 0
  return count.h > count.a ? 1 : 2
}

function setWinner(facts: GameFacts, side: 1 | 2, code: string): Verdict {
  const winner = winnerOf(facts.counts.get(code))
  return winner === 0 ? null : yes(winner === side)
}

function firstAndMatch(facts: GameFacts, code: string, [first, match]: readonly [1 | 2, 1 | 2]): Verdict {
  // Games of maps know the first map only by its own count.
  const one = code.startsWith('map') ? mapWinner(facts, code) : winnerOf(facts.counts.get(code))
  if (one !== 0 && one !== first) return 0
  const all = winnerOf(facts.counts.get('full'))
  if (all !== 0 && all !== match) return 0
  return one !== 0 && all !== 0 ? 1 : null
}

function tieBreak(facts: GameFacts, part: string, wanted: boolean): Verdict {
  const codes = part === 'full' ? ['set1', 'set2', 'set3', 'set4', 'set5'] : [part]
  let open = false
  for (const code of codes) {
    const set = facts.counts.get(code)
    if (!set) continue
    if (Math.min(set.h, set.a) >= 6) return yes(wanted)
    if (!set.done) open = true
  }
  return open ? null : yes(!wanted)
}

/** Overtime and shoot-out: yes as soon as regular time ends level. */
function overtimeVerdict(r: GradeRequest, facts: GameFacts): Verdict | undefined {
  const regular = facts.counts.get('regular')!
  if (r.t === 759 || r.t === 761) {
    // Whoever told the score alone did not say in which part it was made; only level games go on.
    if (facts.untold) return facts.wentOn ? yes(r.t === 759) : null
    return regular.done ? yes((regular.h === regular.a) === (r.t === 759)) : null
  }
  if (r.t !== 745 && r.t !== 746) return undefined
  if (facts.untold) return facts.shootout ? yes(r.t === 745) : null
  if (regular.done && regular.h !== regular.a) return yes(r.t === 746)
  if (facts.shootout) return yes(r.t === 745)
  return ended(facts) ? yes(r.t === 746) : null
}
