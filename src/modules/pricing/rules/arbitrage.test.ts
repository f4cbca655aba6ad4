/**
 * Nobody can buy a sure win inside a game (rules 13, issue: whole line). Two ways of saying it: every price is at most fair under
 * one distribution of how the game can end, and sets of outcomes that cover every end, taken from any markets, cost at least
 * what they pay.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import { factsFrom } from './game-facts.ts'
import type { CountFacts, GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { priceGame } from './price-game.ts'
import type { PriceInput, PricedMarket } from './price-game.ts'

interface Claim {
  label: string
  cost: number
  wins: Uint8Array
}

const done = (h: number, a: number): CountFacts => ({ h, a, done: true })

/** Ends of a match of two halves: each side scores up to `most` more in each half. */
function endsOf(base: GameFacts, most: number): GameFacts[] {
  const ends: GameFacts[] = []
  const [h1, full] = [base.counts.get('h1')!, base.counts.get('regular')!]
  const first = h1.done ? 0 : most
  for (let i = 0; i <= first; i++)
    for (let j = 0; j <= first; j++)
      for (let k = 0; k <= most; k++)
        for (let l = 0; l <= most; l++) {
          const counts = new Map(base.counts)
          const half = done(h1.h + i, h1.a + j)
          const all = done(full.h + i + k, full.a + j + l)
          counts.set('h1', half).set('h2', done(all.h - half.h, all.a - half.a))
          for (const part of ['full', 'regular', 'ot', 'units']) counts.set(part, all)
          ends.push({ ...base, stage: 'ended', counts, goals: undefined })
        }
  return ends
}

/** Markets that ask who is ahead and by how much, when regular time ends or when all of it does. */
const ON_MARGIN: ReadonlySet<string> = new Set([
  'winner_with_ot',
  'result_regular',
  'double_chance_regular',
  'overtime',
  'handicap',
  'asian_handicap',
  'euro_handicap',
  'ht_ft_with_ot',
  'quarter1_match',
  'margin_points',
  'win_by_points',
])

/** Ends of a game of basketball a few seconds before the end of regular time: most of them close, some with an overtime. */
function lateEnds(base: GameFacts): GameFacts[] {
  const { h, a } = base.counts.get('full')!
  const q4 = base.counts.get('q4')!
  const end = (i: number, j: number, more: readonly [number, number]): GameFacts => {
    const counts = new Map(base.counts)
    counts.set('q4', done(q4.h + i, q4.a + j)).set('regular', done(h + i, a + j))
    for (const part of ['full', 'ot', 'units']) counts.set(part, done(h + i + more[0], a + j + more[1]))
    return { ...base, stage: 'ended', counts }
  }
  const ends: GameFacts[] = []
  for (let i = 0; i <= 24; i++)
    for (let j = 0; j <= 24; j++) {
      if (h + i !== a + j) ends.push(end(i, j, [0, 0]))
      else if (i < 12) for (let by = -24; by <= 24; by++) if (by !== 0) ends.push(end(i, j, [Math.max(0, by), Math.max(0, -by)]))
    }
  return ends
}

/** Open outcomes that win or lose in every end; those that need the order of goals are void here and left out. Fair ones of some markets. */
function claimsOf(markets: readonly PricedMarket[], ends: readonly GameFacts[], fair?: ReadonlySet<string>): Claim[] {
  const claims: Claim[] = []
  for (const market of markets) {
    if (fair && !fair.has(market.key)) continue
    for (const one of market.outcomes) {
      if (!one.active) continue
      const { t, p, playerId } = parseOutcomeKey(one.key)
      const wins = new Uint8Array(ends.length)
      const plain = ends.every((facts, n) => {
        const grade = gradeOutcome(market.part, market.key, t, p, playerId, facts, market.spec)
        wins[n] = grade.won ?? 0
        return grade.won !== null && grade.voidFactor === undefined && grade.deadHeat === undefined
      })
      if (plain)
        claims.push({ label: `${market.part} ${market.key} ${market.spec} ${one.key}`, cost: fair ? one.prob : 1000 / one.price!, wins })
    }
  }
  return claims
}

