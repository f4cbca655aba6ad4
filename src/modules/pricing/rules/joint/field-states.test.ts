import { expect, it } from 'vitest'
import { DEFAULT_MARGINS } from '../margin-table.ts'
import { factsFrom, type GameFacts } from '../game-facts.ts'
import { gradeOutcome } from '../grade.ts'
import { priceField } from '../price-field.ts'
import type { PriceInput } from '../price-input.ts'
import type { PricedMarket } from '../sheet.ts'
import { priceJoint, stateSpace } from './joint-price.ts'

const HORSES = 44
const WEIGHTS = [4, 3, 2, 1.5, 1, 1, 0.8, 0.5]

function race(weights = WEIGHTS): PriceInput {
  return {
    sportId: HORSES,
    status: 'scheduled',
    model: { supremacy: 0, total: 0, rho: 0, extra: {} },
    margins: DEFAULT_MARGINS,
    top: true,
    kind: 'race',
    runners: weights.map((w, n) => ({ id: 101 + n, strength: Math.log(w), number: n + 1 })),
    parts: ['full'],
  } as PriceInput
}

const pick = (t: number, p: number, playerId: number, price = 2000) => ({ part: 'full', key: '', spec: '', t, p, playerId, price })
const first = (id: number) => pick(2637, 0, id)
const exact = (place: number, id: number) => pick(1_000_002, place, id)

it('prices every order of two and of three, and nothing else', () => {
  const space = stateSpace(race(), new Set(['full']))!
  const prob = (...legs: ReturnType<typeof pick>[]) => priceJoint(space, legs, DEFAULT_MARGINS, false)
  let forecasts = 0
  for (const a of [101, 102, 103, 104, 105, 106, 107, 108])
    for (const b of [101, 102, 103, 104, 105, 106, 107, 108]) if (a !== b) forecasts += prob(first(a), exact(2, b)).prob
  expect(forecasts).toBeCloseTo(1, 9)
  const [a, b, c] = [4 / 13.8, 3 / 9.8, 2 / 6.8]
  expect(prob(first(101), exact(2, 102)).prob).toBeCloseTo(a * b, 9)
  const tricast = prob(first(101), exact(2, 102), exact(3, 103))
  expect(tricast.prob).toBeCloseTo(a * b * c, 9)
  expect(tricast.price! / 1000).toBeCloseTo(1 / (a * b * c * 1.14), 1)
  expect(prob(first(101), exact(2, 101)).faults).toEqual([{ kind: 'impossible', a: 0, b: 1 }])
  expect(prob(first(101), pick(3135, 0, 102)).faults).toEqual([{ kind: 'market', a: 1 }])
})

it('offers places at a part of the winner, and exact places with a chance each', () => {
  const markets: PricedMarket[] = []
  const input = race()
  priceField(input, factsFrom(input), markets)
  const of = (key: string, spec: string) => markets.find((market) => market.key === key && market.spec === spec)!
  const win = of('outright', '').outcomes
  for (const [n, place] of of('each_way', 'n=3').outcomes.entries()) {
    expect(place.price).toBe(1000 + Math.floor((win[n]!.price! - 1000) / 5))
  }
  for (const spec of ['n=2', 'n=3']) expect(of('finish', spec).outcomes.reduce((sum, one) => sum + one.prob, 0)).toBeCloseTo(1, 6)
})

it('grades places, dead heats and runners that did not start', () => {
  const facts = {
    ...factsFrom({ sportId: HORSES, status: 'ended', live: { game: 'g', phase: 'ended', score: [0, 0], periods: [], stats: {} } }),
    places: new Map([
      [101, 1],
      [102, 1],
      [103, 3],
      [104, 4],
    ]),
    out: new Set([105]),
  } satisfies GameFacts
  const grade = (t: number, p: number, id: number) =>
    gradeOutcome('full', t === 1_000_002 ? 'finish' : 'each_way', t, p, id, facts, `n=${p}`)
  expect(grade(1_000_002, 2, 101)).toMatchObject({ won: 1, deadHeat: 0.5 })
  expect(grade(1_000_002, 2, 103).won).toBe(0)
  expect(grade(1_000_002, 3, 103)).toMatchObject({ won: 1 })
  expect(grade(1_000_001, 3, 103)).toMatchObject({ won: 1 })
  expect(grade(1_000_001, 3, 104).won).toBe(0)
  expect(grade(1_000_001, 3, 105)).toMatchObject({ voidFactor: 1 })
})
