import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { priceGame, priceMain } from './price-game.ts'
import type { PriceInput, PricedMarket } from './price-game.ts'
import { LEAST_PROBABILITY } from './sheet.ts'

const models: Record<number, () => fc.Arbitrary<{ supremacy: number; total: number; extra: Record<string, number> }>> = {
  1: () => goalsOf(3.6, 1.4),
  2: () => goalsOf(7, 1.2),
  14: () => goalsOf(7, 1.5),
  3: () => pointsOf(190, 240, 12),
  8: () => pointsOf(48, 62, 8),
  13: () => pointsOf(36, 52, 9),
  4: () =>
    fc.record({ supremacy: fc.constant(0), total: fc.constant(0), extra: fc.record({ pServe1: d(0.5, 0.75), pServe2: d(0.5, 0.75) }) }),
  6: () => fc.record({ supremacy: d(-0.08, 0.08), total: fc.constant(0), extra: fc.constant({}) }),
  10: () => fc.record({ supremacy: d(-0.12, 0.12), total: fc.constant(0), extra: fc.constant({}) }),
  40: () => fc.record({ supremacy: d(-0.5, 0.5), total: fc.constant(0), extra: fc.constant({}) }),
  56: () => fc.record({ supremacy: d(-0.7, 0.7), total: fc.constant(0), extra: fc.constant({}) }),
}
const d = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const goalsOf = (most: number, sup: number) => fc.record({ supremacy: d(-sup, sup), total: d(sup + 0.6, most), extra: fc.constant({}) })
const pointsOf = (low: number, high: number, sup: number) =>
  fc.record({ supremacy: d(-sup, sup), total: d(low, high), extra: fc.constant({}) })

function inputOf(
  sportId: number,
  model: { supremacy: number; total: number; extra: Record<string, number> },
  live?: LiveState,
): PriceInput {
  return {
    sportId,
    status: live ? 'live' : 'scheduled',
    model: { ...model, rho: sportId === 1 ? -0.05 : 0 },
    margins: DEFAULT_MARGINS,
    top: true,
    ...(live ? { live } : {}),
  }
}

const footballLive = fc
  .record({
    minute: fc.integer({ min: 1, max: 93 }),
    h: fc.integer({ min: 0, max: 4 }),
    a: fc.integer({ min: 0, max: 4 }),
    red: fc.integer({ min: 0, max: 1 }),
  })
  .map(({ minute, h, a, red }): LiveState => {
    const second = minute > 46
    const first = { no: 1, code: 'h1', score: (second ? [Math.min(h, 1), Math.min(a, 1)] : [h, a]) as [number, number] }
    return {
      game: 'g',
      phase: second ? 'h2' : 'h1',
      clockSec: minute * 60,
      clockRuns: true,
      score: [h, a],
      periods: second ? [first, { no: 2, code: 'h2', score: [h - first.score[0], a - first.score[1]] }] : [first],
      stats: { red: [red, 0], corners: [3, 2], yellow: [1, 0] },
    }
  })

/** Keys whose outcomes are one complete exclusive set, and how many of them win. */
const SETS: Record<string, number> = {
  result_1x2: 1,
  result_2way: 1,
  winner_with_ot: 1,
  result_regular: 1,
  double_chance: 2,
  correct_score: 1,
  correct_score_17: 1,
  ht_ft: 1,
  half_half: 1,
  half_compare: 1,
  first_goal_half: 1,
  first_goal: 1,
  last_goal: 1,
  next_goal: 1,
  race_to_goals: 1,
  odd_even: 1,
  btts: 1,
  total: 1,
  handicap: 1,
  asian_total: 1,
  asian_handicap: 1,
  euro_handicap: 1,
  total_3way: 1,
  set_handicap: 1,
  set_total: 1,
  set_match: 1,
  period_match: 1,
  margin_points: 1,
  result_by_minute: 1,
}

function checkSheet(markets: readonly PricedMarket[]): void {
  const ids = new Set<string>()
  for (const m of markets) {
    for (const o of m.outcomes) {
      const id = `${m.part}/${o.key}`
      expect(ids.has(id), `${id} of ${m.key} stands twice`).toBe(false)
      ids.add(id)
      expect(o.prob >= -1e-9 && o.prob <= 1 + 1e-9, `${id} ${o.prob}`).toBe(true)
      if (o.prob < LEAST_PROBABILITY || o.prob > 1 - LEAST_PROBABILITY) expect(o.active).toBe(false)
      if (o.active) expect(1000 / o.price! + 1e-9, `${m.key} ${o.key} pays more than fair`).toBeGreaterThanOrEqual(o.prob)
    }
    const winners = SETS[m.key]
    if (winners === undefined) continue
    const sum = m.outcomes.reduce((s, o) => s + o.prob, 0)
    expect(sum, `${m.part} ${m.key} ${m.spec}`).toBeCloseTo(winners, 6)
    if (m.outcomes.every((o) => o.active)) {
      const implied = m.outcomes.reduce((s, o) => s + 1000 / o.price!, 0)
      expect(implied, `${m.part} ${m.key} ${m.spec} can be bought for less than it pays`).toBeGreaterThanOrEqual(winners)
    }
  }
  checkLadders(markets)
}