/** A set of claims of which at least one wins in every end, made greedily: `exclusive` takes no two that can both win. */
function cover(claims: readonly Claim[], ends: number, lot: () => number, exclusive: boolean): { cost: number; labels: string[] } | null {
  const covered = new Uint8Array(ends)
  const labels: string[] = []
  let cost = 0
  for (;;) {
    const open: number[] = []
    for (let n = 0; n < ends; n++) if (!covered[n]) open.push(n)
    if (open.length === 0) return { cost, labels }
    const need = open[Math.floor(lot() * open.length)]!
    let best: Claim | undefined
    let least = Infinity
    for (const claim of claims) {
      if (!claim.wins[need] || lot() < 0.6) continue
      let fresh = 0
      let again = false
      for (let n = 0; n < ends; n++) {
        if (!claim.wins[n]) continue
        if (covered[n]) again = true
        else fresh++
      }
      if (exclusive && again) continue
      const price = claim.cost / fresh
      if (price < least) {
        least = price
        best = claim
      }
    }
    if (!best) return null
    best.wins.forEach((win, n) => (covered[n]! |= win))
    cost += best.cost
    labels.push(best.label)
    if (labels.length > 60) return null
  }
}

/** `fair`: of these markets alone, by their chances instead of their prices. */
function noneIsCheap(input: PriceInput, ends: readonly GameFacts[], seed: number, fair?: ReadonlySet<string>): number {
  const claims = claimsOf(priceGame(input), ends, fair)
  let state = seed >>> 0 || 1
  const lot = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  let found = 0
  for (let k = 0; k < 24; k++) {
    const set = cover(claims, ends.length, lot, k % 2 === 0)
    if (!set) continue
    found++
    expect(set.cost, set.labels.join(' + ')).toBeGreaterThanOrEqual(fair ? 1 - 1e-6 : 1)
  }
  return found
}

const d = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const model = (sportId: number, total: [number, number], supremacy: number) =>
  fc.record({ supremacy: d(-supremacy, supremacy), total: d(...total) }).map((m): PriceInput['model'] => ({
    ...m,
    rho: sportId === 1 ? -0.05 : 0,
    extra: {},
  }))

const live = (clockSec: number, h1: [number, number], h2?: [number, number]): LiveState => ({
  game: 'g',
  phase: h2 ? 'h2' : 'h1',
  clockSec,
  clockRuns: true,
  score: [h1[0] + (h2?.[0] ?? 0), h1[1] + (h2?.[1] ?? 0)],
  periods: [{ no: 1, code: 'h1', score: h1 }, ...(h2 ? [{ no: 2, code: 'h2', score: h2 }] : [])],
  stats: {},
})

function football(m: PriceInput['model'], state?: LiveState): PriceInput {
  return {
    sportId: 1,
    status: state ? 'live' : 'scheduled',
    model: m,
    margins: DEFAULT_MARGINS,
    top: true,
    parts: ['full', 'h1', 'h2'],
    ...(state ? { live: state } : {}),
  }
}

/** In play in the last of these quarters, with the leads of side 1 in each. */
function basketball(m: PriceInput['model'], clockSec: number, leads: readonly number[]): PriceInput {
  const periods = leads.map((by, n) => ({
    no: n + 1,
    code: `q${n + 1}`,
    score: [20 + Math.max(0, by), 20 + Math.max(0, -by)] as [number, number],
  }))
  const score = [0, 1].map((side) => periods.reduce((sum, one) => sum + one.score[side]!, 0)) as [number, number]
  const state: LiveState = { game: 'g', phase: `q${leads.length}`, clockSec, clockRuns: true, score, periods, stats: {} }
  return { sportId: 3, status: 'live', model: m, margins: DEFAULT_MARGINS, top: true, live: state, parts: ['full'] }
}

