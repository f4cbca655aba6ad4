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
  5: () => fc.record({ supremacy: d(-2, 2), total: d(7, 12), extra: fc.constant({ nbR: 0.4 }) }),
  7: () => pointsOf(35, 60, 15),
  9: () =>
    fc.record({
      supremacy: d(-0.5, 0.5),
      total: fc.constant(0),
      extra: fc.record({ rounds: fc.constantFrom(8, 10, 12), pDecision: d(0.3, 0.7) }),
    }),
  11: () => fc.record({ supremacy: d(-0.5, 0.5), total: fc.constant(0), extra: fc.constant({ pDraw: 0.4 }) }),
  16: () => rallyOf(0.45, 0.55),
  17: () => goalsOf(26, 5),
  21: () => fc.record({ supremacy: d(-0.2, 0.2), total: fc.constant(0), extra: fc.constant({ bestOf: 11, s180: 0.5 }) }),
  27: () => goalsOf(6, 1.5),
  28: () => pointsOf(140, 190, 40),
  30: () => fc.record({ supremacy: d(-0.2, 0.2), total: fc.constant(0), extra: fc.constant({ bestOf: 9, pCentury: 0.1 }) }),
  66: () => fc.record({ supremacy: d(-25, 25), total: d(270, 350), extra: fc.constant({ sdSide: 30, toss: 1, wicketWays: 1 }) }),
  89: () => goalsOf(8, 1.2),
  200: () => rallyOf(0.38, 0.5),
}
const rallyOf = (low: number, high: number) =>
  fc.record({ supremacy: fc.constant(0), total: fc.constant(0), extra: fc.record({ pServe1: d(low, high), pServe2: d(low, high) }) })
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

function liveOf(phase: string, clockSec: number, scores: [number, number][]): LiveState {
  const code = (n: number) => phase.replace(/\d+[ab]?$/, String(n + 1))
  return {
    game: 'g',
    phase,
    clockSec,
    clockRuns: true,
    score: scores.reduce<[number, number]>((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]),
    periods: scores.map((score, n) => ({ no: n + 1, code: code(n), score })),
    stats: {},
  }
}

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
  double_chance_regular: 2,
  map_match: 1,
  method_any: 1,
  end_round: 1,
  ht_ft_with_ot: 1,
  best_period: 1,
  best_half: 1,
  each_quarter_over: 1,
  each_quarter_under: 1,
  best_quarter_total: 1,
  worst_quarter_total: 1,
  race_to_points: 1,
  race_to_frames: 1,
  race_to_runs: 1,
  game_winner: 1,
  set_winner: 1,
  tie_break: 1,
  inning_match: 1,
  extra_inning: 1,
  round_total: 1,
  goes_distance: 1,
  opening_partnership: 1,
  first_wicket_way: 1,
  first_wicket_runs: 1,
  team1_total: 1,
  team2_total: 1,
}

