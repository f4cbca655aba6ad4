import { expect, test } from 'vitest'
import { lineStates, productGrid, totalRow } from '#modules/pricing/rules/goals/count-grid.ts'
import { poissonRow } from '#modules/pricing/rules/counting.ts'
import { resultOf } from '#modules/pricing/rules/football.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import { duelGrid, duelMarkets, expectedCount, type Participant } from './duel.ts'

const game = (ci: number, sportId: number, model: { supremacy: number; total: number; extra?: Record<string, number> }): BookGame =>
  ({ ci, sportId, type: 'match', sides: [{}, {}], model: { rho: 0, extra: {}, ...model } }) as unknown as BookGame
let id = 0
const side = (of: BookGame, no: 1 | 2): Participant => ({ id: (id += 1), game: of, side: no })

test('the worked example of the rules: 2.75 against 2.50', () => {
  const grid = productGrid(0, 0, poissonRow(2.75), poissonRow(2.5))
  const [home, draw, away] = resultOf(grid)
  expect(home).toBeCloseTo(0.453438, 5)
  expect(draw).toBeCloseTo(0.177883, 5)
  expect(away).toBeCloseTo(0.368678, 5)
  expect(lineStates(totalRow(grid), 5.5)[0]).toBeCloseTo(0.427817, 5)
  const [a, b, c] = [0, 1, 2].map((k) => game(k, 1, { supremacy: 0.25, total: 2.5 }))
  // 1.375 twice against 1.375 and 1.125: the means add up.
  expect(
    resultOf(
      duelGrid([
        [side(a!, 1), side(b!, 1)],
        [side(c!, 1), side(a!, 2)],
      ]),
    )[0],
  ).toBeCloseTo(home, 5)
})

test('sets: a duel of two opponents is their own match, both counts depend on each other', () => {
  const match = game(1, 4, { supremacy: 0, total: 0, extra: { pServe1: 0.66, pServe2: 0.62, bestOf: 3 } })
  const grid = duelGrid([[side(match, 1)], [side(match, 2)]])
  const [home, draw, away] = resultOf(grid)
  expect(draw).toBeCloseTo(0, 9)
  expect(home).toBeGreaterThan(away)
  const total = totalRow(grid)
  expect([lineStates(total, 1.5)[0], lineStates(total, 3.5)[0]].map((p) => Math.round(p * 1e9) / 1e9)).toEqual([1, 0])
  const [one, two] = [expectedCount({ game: match, side: 1 }), expectedCount({ game: match, side: 2 })]
  expect(one + two).toBeGreaterThan(2)
  expect(one).toBeGreaterThan(two)
})

test('of four sets three are won, as of five', () => {
  const sets = (bestOf: number) =>
    expectedCount({ game: game(1, 4, { supremacy: 0, total: 0, extra: { pServe1: 0.66, pServe2: 0.62, bestOf } }), side: 1 })
  expect(sets(4)).toBe(sets(5))
})

test('sets of a best of five, added over two matches', () => {
  const long = game(1, 4, { supremacy: 0, total: 0, extra: { pServe1: 0.64, pServe2: 0.64, bestOf: 5 } })
  const other = game(2, 4, { supremacy: 0, total: 0, extra: { pServe1: 0.64, pServe2: 0.64 } })
  const grid = duelGrid([
    [side(long, 1), side(other, 1)],
    [side(long, 2), side(other, 2)],
  ])
  const [home, , away] = resultOf(grid)
  expect(home).toBeCloseTo(away, 9)
  expect(lineStates(totalRow(grid), 4.5)[0]).toBeCloseTo(1, 9)
  expect(lineStates(totalRow(grid), 8.5)[0]).toBeCloseTo(0, 9)
})

test('a draw is offered where the counts can be equal, and not to the two opponents of one match in sets', () => {
  const [match, other] = [1, 2].map((ci) => game(ci, 4, { supremacy: 0, total: 0, extra: { pServe1: 0.66, pServe2: 0.62, bestOf: 3 } }))
  const football = game(3, 1, { supremacy: 0.25, total: 2.5 })
  const result = (one: Participant, two: Participant) =>
    duelMarkets(duelGrid([[one], [two]]))
      .filter(({ g }) => g === 1)
      .map(({ t }) => t)
  expect(result(side(match!, 1), side(match!, 2))).toEqual([1, 3])
  expect(result(side(match!, 1), side(other!, 2))).toEqual([1, 2, 3])
  expect(result(side(football, 1), side(football, 2))).toEqual([1, 2, 3])
})