describe('sets of outcomes that cover every end cost at least 1', () => {
  it('football before the match, across all markets on scores and halves', () => {
    fc.assert(
      fc.property(model(1, [1.9, 3.6], 1.3), fc.integer({ min: 1 }), (m, seed) => {
        const input = football(m)
        expect(noneIsCheap(input, endsOf(factsFrom(input), 4), seed)).toBeGreaterThan(10)
      }),
      { numRuns: 3 },
    )
  })

  it.each([
    ['first half', live(1500, [1, 0])],
    ['second half', live(3700, [1, 1], [0, 1])],
    ['late', live(5100, [0, 0], [1, 0])],
  ])('football in play, %s', (_name, state) => {
    fc.assert(
      fc.property(model(1, [1.9, 3.6], 1.3), fc.integer({ min: 1 }), (m, seed) => {
        const input = football(m, state)
        expect(noneIsCheap(input, endsOf(factsFrom(input), 4), seed)).toBeGreaterThan(10)
      }),
      { numRuns: 2 },
    )
  })

  it('basketball that may still end level: by their chances alone, all that asks for the margin', () => {
    const lead = fc.integer({ min: -3, max: 3 })
    fc.assert(
      fc.property(model(3, [140, 180], 6), lead, lead, lead, fc.integer({ min: 2340, max: 2398 }), fc.integer({ min: 1 }), (m, ...rest) => {
        const [q1, q2, now, clockSec, seed] = rest
        const input = basketball(m, clockSec, [q1, q2, 0, now - q1 - q2])
        expect(noneIsCheap(input, lateEnds(factsFrom(input)), seed, ON_MARGIN)).toBeGreaterThan(5)
      }),
      { numRuns: 12 },
    )
  })

  it('basketball, side 1 ahead after a half: that it wins both is that it wins', () => {
    const input = basketball({ supremacy: 0, total: 160, rho: 0, extra: {} }, 2380, [3, 2, -1, -3])
    const chances = new Map(priceGame(input).flatMap(({ outcomes }) => outcomes.map(({ key, prob }) => [key, prob] as const)))
    expect(chances.get('401')).toBeCloseTo(0.7, 1)
    expect(chances.get('2457')).toBeCloseTo(chances.get('401')!, 9)
    expect(chances.get('2455')).toBeCloseTo(chances.get('402')!, 9)
    // Nobody ends level, so a start of one point is lost by whoever does not win.
    expect(chances.get('426:-1')).toBeCloseTo(chances.get('402')!, 9)
  })

  it('basketball: winners after each result of the half are all that win, at any time', () => {
    const early = basketball({ supremacy: 3, total: 160, rho: 0, extra: {} }, 300, [4])
    for (const input of [early, { ...early, status: 'scheduled' as const, live: undefined }]) {
      const chances = new Map(priceGame(input).flatMap(({ outcomes }) => outcomes.map(({ key, prob }) => [key, prob] as const)))
      const sum = (...keys: string[]) => keys.reduce((s, key) => s + chances.get(key)!, 0)
      expect(sum('2457', '2454', '2459')).toBeCloseTo(chances.get('401')!, 9)
      expect(sum('2455', '2461', '2458')).toBeCloseTo(chances.get('402')!, 9)
      expect(sum('11669', '11670', '11671')).toBeCloseTo(chances.get('3655')!, 9)
    }
  })

  it('best of frames: every final score', () => {
    fc.assert(
      fc.property(d(0.2, 0.8), fc.integer({ min: 1 }), (p, seed) => {
        const input: PriceInput = {
          sportId: 30,
          bestOf: 9,
          status: 'scheduled',
          model: { supremacy: 0, total: 9, rho: 0, extra: { p } },
          margins: DEFAULT_MARGINS,
          top: true,
        }
        const base = factsFrom(input)
        const ends = [0, 1, 2, 3, 4].flatMap((lost) =>
          [[5, lost] as const, [lost, 5] as const].map(([h, a]): GameFacts => {
            const counts = new Map(base.counts)
            for (const part of ['full', 'regular', 'ot', 'units']) counts.set(part, done(h, a))
            return { ...base, stage: 'ended', counts }
          }),
        )
        expect(noneIsCheap(input, ends, seed)).toBeGreaterThan(5)
      }),
      { numRuns: 20 },
    )
  })

  it('fields: every order of five runners, before and in play', () => {
    const orders = permutations([1, 2, 3, 4, 5])
    fc.assert(
      fc.property(
        fc.array(d(-1.5, 1.5), { minLength: 5, maxLength: 5 }),
        fc.constantFrom('race', 'outright', 'running'),
        fc.integer({ min: 1 }),
        (s, kind, seed) => {
          const running = kind === 'running'
          const input: PriceInput = {
            sportId: 44,
            kind: running ? 'race' : (kind as 'race' | 'outright'),
            status: running ? 'live' : 'scheduled',
            model: { supremacy: 0, total: 0, rho: 0, extra: running ? { run: 0.4 } : {} },
            margins: DEFAULT_MARGINS,
            top: true,
            runners: s.map((strength, n) => ({ id: n + 1, strength, number: n + 1 })),
          }
          const base = factsFrom({ ...input, competitors: [1, 2, 3, 4, 5] })
          const ends = orders.map((order): GameFacts => ({ ...base, stage: 'ended', places: new Map(order.map((id, n) => [id, n + 1])) }))
          expect(noneIsCheap(input, ends, seed)).toBeGreaterThan(5)
        },
      ),
      { numRuns: 18 },
    )
  })

  it('a race that has lost a runner: every order of the other five', () => {
    const orders = permutations([1, 2, 3, 4, 5])
    fc.assert(
      fc.property(fc.array(d(-2.5, 2.5), { minLength: 6, maxLength: 6 }), fc.integer({ min: 1 }), (s, seed) => {
        const input = runningRace(s, [6])
        expect(
          priceGame(input).flatMap((market) => market.outcomes.filter((one) => one.active && parseOutcomeKey(one.key).playerId === 6)),
        ).toEqual([])
        const base = factsFrom({ ...input, competitors: [1, 2, 3, 4, 5, 6] })
        const ends = orders.map((order): GameFacts => ({ ...base, stage: 'ended', places: new Map(order.map((id, n) => [id, n + 1])) }))
        expect(noneIsCheap(input, ends, seed)).toBeGreaterThan(5)
      }),
      { numRuns: 12 },
    )
  })
})

