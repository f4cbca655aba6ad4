/** Football, ice hockey and other sports of goals: one goal model per game, every market from it. */
import { packLineMinute, packThousandths } from '#modules/line/rules/param.ts'
import { offeredKeys } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { finalGrid, goalModel, scoreAfter, segmentGrids, stageGrid } from './goals/goal-model.ts'
import type { GoalModel } from './goals/goal-model.ts'
import { FIRST_HALF_SHARE, halfLeft, shareByMinute } from './goals/goal-clock.ts'
import { comeback, goalInWindow, winsOrTwoAhead } from './goals/order.ts'
import { segmentJoint, segmentProbability, segmentRows } from './goals/segment-joint.ts'
import type { SegmentJoint } from './goals/segment-joint.ts'
import { lineStates, differenceRow, totalRow, winProbability } from './goals/count-grid.ts'
import type { CountGrid, Row } from './goals/count-grid.ts'
import { poissonRow } from './counting.ts'
import { linesAround } from './lines.ts'
import { priceBestPeriod } from './price-quarters.ts'
import { priceTie } from './price-tie.ts'
import { priceScorers } from './price-scorers.ts'
import { priceOrderMarket } from './order-markets.ts'
import { mainHalf, priceScoreMarket, putLines, scoreScope } from './score-markets.ts'
import type { ScoreScope } from './score-markets.ts'
import { segmentRule } from './segment-payoffs.ts'
import type { SegmentView } from './segment-payoffs.ts'
import { addLine, addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'
import type { PriceInput } from './price-input.ts'
import { leadsOf } from './goal-history.ts'
import { scorePayoff } from './score-payoffs.ts'
import { must } from '#lib/assert.ts'

/** A side with a man sent off scores less, the other more (rules 7.3). */
export const RED_OWN = 0.67
export const RED_OTHER = 1.25

/** Shares of segments still to come, seen from a given clock. */
interface Clock {
  leftFirst: number
  leftSecond: number
  firstShare: number
}

export interface GoalGame {
  input: PriceInput
  facts: GameFacts
  model: GoalModel
  /** Share of the whole match's goals that is past. */
  past: number
  live: boolean
}

const FOOTBALL_HALF_SEC = 45 * 60

/** Length of one part: cyber games say their own. */
function partSeconds(input: PriceInput, facts: GameFacts): number {
  const shape = facts.shape
  return (input.model.extra['periodMin'] ?? shape.minutes / shape.segments.length) * 60
}

/** Halves by the football table; other sports evenly. The first segment is one of n equal parts. */
function clockOf(input: PriceInput, facts: GameFacts): Clock {
  const shape = facts.shape
  const parts = shape.segments.length
  const football = parts === 2 && shape.minutes === 90
  const firstShare = football ? FIRST_HALF_SHARE : 1 / parts
  if (facts.stage === 'before' || facts.segment === 0) return { leftFirst: 1, leftSecond: 1, firstShare }
  if (facts.segment > parts) return { leftFirst: 0, leftSecond: 0, firstShare }
  const length = partSeconds(input, facts)
  if (football) {
    if (facts.segment === 1) return { leftFirst: facts.pause ? 0 : halfLeft(1, facts.clockSec / 60), leftSecond: 1, firstShare }
    return { leftFirst: 0, leftSecond: facts.pause ? 0 : halfLeft(2, (facts.clockSec - FOOTBALL_HALF_SEC) / 60), firstShare }
  }
  const inside = facts.pause ? 1 : Math.min(0.998, Math.max(0, facts.clockSec - (facts.segment - 1) * length) / length)
  if (facts.segment === 1) return { leftFirst: 1 - inside, leftSecond: 1, firstShare }
  return { leftFirst: 0, leftSecond: (parts - facts.segment + 1 - inside) / (parts - 1), firstShare }
}

/** Mean of a side whose match is over: its score is known and stays. */
const SCORES_NO_MORE = 1e-6

export function goalGame(input: PriceInput, facts: GameFacts): GoalGame {
  const clock = clockOf(input, facts)
  const lambda = Math.max(input.model.extra['done1'] ? SCORES_NO_MORE : 0.05, (input.model.total + input.model.supremacy) / 2)
  const mu = Math.max(0.05, (input.model.total - input.model.supremacy) / 2)
  const shape = facts.shape
  const first = facts.counts.get(shape.segments[0]!)!
  const full = facts.counts.get('full')!
  const firstScore: [number, number] = [Math.min(first.h, full.h), Math.min(first.a, full.a)]
  const [redHome, redAway] = input.sportId === 1 && input.redCards !== false ? facts.red : [0, 0]
  const model = goalModel({
    lambda,
    mu,
    rho: input.model.rho,
    ...clock,
    factorHome: RED_OWN ** redHome * RED_OTHER ** redAway,
    factorAway: RED_OWN ** redAway * RED_OTHER ** redHome,
    first: firstScore,
    second: [full.h - firstScore[0], full.a - firstScore[1]],
  })
  const past = 1 - clock.firstShare * clock.leftFirst - (1 - clock.firstShare) * clock.leftSecond
  return { input, facts, model, past, live: facts.stage === 'running' }
}

/** All markets of the match and of its halves or periods. */
export function priceGoals(game: GoalGame, out: PricedMarket[]): void {
  const { input, facts } = game
  const shape = facts.shape
  const wanted = (part: string) => !input.parts || input.parts.includes(part)
  if (wanted('full') && !facts.counts.get('regular')!.done) priceFull(game, openSheet('full', input.margins, game.live, out))
  if (wanted('full') && facts.tie) priceTie(game.model, facts, openSheet('full', input.margins, game.live, out))
  const keys = offeredKeys(input.sportId, 'part', true, input.top)
  if (keys.length === 0) return
  for (let n = 0; n < shape.segments.length; n++) {
    const part = shape.segments[n]!
    const count = facts.counts.get(part)!
    if (!wanted(part) || count.done) continue
    const grid = partGrid(game, n)
    const sheet = openSheet(part, input.margins, game.live, out)
    const scope = scoreScope(grid, false, input.top ? 2 : 1)
    const goals = facts.goals?.filter((g) => g.segment === n + 1)
    for (const key of keys) if (!priceScoreMarket(sheet, scope, key)) priceOrderMarket(sheet, grid, key, goals, input.top)
  }
}

/** Counts of one segment alone. With two segments it is exact; of several equal periods each takes its share. */
function partGrid(game: GoalGame, index: number): CountGrid {
  const { model: m, facts, input } = game
  const shape = facts.shape
  if (index === 0) return segmentGrids(m)[0]
  if (shape.segments.length === 2) return segmentGrids(m)[1]
  const count = facts.counts.get(shape.segments[index]!)!
  const open = shape.segments.length - Math.max(1, facts.segment - (facts.pause ? 0 : 1))
  const length = partSeconds(input, facts)
  const left = facts.segment === index + 1 && !facts.pause ? 1 - Math.min(0.998, Math.max(0, facts.clockSec - index * length) / length) : 1
  // All open periods but the running one are whole; the second stage of the model is all of them together.
  const runningLeft =
    facts.segment > 1 && !facts.pause ? 1 - Math.min(0.998, Math.max(0, facts.clockSec - (facts.segment - 1) * length) / length) : 1
  const share = left / (open - 1 + runningLeft)
  const stage: [number, number] = [m.secondHome * share, m.secondAway * share]
  const rest: [number, number] = [m.firstHome + m.secondHome - stage[0], m.firstAway + m.secondAway - stage[1]]
  return stageGrid(m, stage, rest, [count.h, count.a])
}

function priceFull(game: GoalGame, sheet: Sheet): void {
  const { input, facts } = game
  const grid = finalGrid(game.model)
  const scope = scoreScope(grid, input.top)
  const joints = new Map<SegmentView, SegmentJoint>()
  const rows = segmentRows(game.model)
  const joint = (view: SegmentView): SegmentJoint => {
    const known = joints.get(view) ?? segmentJoint(game.model, rows, view)
    joints.set(view, known)
    return known
  }
  for (const key of offeredKeys(input.sportId, 'match', true, input.top)) {
    if (priceScoreMarket(sheet, scope, key)) continue
    if (priceOrderMarket(sheet, grid, key, facts.goals, input.top)) continue
    if (priceSegments(sheet, key, joint)) continue
    if (priceScorers(game, sheet, grid, key)) continue
    if (input.sportId === 1) priceFootballOnly(game, sheet, grid, key)
    else priceGoalsOnly(game, sheet, scope, key)
  }
}

const SEGMENT_SETS: Readonly<Record<string, readonly number[]>> = {
  ht_ft: [15, 16, 17, 18, 19, 20, 21, 22, 23],
  period_match: [3574, 3575, 3576, 3577, 3578, 3579, 3580, 3581, 3582],
  half_half: [669, 668, 667, 666, 665, 673, 671, 672, 670],
  half_compare: [188, 189, 190],
  first_goal_half: [651, 652, 653],
}
const SEGMENT_PAIRS: Readonly<Record<string, readonly [yes: number, no: number]>> = {
  both_halves_goal: [478, 479],
  btts_each_half: [1824, 1825],
  team1_win_half: [504, 505],
  team2_win_half: [506, 507],
  team1_win_both_halves: [508, 509],
  team2_win_both_halves: [510, 511],
  draw_half: [516, 517],
}

function priceSegments(sheet: Sheet, key: string, joint: (view: SegmentView) => SegmentJoint): boolean {
  const chance = (t: number, p = 0): number => {
    const rule = must(segmentRule(t), `type ${t} has no payoff on halves`)
    return segmentProbability(joint(rule.view), rule.payoff, p)
  }
  const set = SEGMENT_SETS[key]
  if (set) {
    addSet(
      sheet,
      openMarket(sheet, key),
      set.map((t) => outcome(t)),
      set.map((t) => chance(t)),
    )
    return true
  }
  const pair = SEGMENT_PAIRS[key]
  if (pair) {
    addPair(sheet, openMarket(sheet, key), outcome(pair[0]), outcome(pair[1]), chance(pair[0]))
    return true
  }
  if (key !== 'each_half_total') return false
  for (const line of [0.5, 1.5]) {
    const market = openMarket(sheet, key, `line=${line}`, line === 0.5)
    addPair(sheet, market, outcome(512, line), outcome(513, line), chance(512, line))
    addPair(sheet, market, outcome(514, line), outcome(515, line), chance(514, line))
  }
  return true
}

/** Share of what is still to come that falls up to the end of `minute`. */
function shareOfRest(game: GoalGame, minute: number): number {
  const until = shareByMinute(minute)
  return game.past >= 1 ? 1 : Math.min(1, Math.max(0, (until - game.past) / (1 - game.past)))
}

/** Minutes offered: not begun yet, with something to play until then. */
function minutesAhead(game: GoalGame): number[] {
  const now = game.facts.clockSec / 60
  const all = game.input.top ? [15, 30, 60, 75] : [30, 60]
  return all.filter((m) => game.facts.stage === 'before' || (now < m - 1 && !(game.facts.segment === 2 && m <= 45)))
}

function priceFootballOnly(game: GoalGame, sheet: Sheet, grid: CountGrid, key: string): void {
  switch (key) {
    case 'team1_comeback':
    case 'team2_comeback': {
      const side = key === 'team1_comeback' ? 1 : 2
      const leads = leadsOf(game.facts.goals)
      if (!leads) return
      const prob = comeback(grid, side, side === 1 ? leads.homeWasBehind : leads.awayWasBehind)
      addPair(sheet, openMarket(sheet, key), outcome(side === 1 ? 496 : 498), outcome(side === 1 ? 497 : 499), prob)
      return
    }
    case 'result_two_ahead': {
      const leads = leadsOf(game.facts.goals)
      if (!leads) return
      const draw = winProbability(grid, must(scorePayoff(2), 'draw'))
      const probs = [winsOrTwoAhead(grid, 1, leads.homeTwoAhead), draw, winsOrTwoAhead(grid, 2, leads.awayTwoAhead)]
      addSet(sheet, openMarket(sheet, key), [outcome(16684), outcome(16685), outcome(16686)], probs)
      return
    }
    case 'goal_by_minute':
    case 'total_by_minute':
    case 'result_by_minute':
    case 'handicap_by_minute':
      for (const minute of minutesAhead(game))
        priceByMinute(sheet, scoreAfter(game.model, shareOfRest(game, minute)), key, minute, game.input.top)
      return
    case 'penalty_awarded': {
      const chance = game.input.model.extra['pPenalty']
      const given = (game.facts.stats['penalties'] ?? [0, 0]).some((n) => n > 0)
      if (chance === undefined || given) return
      addPair(sheet, openMarket(sheet, key), outcome(518), outcome(519), 1 - (1 - chance) ** Math.max(0.002, 1 - game.past))
      return
    }
    case 'goal_interval':
      priceIntervals(game, sheet, grid)
      return
    default:
  }
}

function priceByMinute(sheet: Sheet, grid: CountGrid, key: string, minute: number, top: boolean): void {
  const main = minute === 60
  if (key === 'result_by_minute') {
    const probs = [1, 2, 3].map((t) => winProbability(grid, must(scorePayoff(t), 'result')))
    addSet(
      sheet,
      openMarket(sheet, key, `minute=${minute}`, main),
      [1189, 1190, 1191].map((t) => outcome(t, minute)),
      probs,
    )
  } else if (key === 'goal_by_minute') {
    const so = grid.h + grid.a
    for (let n = so + 1; n <= so + (top ? 2 : 1); n++) {
      const param = packThousandths(minute, n)
      const states = lineStates(totalRow(grid), n - 0.5)
      addPair(sheet, openMarket(sheet, key, `minute=${minute}|n=${n}`, main), outcome(812, param), outcome(813, param), states[0])
    }
  } else if (key === 'total_by_minute') {
    const scope = scoreScope(grid, false)
    const line = mainHalf(scope)
    const param = packLineMinute(line, minute)
    addLine(
      sheet,
      openMarket(sheet, key, `line=${line}|minute=${minute}`, main),
      outcome(1197, param),
      outcome(1198, param),
      lineStates(scope.total, line),
    )
  } else {
    const line = 0
    const states = lineStates(differenceRow(grid), line)
    const param = packLineMinute(line, minute)
    addLine(sheet, openMarket(sheet, key, `line=${line}|minute=${minute}`, main), outcome(1195, param), outcome(1196, param), states)
  }
}

function priceIntervals(game: GoalGame, sheet: Sheet, grid: CountGrid): void {
  for (let to = 15; to <= 90; to += 15) {
    const from = to - 14
    const begun = game.facts.stage !== 'before' && (game.facts.clockSec / 60 > from - 1 || (game.facts.segment === 2 && to <= 45))
    if (begun) continue
    const q = shareOfRest(game, to) - shareOfRest(game, from - 1)
    const param = packThousandths(from, to)
    addPair(
      sheet,
      openMarket(sheet, 'goal_interval', `from=${from}|to=${to}`, from === 1),
      outcome(2949, param),
      outcome(2950, param),
      goalInWindow(grid, q),
    )
  }
}

/** Goals of one period; a period that is over has its own number. */
function periodTotal(game: GoalGame, code: string, index: number): Row {
  const count = game.facts.counts.get(code)!
  return count.done ? { from: count.h + count.a, p: Float64Array.of(1) } : totalRow(partGrid(game, index))
}

/** Two-minute penalties: Poisson over the match, when the model names their mean and the provider tells them. */
function pricePenalties({ input, facts, past, live }: GoalGame, sheet: Sheet, key: string): void {
  const first = key === 'first_penalty'
  const mean = input.model.extra[first ? 'penalties' : 'suspensions']
  const told = facts.stats[first ? 'penalties' : 'suspensions']
  if (mean === undefined) return
  if (first) {
    if (!live || (told && told[0] + told[1] === 0)) addPair(sheet, openMarket(sheet, key), outcome(1047), outcome(1048), 0.5)
    return
  }
  if (live && !told) return
  const row = { from: told ? told[0] + told[1] : 0, p: poissonRow(mean * Math.max(0.002, 1 - past)) }
  putLines(sheet, key, 3486, 3487, linesAround(row, 1, 1, 0.5), false)
}

/** Share of level games that the ten minutes of overtime leave level, so that penalty shots decide. */
const SHOOTOUT_SHARE = 0.36

/** Ice hockey and handball. */
function priceGoalsOnly(game: GoalGame, sheet: Sheet, scope: ScoreScope, key: string): void {
  const chance = (t: number) => winProbability(scope.grid, must(scorePayoff(t), 'result'))
  const draw = chance(2)
  switch (key) {
    case 'winner_with_ot': {
      const { lambda, mu } = game.model
      addPair(sheet, openMarket(sheet, key), outcome(401), outcome(402), chance(1) + (draw * lambda) / (lambda + mu))
      return
    }
    case 'overtime':
      addPair(sheet, openMarket(sheet, key), outcome(759), outcome(761), draw)
      return
    case 'shootout':
      addPair(sheet, openMarket(sheet, key), outcome(745), outcome(746), draw * SHOOTOUT_SHARE)
      return
    case 'best_period':
      priceBestPeriod(
        sheet,
        game.facts.shape.segments.map((code, n) => periodTotal(game, code, n)),
      )
      return
    case 'first_penalty':
    case 'suspension_total':
      pricePenalties(game, sheet, key)
      return
    default:
  }
}
