import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { ladder } from '#lib/price.ts'
import { parseOutcomeKey } from '../../../../../test/support/outcome-key.ts'
import vectors from '../../../../../test/vectors/football.json' with { type: 'json' }
import { factsFrom } from '../game-facts.ts'
import { finalGrid } from '../goals/goal-model.ts'
import { DEFAULT_MARGINS } from '../margin-table.ts'
import { goalGame } from '../price-goals.ts'
import { priceGame } from '../price-game.ts'
import type { PriceInput } from '../price-input.ts'
import { scorePayoffOf } from '../score-payoffs.ts'
import { joinFaults, priceJoint, stateSpace, type JointLeg } from './joint-price.ts'

const base = (sportId: number, model: Partial<PriceInput['model']>, more: Partial<PriceInput> = {}): PriceInput => ({
  sportId,
  status: 'scheduled',
  model: { supremacy: 0, total: 0, rho: 0, extra: {}, ...model },
  margins: DEFAULT_MARGINS,
  top: true,
  ...more,
})
const football = base(1, { supremacy: 0.45, total: 2.65, rho: -0.06 })
const hockey = base(2, { supremacy: 0.5, total: 5.7 })
const tennis = base(4, { extra: { pServe1: 0.64, pServe2: 0.6 } })
const basketball = base(3, { supremacy: 4.5, total: 225.5 })
const handball = base(8, { supremacy: 2, total: 56 })
/** With the points of the parts so far. */
function inPlay(input: PriceInput, phase: string, clockSec: number, ...parts: [number, number][]): PriceInput {
  const periods = parts.map((score, n) => ({ no: n + 1, code: ['q1', 'q2', 'q3', 'q4', 'ot'][n]!, score }))
  const score = [0, 1].map((side) => parts.reduce((sum, one) => sum + one[side]!, 0)) as [number, number]
  return { ...input, status: 'live', live: { game: 'g', phase, clockSec, clockRuns: true, score, periods, stats: {} } }
}

const pick = (t: number, p = 0, more: Partial<JointLeg> = {}): JointLeg => ({
  part: 'full',
  key: 'total',
  spec: '',
  t,
  p,
  playerId: 0,
  price: 1500,
  ...more,
})
const spaceOf = (input: PriceInput, part = 'full') => must(stateSpace(input, new Set([part])), 'a state space')
const priced = (input: PriceInput, ...legs: JointLeg[]) => priceJoint(spaceOf(input), legs, DEFAULT_MARGINS, false)

const W1 = pick(1, 0, { key: 'result_1x2' })
const X = pick(2, 0, { key: 'result_1x2' })
const OVER = pick(9, 2.5)
const BTTS = pick(180, 0, { key: 'btts' })

test.each(vectors.cases.filter((c) => (c.input as { op: string }).op === 'joint'))('$name', ({ input, expected }) => {
  const { lambda, mu, rho, condition } = input as { lambda: number; mu: number; rho: number; condition: string }
  const game = base(1, { supremacy: lambda - mu, total: lambda + mu, rho })
  const found = priced(game, condition.startsWith('btts') ? BTTS : W1, OVER)
  expect(found.prob).toBeCloseTo((expected as { joint: number }).joint, 5)
  // Above the probability by the margin, and never by the product of the two.
  expect(1000 / must(found.price, 'a price')).toBeGreaterThan(found.prob)
})

