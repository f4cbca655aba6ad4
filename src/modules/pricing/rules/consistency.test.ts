/**
 * Price and result are the same predicate: summed over every way a match can end, what grading says times the
 * chance of that way is the probability that was priced.
 */
import { describe, expect, it } from 'vitest'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import { poissonRow } from './counting.ts'
import { factsFrom } from './game-facts.ts'
import type { CountFacts, GameFacts, GoalFact } from './game-facts.ts'
import { tau } from './goals/goal-model.ts'
import type { GoalModel } from './goals/goal-model.ts'
import { shareByMinute } from './goals/goal-clock.ts'
import { gradeOutcome } from './grade.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { effectiveProbability, emptyStates } from './payoff.ts'
import type { FiveStates } from './payoff.ts'
import { goalGame } from './price-goals.ts'
import { priceGame } from './price-game.ts'
import type { PriceInput, PricedMarket, PricedOutcome } from './price-game.ts'

const live = (phase: string, clockSec: number, h1: [number, number], h2?: [number, number]): LiveState => ({
  game: 'g',
  phase,
  clockSec,
  clockRuns: true,
  score: [h1[0] + (h2?.[0] ?? 0), h1[1] + (h2?.[1] ?? 0)],
  periods: [{ no: 1, code: 'h1', score: h1 }, ...(h2 ? [{ no: 2, code: 'h2', score: h2 }] : [])],
  stats: {},
})
const before: PriceInput = {
  sportId: 1,
  status: 'scheduled',
  model: { supremacy: 0.2, total: 1.2, rho: -0.05, extra: {} },
  margins: DEFAULT_MARGINS,
  top: true,
}
const goal = (side: 'home' | 'away', clockSec: number, seq: number) => ({ game: 'g', seq, clockSec, type: 'goal', side })

const situations: [string, PriceInput][] = [
  ['before the match', before],
  ['first half, 1:0', { ...before, status: 'live', live: live('h1', 1900, [1, 0]), incidents: [goal('home', 600, 1)] }],
  ['second half, 0:1', { ...before, status: 'live', live: live('h2', 3600, [0, 1], [0, 0]), incidents: [goal('away', 600, 1)] }],
]

const ORDER_KEYS = new Set([
  'next_goal',
  'first_goal',
  'last_goal',
  'race_to_goals',
  'team1_comeback',
  'team2_comeback',
  'result_two_ahead',
])
const MINUTE_KEYS = new Set(['goal_by_minute', 'total_by_minute', 'result_by_minute', 'handicap_by_minute', 'goal_interval'])

function factsWith(base: GameFacts, h1: [number, number], h2: [number, number], goals: GoalFact[] | undefined): GameFacts {
  const counts = new Map<string, CountFacts>(base.counts)
  const done = (h: number, a: number): CountFacts => ({ h, a, done: true })
  counts.set('h1', done(...h1)).set('h2', done(...h2))
  for (const part of ['full', 'regular', 'ot', 'units']) counts.set(part, done(h1[0] + h2[0], h1[1] + h2[1]))
  return { ...base, stage: 'ended', counts, goals }
}

interface Tally {
  market: PricedMarket
  outcome: PricedOutcome
  t: number
  p: number
  playerId: number
  states: FiveStates
}

function tallies(markets: readonly PricedMarket[], wanted: (m: PricedMarket) => boolean): Tally[] {
  return markets
    .filter(wanted)
    .flatMap((market) => market.outcomes.map((outcome) => ({ market, outcome, ...parseOutcomeKey(outcome.key), states: emptyStates() })))
}

function add(list: readonly Tally[], facts: GameFacts, weight: number): void {
  for (const x of list) {
    const g = gradeOutcome(x.market.part, x.market.key, x.t, x.p, x.playerId, facts, x.market.spec)
    if (g.won === null) throw new Error(`${x.market.key} ${x.outcome.key} stays open at the end`)
    const index = g.voidFactor === 1 ? 2 : g.voidFactor === 0.5 ? (g.won === 1 ? 1 : 3) : g.won === 1 ? 0 : 4
    x.states[index]! += weight
  }
}

function verify(list: readonly Tally[]): void {
  for (const { market, outcome, states } of list) {
    const label = `${market.part} ${market.key} ${market.spec} ${outcome.key}`
    const expected = outcome.prob5 ?? [outcome.prob, 0, 0, 0, 1 - outcome.prob]
    expected.forEach((x, n) => expect(Math.abs(states[n]! - x), `${label} state ${n}: graded ${states[n]}, priced ${x}`).toBeLessThan(1e-9))
    expect(Math.abs(effectiveProbability(states) - outcome.prob), label).toBeLessThan(1e-9)
  }
}