/** Over pays more on a higher line, side 1 pays less with a higher handicap. */
function checkLadders(markets: readonly PricedMarket[]): void {
  const groups = new Map<string, PricedMarket[]>()
  for (const m of markets) {
    if (!/^line=[-\d.]+$/.test(m.spec) || /and_total|each_half|3way/.test(m.key)) continue
    const id = `${m.part}/${m.key}`
    groups.set(id, [...(groups.get(id) ?? []), m])
  }
  for (const [id, list] of groups) {
    const rising = list.toSorted((x, y) => Number(x.spec.slice(5)) - Number(y.spec.slice(5)))
    const falls = /handicap/.test(id)
    for (let n = 1; n < rising.length; n++) {
      const [low, high] = [rising[n - 1]!.outcomes[0]!, rising[n]!.outcomes[0]!]
      const [one, two] = falls ? [high, low] : [low, high]
      if (one.price && two.price) expect(one.price, `${id} ${rising[n]!.spec}`).toBeLessThanOrEqual(two.price)
    }
    expect(list.filter((m) => m.main).length, `${id} has one main line`).toBeLessThanOrEqual(1)
  }
}

describe('priceGame', () => {
  it.each(Object.keys(models).map(Number))('sport %i: chances in bounds, no arbitrage, monotone lines, row equals full', (sportId) => {
    fc.assert(
      fc.property(models[sportId]!(), (model) => {
        const input = inputOf(sportId, model)
        const markets = priceGame(input)
        expect(markets.length).toBeGreaterThan(0)
        checkSheet(markets)
        for (const row of priceMain(input)) {
          expect(markets.find((m) => m.part === 'full' && m.key === row.key && m.spec === row.spec)).toEqual(row)
        }
        expect(priceGame(input)).toEqual(markets)
      }),
      { numRuns: 25 },
    )
  })

  it('football in play keeps the same laws', () => {
    fc.assert(
      fc.property(models[1]!(), footballLive, (model, live) => checkSheet(priceGame(inputOf(1, model, live)))),
      { numRuns: 60 },
    )
  })

  it('the first half is gone after the break, everything after the end', () => {
    const model = { supremacy: 0.3, total: 2.6, extra: {} }
    const half: LiveState = { game: 'g', phase: 'ht', score: [1, 0], periods: [{ no: 1, code: 'h1', score: [1, 0] }], stats: {} }
    const parts = new Set(priceGame(inputOf(1, model, half)).map((m) => m.part))
    expect(parts.has('h1')).toBe(false)
    expect(parts.has('h2')).toBe(true)
    expect(priceGame({ ...inputOf(1, model, half), status: 'ended' })).toEqual([])
  })

  it('a top game has at least 250 outcomes, another one 70 to 130', () => {
    const input = inputOf(1, { supremacy: 0.3, total: 2.6, extra: {} })
    const size = (top: boolean) => priceGame({ ...input, top }).reduce((sum, m) => sum + m.outcomes.filter((o) => o.active).length, 0)
    expect(size(true)).toBeGreaterThanOrEqual(250)
    expect(size(false)).toBeGreaterThanOrEqual(70)
    expect(size(false)).toBeLessThanOrEqual(130)
  })

  it('fields: every runner has a winner price, favourites the shortest', () => {
    const runners = [1.2, 0.4, 0, -0.3, -1].map((strength, n) => ({ id: 100 + n, strength }))
    const markets = priceGame({ ...inputOf(44, { supremacy: 0, total: 0, extra: {} }), runners })
    const outright = markets.find((m) => m.key === 'outright')!
    expect(outright.outcomes.map((o) => o.key)).toEqual(runners.map((r) => `2637:0@${r.id}`))
    const prices = outright.outcomes.map((o) => o.price!)
    expect(prices).toEqual(prices.toSorted((x, y) => x - y))
    expect(markets.some((m) => m.key === 'top3')).toBe(true)
  })
})