function checkSheet(markets: readonly PricedMarket[]): void {
  const ids = new Set<string>()
  for (const m of markets) {
    for (const o of m.outcomes) {
      const id = `${m.part}/${o.key}`
      if (ids.has(id)) throw new Error(`${id} of ${m.key} stands twice`)
      ids.add(id)
      if (!(o.prob >= -1e-9 && o.prob <= 1 + 1e-9)) throw new Error(`${id} has the chance ${o.prob}`)
      if (o.active && (o.prob < LEAST_PROBABILITY || o.prob > 1 - LEAST_PROBABILITY)) throw new Error(`${id} is open at ${o.prob}`)
      if (o.active && 1000 / o.price! + 1e-9 < o.prob) throw new Error(`${m.key} ${o.key} pays more than fair`)
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
  checkMinutes(markets)
}

/** Over pays more on a higher line, side 1 pays less with a higher handicap. */
function checkLadders(markets: readonly PricedMarket[]): void {
  const groups = new Map<string, PricedMarket[]>()
  for (const m of markets) {
    if (/player=/.test(m.spec)) continue
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

/** Goals by a minute: a later minute and an earlier goal pay less; a longer race pays more for "nobody". */
function checkMinutes(markets: readonly PricedMarket[]): void {
  const goals = markets.filter((m) => m.key === 'goal_by_minute')
  const of = (m: PricedMarket, name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(m.spec)?.[1])
  for (const one of goals) {
    for (const two of goals) {
      const sooner = of(one, 'minute') >= of(two, 'minute') && of(one, 'n') <= of(two, 'n')
      const [x, y] = [one.outcomes[0]!, two.outcomes[0]!]
      if (sooner) expect(x.prob, `${one.spec} before ${two.spec}`).toBeGreaterThanOrEqual(y.prob - 1e-12)
      if (sooner && x.price && y.price) expect(x.price, `${one.spec} before ${two.spec}`).toBeLessThanOrEqual(y.price)
    }
  }
  for (const key of ['race_to_goals', 'race_to_points', 'race_to_corners', 'race_to_runs']) {
    for (const part of new Set(markets.map((m) => m.part))) {
      const nobody = markets.filter((m) => m.key === key && m.part === part).toSorted((x, y) => of(x, 'n') - of(y, 'n'))
      for (let n = 1; n < nobody.length; n++)
        expect(nobody[n]!.outcomes[2]!.prob, `${part} ${nobody[n]!.spec}`).toBeGreaterThanOrEqual(nobody[n - 1]!.outcomes[2]!.prob - 1e-9)
    }
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

  it.each<[string, number, Record<string, number>, LiveState]>([
    [
      'basketball, third quarter',
      3,
      {},
      liveOf('q3', 1500, [
        [21, 18],
        [20, 24],
        [9, 11],
      ]),
    ],
    [
      'rugby, second half',
      7,
      {},
      liveOf('h2', 2900, [
        [10, 7],
        [3, 5],
      ]),
    ],
    [
      'tennis, second set',
      4,
      { pServe1: 0.64, pServe2: 0.61 },
      {
        ...liveOf('set2', 0, [
          [6, 4],
          [2, 3],
        ]),
        score: [1, 0],
        server: 'home',
        points: ['30', '15'],
      },
    ],
    ['volleyball, first set', 6, { pServe1: 0.42, pServe2: 0.41 }, { ...liveOf('set1', 0, [[13, 15]]), score: [0, 0], server: 'away' }],
    ['esports, first map', 40, { p: 0.55, bestOf: 3 }, { ...liveOf('map1', 0, [[9, 4]]), score: [0, 0] }],
    [
      'baseball, sixth inning',
      5,
      {},
      {
        ...liveOf('inn6b', 0, [
          [0, 1],
          [2, 0],
          [0, 0],
          [0, 0],
          [1, 0],
          [0, 2],
        ]),
        stats: { outs: [1, 0] },
      },
    ],
    [
      'cricket, second innings',
      66,
      { sdSide: 30 },
      {
        ...liveOf('inn2', 0, [
          [161, 0],
          [0, 80],
        ]),
        stats: { balls: [120, 62], wickets: [6, 2] },
      },
    ],
    ['boxing, fourth round', 9, { rounds: 12 }, { ...liveOf('r4', 60, []), score: [0, 0] }],
  ])('%s keeps the same laws', (_name, sportId, extra, live) => {
    const total: Record<number, number> = { 3: 160, 5: 9.6, 7: 49, 66: 314 }
    const markets = priceGame(inputOf(sportId, { supremacy: 0.2, total: total[sportId] ?? 0, extra }, live))
    expect(markets.filter((m) => m.status === 'active').length).toBeGreaterThan(3)
    checkSheet(markets)
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

  it('the card of a top game is wide enough, before the match and in play', () => {
    const count = (input: PriceInput) => {
      const markets = priceGame({ ...input, top: true })
      const open = (part?: string) =>
        markets.reduce((sum, m) => sum + (part === undefined || m.part === part ? m.outcomes.filter((o) => o.active).length : 0), 0)
      return { full: open('full'), all: open() }
    }
    const extra = { shotsOn: 8.9, fouls: 26.2, offsides: 3.6, pPenalty: 0.27 }
    const before = count(inputOf(1, { supremacy: 0.3, total: 2.6, extra }))
    expect(before.full).toBeGreaterThanOrEqual(400)
    expect(before.all).toBeGreaterThanOrEqual(1100)
    const now = count(inputOf(1, { supremacy: 0.3, total: 2.6, extra }, liveOf('h1', 1500, [[1, 0]])))
    expect(now.full).toBeGreaterThanOrEqual(250)
    expect(now.all).toBeGreaterThanOrEqual(600)
  })

  it('players: shares of the side, complete sets with "no goals", nobody twice', () => {
    const extra = { 'goal1@501': 0.5, 'goal1@502': 0.4675, 'goal2@601': 0.9675, 'card1@501': 1, 'card2@601': 1 }
    const markets = priceGame(inputOf(1, { supremacy: 0.3, total: 2.6, extra }))
    const of = (key: string) => markets.find((m) => m.key === key)!
    expect(of('scorer').outcomes.map((o) => o.key)).toEqual(['832:0@501', '832:0@502', '832:0@601'])
    for (const key of ['first_scorer', 'last_scorer']) expect(of(key).outcomes.reduce((s, o) => s + o.prob, 0)).toBeCloseTo(1, 9)
    const [anytime, first] = [of('scorer'), of('first_scorer')].map((m) => m.outcomes[0]!.prob)
    expect(anytime).toBeGreaterThan(first!)
    expect(of('player_card').outcomes).toHaveLength(2)
    checkSheet(markets)
  })

  it.each([-2, -0.3, 2, 5])('basketball with a margin of %f: the main start takes it away', (supremacy) => {
    const sheet = priceGame(inputOf(3, { supremacy, total: 160, extra: {} })).filter(({ key }) => key === 'euro_handicap')
    expect(sheet.filter(({ main }) => main).map(({ spec }) => spec)).toEqual([`line=${-Math.round(supremacy) || -1}`])
  })

  it('outrights: several winners, runners that do not start, places only for half of the field', () => {
    const runners = Array.from({ length: 8 }, (_, n) => ({ id: 100 + n, strength: -n / 3, number: n + 1 }))
    const price = (extra: Record<string, number>) =>
      priceGame({ ...inputOf(1, { supremacy: 0, total: 0, extra }), runners, kind: 'outright' })
    expect(price({}).map((m) => m.key)).toEqual(['outright', 'outright_yes_no', 'top2', 'top3', 'top4'])
    const down = price({ winners: 3 })
    expect(down.map((m) => m.key)).toEqual(['outright', 'outright_yes_no'])
    expect(down[0]!.outcomes.reduce((s, o) => s + o.prob, 0)).toBeCloseTo(3, 6)
    checkSheet(down)
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