/** Every pair of increments of two stages with its probability. */
function* cells(m: GoalModel, one: [number, number], two: [number, number]): Generator<[number, number, number, number, number]> {
  const rows = [poissonRow(one[0]), poissonRow(one[1]), poissonRow(two[0]), poissonRow(two[1])] as const
  const x = m.first[0] + m.second[0]
  const y = m.first[1] + m.second[1]
  let sum = 0
  const all: [number, number, number, number, number][] = []
  rows[0].forEach((pi, i) =>
    rows[1].forEach((pj, j) =>
      rows[2].forEach((pk, k) =>
        rows[3].forEach((pl, l) => {
          const p = pi * pj * pk * pl * (x + i + k < 2 && y + j + l < 2 ? tau(x + i + k, y + j + l, m.lambda, m.mu, m.rho) : 1)
          sum += p
          if (p > 1e-15) all.push([i, j, k, l, p])
        }),
      ),
    ),
  )
  for (const [i, j, k, l, p] of all) yield [i, j, k, l, p / sum]
}

describe('price equals graded expectation', () => {
  it.each(situations)('markets on scores and halves, %s', (_name, input) => {
    const facts = factsFrom(input)
    const model = goalGame(input, facts).model
    const list = tallies(
      priceGame(input),
      (m) => ['full', 'h1', 'h2'].includes(m.part) && !ORDER_KEYS.has(m.key) && !MINUTE_KEYS.has(m.key),
    )
    expect(list.length).toBeGreaterThan(400)
    for (const [i, j, k, l, p] of cells(model, [model.firstHome, model.firstAway], [model.secondHome, model.secondAway])) {
      add(list, factsWith(facts, [model.first[0] + i, model.first[1] + j], [model.second[0] + k, model.second[1] + l], undefined), p)
    }
    verify(list)
  })

  it.each(situations)('markets on the order of goals, %s', (_name, input) => {
    const facts = factsFrom(input)
    const model = goalGame(input, facts).model
    const list = tallies(priceGame(input), (m) => m.part === 'full' && ORDER_KEYS.has(m.key))
    expect(list.length).toBeGreaterThan(15)
    const home = model.firstHome + model.secondHome
    const away = model.firstAway + model.secondAway
    const seen = new Map<string, number>()
    for (const [i, j, , , p] of cells(model, [home, away], [0, 0])) seen.set(`${i}:${j}`, (seen.get(`${i}:${j}`) ?? 0) + p)
    for (const [score, p] of seen) {
      const [i, j] = score.split(':').map(Number) as [number, number]
      if (i + j > 13) continue
      const orders = ordersOf(i, j)
      for (const order of orders) {
        const goals: GoalFact[] = [...facts.goals!, ...order.map((side) => ({ side, segment: 2, minute: 80 }))]
        add(list, factsWith(facts, model.first, [model.second[0] + i, model.second[1] + j], goals), p / orders.length)
      }
    }
    verify(list)
  })

  it.each(situations)('markets on minutes, %s', (_name, input) => {
    const facts = factsFrom(input)
    const game = goalGame(input, facts)
    const m = game.model
    const all = priceGame(input).filter((x) => x.part === 'full' && MINUTE_KEYS.has(x.key))
    expect(all.length).toBeGreaterThan(3)
    const past = facts.goals!
    for (const market of all) {
      const list = tallies([market], () => true)
      const to = Number(/(?:minute|to)=(\d+)/.exec(market.spec)![1])
      const from = Number(/from=(\d+)/.exec(market.spec)?.[1] ?? 0)
      const until = (minute: number) => Math.max(0, (shareByMinute(minute) - game.past) / (1 - game.past))
      const q = until(to) - (from > 0 ? until(from - 1) : 0)
      const home = m.firstHome + m.secondHome
      const away = m.firstAway + m.secondAway
      const outside = to < 90 ? to + 1 : from - 1
      for (const [i, j, k, l, p] of cells(m, [home * q, away * q], [home * (1 - q), away * (1 - q)])) {
        const put = (side: 1 | 2, n: number, minute: number): GoalFact[] => Array.from({ length: n }, () => ({ side, segment: 2, minute }))
        const goals = [...past, ...put(1, i, to), ...put(2, j, to), ...put(1, k, outside), ...put(2, l, outside)]
        add(list, factsWith(facts, m.first, [m.second[0] + i + k, m.second[1] + j + l], goals), p)
      }
      verify(list)
    }
  })
})

function ordersOf(i: number, j: number): (1 | 2)[][] {
  if (i === 0 && j === 0) return [[]]
  const out: (1 | 2)[][] = []
  if (i > 0) for (const rest of ordersOf(i - 1, j)) out.push([1, ...rest])
  if (j > 0) for (const rest of ordersOf(i, j - 1)) out.push([2, ...rest])
  return out
}