describe.each([
  ['football', football, 'full'],
  ['hockey', hockey, 'full'],
  ['handball', handball, 'full'],
  ['corners', football, 'corners'],
  ['cards of the match', football, 'cards'],
  ['tennis', tennis, 'full'],
  ['tennis of five sets', { ...tennis, bestOf: 5 }, 'full'],
  ['basketball', basketball, 'full'],
  ['a quarter', basketball, 'q1'],
  ['basketball that has begun', inPlay(basketball, 'q1', 0), 'full'],
  ['basketball on its way', inPlay(basketball, 'q3', 1500, [30, 25], [28, 31], [12, 14]), 'full'],
  ['basketball that ends close', inPlay(basketball, 'q4', 2280, [30, 25], [28, 31], [20, 24], [22, 21]), 'full'],
  ['overtime of basketball', inPlay(basketball, 'ot', 2520, [30, 25], [28, 31], [20, 24], [22, 20], [3, 2]), 'full'],
  ['american football in play', inPlay(base(13, { supremacy: 3, total: 45 }), 'q4', 2900, [7, 3], [3, 7], [0, 7], [7, 0]), 'full'],
  [
    'football in play',
    {
      ...football,
      status: 'live',
      live: { score: [1, 0], clockSec: 1500, clockRuns: true, phase: 'h1', periods: [{ code: 'h1', score: [1, 0] }], stats: {} },
    } as unknown as PriceInput,
    'full',
  ],
] as const)('%s', (_name, input, part) => {
  const space = spaceOf(input, part)
  test('chances sum to one', () => {
    expect(space.chances.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
  })

  test('an outcome alone has the chance that it is priced with', () => {
    let compared = 0
    for (const market of priceGame(input, factsFrom(input))) {
      for (const { key, prob, prob5 } of market.outcomes) {
        const { t, p, playerId } = parseOutcomeKey(key)
        const payoff = space.payoff({ part: market.part, key: market.key, spec: market.spec, t, p, playerId })
        if (!payoff || prob5) continue
        const sum = space.chances.reduce((total, chance, n) => total + (payoff(n) === 1 ? chance : 0), 0)
        // Normal margins against whole scores differ a little, everything else only by rounding.
        expect(Math.abs(sum - prob), `${market.part} ${market.key} ${market.spec} ${key}`).toBeLessThan(
          [3, 13].includes(input.sportId) ? 0.015 : 2e-4,
        )
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(10)
  })
})

test('the joint is the sum over the cells of the grid, and never above its parts', () => {
  const grid = finalGrid(goalGame(football, factsFrom(football)).model)
  const outcomes: [key: string, t: number, p: number][] = [
    ['result_1x2', 1, 0],
    ['result_1x2', 2, 0],
    ['double_chance', 4, 0],
    ['total', 9, 2.5],
    ['total', 10, 3.5],
    ['handicap', 7, -1.5],
    ['handicap', 8, 0.5],
    ['btts', 180, 0],
    ['btts', 181, 0],
    ['team1_total', 11, 1.5],
    ['team2_total', 14, 0.5],
    ['odd_even', 182, 0],
    ['correct_score', 731, 2.001],
  ]
  const space = spaceOf(football)
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: outcomes.length - 1 }), { minLength: 2, maxLength: 4 }), (chosen) => {
      const legs = chosen.map((n) => pick(outcomes[n]![1], outcomes[n]![2], { key: outcomes[n]![0], price: 1001 }))
      const chance = (picks: readonly JointLeg[]): number => {
        let sum = 0
        for (let i = 0, n = 0; i < grid.rows; i += 1)
          for (let j = 0; j < grid.columns; j += 1, n += 1)
            if (picks.every((one) => must(scorePayoffOf(one.key, one.t), 'payoff')(i, j, one.p, 4) === 1)) sum += grid.p[n]!
        return sum
      }
      const found = priceJoint(space, legs, DEFAULT_MARGINS, false)
      expect(found.prob).toBeCloseTo(chance(legs), 7)
      expect(found.prob).toBeLessThanOrEqual(Math.min(...legs.map((leg) => chance([leg]))) + 1e-7)
      expect(priceJoint(space, legs.toReversed(), DEFAULT_MARGINS, false).price).toBe(found.price)
      if (found.price !== null) {
        expect(found.faults).toEqual([])
        expect(found.price).toBeLessThanOrEqual(ladder(1 / found.prob))
      }
    }),
  )
})