/** A race on its way, with the starting numbers of those that have dropped out. */
function runningRace(strengths: readonly number[], gone: readonly number[]): PriceInput {
  return {
    sportId: 44,
    kind: 'race',
    status: 'live',
    model: { supremacy: 0, total: 0, rho: 0, extra: { run: 0.6 } },
    live: { game: 'g', phase: 'race', clockSec: 60, clockRuns: true, score: [0, 0], periods: [], stats: {} },
    incidents: gone.map((order, n) => ({ game: 'g', seq: n + 1, clockSec: 50, type: 'retired', detail: { order } })),
    margins: DEFAULT_MARGINS,
    top: true,
    runners: strengths.map((strength, n) => ({ id: n + 1, strength, number: n + 1 })),
  }
}

describe('a race in play', () => {
  it('is not priced by the weights of its start, nor when two are no longer left', () => {
    const input = runningRace([0.4, 0.1, 0, -0.2, -0.5, -1], [])
    expect(priceGame(input).map((market) => market.key)).toEqual([
      'outright',
      'top2',
      'top3',
      'top4',
      'place',
      ...Array.from({ length: 3 }, () => 'head_to_head'),
    ])
    expect(priceGame({ ...input, model: { ...input.model, extra: {} } })).toEqual([])
    expect(priceGame(runningRace([0.4, 0.1, 0, -0.2, -0.5, -1], [1, 2, 3, 4, 5]))).toEqual([])
  })
})

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, n) => permutations([...items.slice(0, n), ...items.slice(n + 1)]).map((rest) => [item, ...rest]))
}