test('another condition never lowers the price', () => {
  const space = spaceOf(football)
  const picks = [
    W1,
    BTTS,
    OVER,
    pick(11, 1.5, { key: 'team1_total' }),
    pick(182, 0, { key: 'odd_even' }),
    pick(10, 4.5),
    pick(1, 0, { part: 'h1', key: 'result_1x2' }),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(picks, { minLength: 3 }), (legs) => {
      const whole = priceJoint(space, legs, DEFAULT_MARGINS, false)
      const less = priceJoint(space, legs.slice(1), DEFAULT_MARGINS, false)
      if (whole.price !== null && less.price !== null) expect(whole.price).toBeGreaterThanOrEqual(less.price)
    }),
  )
})

test('a price together is never below the dearest alone', () => {
  const found = priced(football, { ...W1, price: 9000 }, OVER)
  expect(found.price).toBe(9000)
})

test('pairs that cannot both win, or of which one says the other, are named', () => {
  expect(priced(football, W1, X).faults).toEqual([{ kind: 'impossible', a: 0, b: 1 }])
  // 2:1 already says that side 1 wins: the narrower outcome comes first.
  expect(priced(football, W1, pick(731, 2.001, { key: 'correct_score' })).faults).toEqual([{ kind: 'nested', a: 1, b: 0 }])
  expect(priced(football, OVER, pick(9, 3.5), BTTS).faults).toEqual([{ kind: 'nested', a: 1, b: 0 }])
  expect(priced(football, W1, pick(9, 2), BTTS).faults).toEqual([{ kind: 'refund', a: 1 }])
  expect(priced(football, W1, pick(3827, 2.25)).faults).toEqual([{ kind: 'refund', a: 1 }])
  expect(priced(football, W1, pick(9, 8.5, { part: 'corners' })).faults).toEqual([{ kind: 'market', a: 1 }])
  expect(priced(hockey, W1, pick(401, 0, { key: 'winner_with_ot' })).faults).toEqual([{ kind: 'nested', a: 0, b: 1 }])
  expect(priced(hockey, W1, pick(759, 0, { key: 'overtime' })).faults).toEqual([{ kind: 'impossible', a: 0, b: 1 }])
  expect(priced(hockey, W1, pick(745, 0, { key: 'shootout' })).faults).toEqual([{ kind: 'market', a: 1 }])
  expect(priced(football, pick(731, 6.006, { key: 'correct_score' }), pick(182, 0, { key: 'odd_even' })).price).toBeNull()
})

test('a level match is won in overtime in the share of the rates', () => {
  const won = priced(hockey, pick(2, 0, { key: 'result_1x2' }), pick(401, 0, { key: 'winner_with_ot' }))
  const draw = must(
    priceGame(hockey).find((m) => m.key === 'result_1x2'),
    'market',
  ).outcomes[1]!.prob
  expect(won.prob).toBeCloseTo((draw * (5.7 + 0.5)) / 2 / 5.7, 6)
})

test('halves of a match are joint with the match', () => {
  const firstHalf = pick(1, 0, { part: 'h1', key: 'result_1x2' })
  const found = priced(football, firstHalf, W1)
  const [half] = priceGame(football).filter((m) => m.key === 'ht_ft')
  // Half-time 1, full-time 1 is the outcome 15 of its own market.
  expect(found.prob).toBeCloseTo(must(half, 'market').outcomes.find((o) => parseOutcomeKey(o.key).t === 15)!.prob, 6)
})

test('what can join is told one by one', () => {
  const space = spaceOf(football)
  const kinds = joinFaults(
    space,
    [W1],
    [X, OVER, pick(4, 0, { key: 'double_chance' }), pick(9, 2), pick(1, 0, { key: 'scorer', playerId: 7 })],
  ).map((fault) => fault?.kind ?? null)
  expect(kinds).toEqual(['impossible', null, 'nested', 'refund', 'market'])
})

test('sports without a state space are not offered', () => {
  for (const sportId of [5, 66, 10, 9]) expect(stateSpace(base(sportId, { total: 8 }), new Set(['full']))).toBeNull()
  expect(stateSpace(basketball, new Set(['full', 'q1']))).toBeNull()
  expect(stateSpace({ ...football, status: 'ended' }, new Set(['full']))).toBeNull()
})
