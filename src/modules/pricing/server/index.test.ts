import { describe, expect, it } from 'vitest'
import type { Fact, FactBody, FactOf, Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import { applyMarkets, closeMarkets } from '#modules/line/rules/apply-markets.ts'
import { emptyBook } from '#modules/line/rules/book.ts'
import type { Book, BookGame, BookPart } from '#modules/line/rules/book.ts'
import { countShown } from '#modules/line/rules/wire/outcome.ts'
import { createPricing, DEFAULT_MARGINS } from './index.ts'

const START = 1_800_000_000_000
const REF = 'w:1'

function part(name: string, ci: number): [string, BookPart] {
  return [name, { part: name, ci, i: ci + 1, n: 1, p: 0, ti: 0, markets: new Map() }]
}

function setUp(top = true, now = { at: START }) {
  const book: Book = emptyBook()
  const side = (id: number) => ({ id, names: {}, countryId: 1, countryCode: 'GB' })
  const game: BookGame = {
    ci: 10,
    ref: REF,
    provider: 'world',
    origin: 'simulated',
    championshipId: 1,
    sportId: 1,
    type: 'match',
    sides: [side(1), side(2)],
    startsAt: START,
    status: 'scheduled',
    kind: 3,
    incidents: [],
    model: { supremacy: 0.3, total: 2.6, rho: -0.05, extra: {} },
    liveCoverage: true,
    sentAt: {},
    version: 1,
    updatedAt: START,
    parts: new Map([part('full', 10), part('h1', 12), part('h2', 14), part('corners', 16), part('cards', 18)]),
  }
  book.games.set(game.ci, game)
  const pricing = createPricing({ clock: { now: () => now.at }, margins: DEFAULT_MARGINS, isTop: () => top })
  const put = (facts: readonly Fact[]): Fact[] => {
    for (const fact of facts) {
      const change = { ci: game.ci, head: false, live: false, incidents: [], groups: new Set<string>() }
      if (fact.t === 'odds.delta') applyMarkets(game, fact, {}, change)
      else closeMarkets(game, fact as FactOf<'settle'>, {}, change)
    }
    return [...facts]
  }
  const on = (at: number, body: FactBody): Fact[] => put(pricing.onFact(book, makeFact('world', 'world', at, body)))
  const live = (at: number, state: Omit<LiveState, 'game' | 'stats'>, incidents: Incident[] = []): Fact[] => {
    game.live = { ...state, game: REF, stats: {} }
    game.status = state.phase === 'ended' ? 'ended' : 'live'
    game.kind = 1
    game.sentAt['world'] = at
    game.incidents.push(...incidents)
    return on(at, { t: 'live', state: game.live, incidents })
  }
  const market = (name: string, id: string) => game.parts.get(name)!.markets.get(id)!
  const results = (at: number): Fact[] => put(pricing.results(book, game, at))
  return { book, game, pricing, put, on, live, market, results }
}

const model = { t: 'model', game: REF, supremacy: 0.3, total: 2.6, rho: -0.05 } as const
const h1 = (sec: number, score: [number, number]) => ({
  phase: 'h1',
  clockSec: sec,
  clockRuns: true,
  score,
  periods: [{ no: 1, code: 'h1', score }],
})
const goal = (seq: number, clockSec: number, side: 'home' | 'away'): Incident => ({ game: REF, seq, clockSec, type: 'goal', side })

describe('createPricing', () => {
  it('prices a game once; the same model again changes nothing', () => {
    const t = setUp()
    const [first, ...more] = t.on(START, model)
    expect(more).toEqual([])
    expect(first).toMatchObject({ t: 'odds.delta', provider: 'pricing', producer: 'pricing', game: REF })
    expect(t.market('full', 'result_1x2|').status).toBe('active')
    expect(t.on(START + 1, model)).toEqual([])
  })

  it('far games carry what lists show, widen as they come near, and whole when somebody opens them', () => {
    const now = { at: START - 3 * 86_400_000 }
    const t = setUp(false, now)
    const open = () => [...t.game.parts.values()].flatMap((p) => [...p.markets.values()]).filter((m) => m.status === 'active')
    t.on(now.at, model)
    expect(new Set(open().map((m) => m.key))).toEqual(new Set(['result_1x2', 'total', 'handicap']))
    expect(t.put(t.pricing.tick(t.book, now.at))).toMatchObject([{ markets: [] }])
    now.at = START - 3_600_000
    t.put(t.pricing.tick(t.book, now.at))
    const usual = open().length
    expect(usual).toBeGreaterThan(20)
    t.put(t.pricing.opened(t.book, t.game.ci, now.at))
    expect(open().length).toBeGreaterThan(200)
    // Somebody waits for an answer: it comes, and changes nothing.
    expect(t.pricing.opened(t.book, t.game.ci, now.at)).toMatchObject([{ t: 'odds.delta', game: REF, markets: [] }])
    expect(t.pricing.opened(t.book, 99, now.at)).toEqual([])
    now.at += 4 * 3_600_000
    t.on(now.at, { ...model, total: 2.61 })
    expect(open().length).toBeLessThan(200)
  })

  it('a game tells how many outcomes its whole card has, before anybody opens it and while it is whole', () => {
    const now = { at: START - 20 * 86_400_000 }
    const t = setUp(false, now)
    const counts = () =>
      Object.fromEntries([...t.game.parts.values()].map((part) => [part.part, countShown(part)]).filter(([, n]) => n !== 0))
    t.on(now.at, model)
    expect(t.game.sizes).toBeUndefined()
    expect(t.put(t.pricing.tick(t.book, (now.at += 1000)))).toMatchObject([{ t: 'odds.delta', markets: [] }])
    const told = t.game.sizes!
    expect(told['full']).toBeGreaterThan(200)
    expect(t.put(t.pricing.tick(t.book, (now.at += 1000)))).toEqual([])
    t.put(t.pricing.opened(t.book, t.game.ci, now.at))
    expect(t.game.sizes).toBeUndefined()
    expect(counts()).toEqual(told)
    // The card is short again: what is behind it is counted anew.
    now.at += 4 * 3_600_000
    t.game.model = { ...t.game.model!, supremacy: 3.2 }
    t.on(now.at, model)
    t.put(t.pricing.tick(t.book, now.at))
    expect(t.game.sizes!['full']).toBeGreaterThan(200)
    expect(t.game.sizes).not.toEqual(told)
  })

  it('a card stays whole while thousands of others are opened, and is whole again when it is read after hours', () => {
    const now = { at: START - 4 * 86_400_000 }
    const t = setUp(false, now)
    const open = () => [...t.game.parts.values()].flatMap((p) => [...p.markets.values()]).filter((m) => m.status === 'active').length
    const read = () => t.put(t.pricing.opened(t.book, t.game.ci, now.at))
    const moved = () => t.on(now.at, { ...model, total: 2.6 + (now.at - START) / 1e12 })
    t.on(now.at, model)
    read()
    const whole = open()
    for (let n = 0; n < 3_000; n += 1) {
      const game = { ...t.game, ci: 100 + n, ref: `w:o${n}`, parts: new Map() }
      t.book.games.set(game.ci, game)
      t.pricing.opened(t.book, game.ci, (now.at += 50))
      t.book.games.delete(game.ci)
    }
    moved()
    expect(open()).toBeGreaterThan(whole * 0.9)
    now.at += 4 * 3_600_000
    moved()
    expect(open()).toBeLessThan(20)
    read()
    expect(open()).toBeGreaterThan(whole * 0.9)
  })

  it('the key of a fact follows its content, so the same input gives the same facts', () => {
    const keys = [setUp(), setUp()].map((t) => t.on(START, model).map((fact) => fact.key))
    expect(keys[0]).toEqual(keys[1])
  })

  it('the running clock moves prices every ten seconds, not oftener, and only what changed', () => {
    const t = setUp()
    t.on(START, model)
    t.live(START + 1000, h1(0, [0, 0]))
    expect(t.pricing.tick(t.book, START + 6000)).toEqual([])
    const before = t.market('full', 'total|line=2.5').outcomes[0]!.price
    const [delta] = t.put(t.pricing.tick(t.book, START + 301_000))
    expect(delta?.t).toBe('odds.delta')
    expect(t.market('full', 'total|line=2.5').outcomes[0]!.price).toBeGreaterThan(before)
    expect(t.market('full', 'correct_score|max=10').status).toBe('active')
  })

  it('games that were priced together are not priced together by the clock, and none waits longer than ten seconds', () => {
    const t = setUp(false)
    t.on(START, model)
    t.live(START, h1(0, [0, 0]))
    t.book.games.clear()
    for (let n = 0; n < 60; n++) {
      const game = { ...t.game, ci: 1000 + 8 * n, ref: `w:${n}`, parts: new Map([part('full', 1000 + 8 * n)]) }
      t.book.games.set(game.ci, game)
      const state = { ...h1(0, [0, 0]), game: game.ref, stats: {} }
      t.pricing.onFact(t.book, makeFact('world', 'world', START, { t: 'live', state }), game.ci)
    }
    const pricedAt = new Map<string, number>()
    const each: number[] = []
    for (let at = START + 1000; at <= START + 30_000; at += 1000) {
      const told = t.pricing.tick(t.book, at).filter((fact) => fact.t === 'odds.delta' && fact.markets.length > 0)
      each.push(told.length)
      for (const fact of told) {
        const { game } = fact as FactOf<'odds.delta'>
        const age = at - (pricedAt.get(game) ?? START)
        expect(age).toBeGreaterThanOrEqual(5000)
        expect(age).toBeLessThanOrEqual(10_000)
        pricedAt.set(game, at)
      }
    }
    expect(pricedAt.size).toBe(60)
    expect(Math.max(...each.slice(15))).toBeLessThan(16)
  })

  it('danger suspends our markets until the goal is in; a tick does not open them', () => {
    const t = setUp()
    t.on(START, model)
    t.live(START + 1000, h1(0, [0, 0]))
    const [stop] = t.on(START + 60_000, { t: 'bet.stop', game: REF, groups: 'all', to: 'suspended', reason: 'goal' })
    expect(stop).toMatchObject({ t: 'bet.stop', provider: 'pricing', producer: 'pricing', reason: 'goal' })
    expect(t.market('full', 'result_1x2|').status).toBe('suspended')
    t.put(t.pricing.tick(t.book, START + 75_000))
    expect(t.market('full', 'result_1x2|').status).toBe('suspended')
    t.live(START + 80_000, h1(79, [1, 0]), [goal(5, 79, 'home')])
    expect(t.market('full', 'result_1x2|').status).toBe('active')
    expect(t.market('full', 'next_goal|n=1').status).toBe('inactive')
    // A stop that any fact ends holds up no danger that comes after it.
    for (const reason of ['other', 'goal'] as const)
      t.on(START + 81_000, { t: 'bet.stop', game: REF, groups: 'all', to: 'suspended', reason })
    t.live(START + 90_000, h1(89, [1, 0]), [{ game: REF, seq: 6, clockSec: 89, type: 'danger_over', detail: { reason: 'goal' } }])
    expect(t.market('full', 'result_1x2|').status).toBe('active')
  })

  it('a long-term bet waits while a match of its season is played, also for somebody who comes meanwhile', () => {
    const weights = { w1: 1, w2: 0.5, w3: 0.2 }
    const season = (more: Record<string, number> = {}) => {
      const t = setUp()
      t.game.type = 'outright'
      t.game.sides.push({ ...t.game.sides[0]!, id: 3 })
      const say = (at: number, extra: Record<string, number>) => {
        t.game.model = { supremacy: 0, total: 3, rho: 0, extra: { ...weights, ...extra } }
        return t.on(at, { t: 'model', game: REF, ...t.game.model })
      }
      say(START, more)
      return { ...t, say, winner: () => t.market('full', 'outright|') }
    }
    const t = season()
    expect(t.winner().status).toBe('active')
    t.say(START + 1, { waits: 1 })
    expect(t.winner()).toMatchObject({ status: 'suspended', reason: 'season_match' })
    t.put(t.pricing.opened(t.book, t.game.ci, START + 2))
    expect(t.winner().status).toBe('suspended')
    expect(t.say(START + 3, { waits: 1 })).toEqual([])
    const late = season({ waits: 1 })
    expect(late.winner()).toMatchObject({ status: 'suspended', reason: 'season_match' })
    expect(late.winner().outcomes[0]!.price).toBeGreaterThan(1000)
    late.say(START + 4, { w2: 0.9 })
    expect(late.winner().status).toBe('active')
    expect(late.winner().reason).toBeUndefined()
  })

  it('what a trader stopped stays stopped', () => {
    const t = setUp()
    t.on(START, model)
    const market = t.market('full', 'result_1x2|')
    market.status = 'suspended'
    market.reason = 'trader'
    t.game.model!.total = 3.2
    t.on(START + 5, { ...model, total: 3.2 })
    expect(market.status).toBe('suspended')
    expect(t.market('full', 'btts|').status).toBe('active')
  })

  it('what a trader opens has the prices of now at once, and what the guard stopped meanwhile waits for its provider', () => {
    const t = setUp()
    const hand = (at: number, provider: 'trader' | 'guard', body: FactBody) => {
      const fact = makeFact(provider, provider, at, body)
      t.put([fact])
      return t.put(t.pricing.onFact(t.book, fact))
    }
    const stop = (to: 'suspended' | 'active', reason: 'trader' | 'provider_lost' = 'trader'): FactBody => {
      return { t: 'bet.stop', game: REF, groups: 'all', to, reason }
    }
    t.on(START, model)
    const market = t.market('full', 'result_1x2|')
    const before = market.outcomes[0]!.price
    hand(START + 1, 'trader', {
      t: 'odds.delta',
      game: REF,
      markets: [{ ...market, game: REF, part: 'full', outcomes: [{ key: '1', active: true, price: 9000 }] }],
    })
    hand(START + 2, 'trader', stop('suspended'))
    expect([market.status, market.outcomes[0]!.price]).toEqual(['suspended', 9000])
    expect(hand(START + 3, 'trader', stop('active'))).toMatchObject([{ provider: 'pricing', t: 'odds.delta' }])
    expect([market.status, market.outcomes[0]!.price, market.producer]).toEqual(['active', before, 'pricing'])

    hand(START + 4, 'trader', stop('suspended'))
    hand(START + 5, 'guard', stop('suspended', 'provider_lost'))
    expect(hand(START + 6, 'trader', stop('active'))).toEqual([])
    expect(market).toMatchObject({ status: 'suspended', reason: 'provider_lost' })
    t.on(START + 7, model)
    expect(market.status).toBe('active')
  })

  it('what a trader has priced is closed with what decides it, once, and never priced', () => {
    const t = setUp()
    t.on(START, model)
    const market = t.market('full', 'result_1x2|')
    Object.assign(market, { producer: 'trader', provider: 'trader', taken: { producer: 'pricing', provider: 'pricing' } })
    market.outcomes[0]!.price = 9000
    const told = (at: number, supremacy: number) => {
      t.game.model!.supremacy = supremacy
      const facts = t.on(at, { ...model, supremacy }) as FactOf<'odds.delta'>[]
      return facts.flatMap(({ markets }) => markets.filter(({ part, key }) => part === 'full' && key === 'result_1x2'))
    }
    expect(told(START + 1, 0.5)).toEqual([])
    expect(told(START + 2, 12)).toMatchObject([{ status: 'inactive' }])
    expect([market.status, market.outcomes[0]!.price]).toEqual(['inactive', 9000])
    expect([told(START + 3, 12.1), told(START + 4, 0.5)]).toEqual([[], []])
  })

  it('settles what is decided at once, the rest at the end, confirms after 60 s, and corrects', () => {
    const t = setUp()
    t.on(START, model)
    t.live(START + 1000, h1(0, [0, 0]))
    expect(t.results(START + 1000)).toEqual([])
    t.live(START + 500_000, h1(499, [1, 0]), [goal(1, 499, 'home')])
    const [early] = t.results(START + 500_001)
    expect(early).toMatchObject({ t: 'settle', provider: 'result', certainty: 'live' })
    expect(t.market('full', 'first_goal|').outcomes.map((o) => o.result?.won)).toEqual([1, 0, 0])
    expect(t.results(START + 500_002)).toEqual([])

    const done = {
      phase: 'ended',
      clockSec: 5600,
      clockRuns: false,
      score: [2, 0] as [number, number],
      periods: [
        { no: 1, code: 'h1', score: [1, 0] as [number, number] },
        { no: 2, code: 'h2', score: [1, 0] as [number, number] },
      ],
    }
    t.live(START + 6_000_000, done, [goal(2, 3000, 'home')])
    t.results(START + 6_000_000)
    for (const [, p] of t.game.parts)
      for (const [id, m] of p.markets) for (const o of m.outcomes) expect(o.result, `${p.part} ${id} ${o.key}`).toBeDefined()
    expect(t.pricing.awaitingConfirmation()).toEqual([10])
    expect(t.results(START + 6_030_000)).toEqual([])
    const [confirmed] = t.results(START + 6_060_000)
    expect(confirmed).toMatchObject({ t: 'settle', certainty: 'confirmed' })
    expect(t.results(START + 6_070_000)).toEqual([])

    t.live(START + 6_600_000, { ...done, score: [1, 0], periods: [done.periods[0]!, { no: 2, code: 'h2', score: [0, 0] }] }, [
      { game: REF, seq: 3, clockSec: 5600, type: 'retract', retracts: 2 },
    ])
    const [back, again] = t.results(START + 6_600_000)
    expect(back?.t).toBe('settle.rollback')
    expect(again?.t).toBe('settle')
    expect(t.market('full', 'total|line=1.5').outcomes.map((o) => o.result?.won)).toEqual([0, 1])
    expect(t.results(START + 6_600_001)).toEqual([])
  })

  it('what was told of a tie stands while the model that names it has not come again', () => {
    const t = setUp()
    const extra = { tie: 1, first1: 0, first2: 0 }
    t.game.model!.extra = extra
    t.on(START, { ...model, extra })
    const done = (score: [number, number]) => ({
      phase: 'ended',
      clockSec: 5600,
      clockRuns: false,
      score,
      periods: [
        { no: 1, code: 'h1', score },
        { no: 2, code: 'h2', score: [0, 0] as [number, number] },
      ],
    })
    const through = () => t.market('full', 'to_qualify|').outcomes.map((o) => o.result?.won)
    t.live(START + 6_000_000, done([1, 0]))
    t.results(START + 6_000_000)
    t.results(START + 6_060_000)
    expect(through()).toEqual([1, 0])
    const known = t.game.model!
    delete t.game.model
    t.live(START + 6_100_000, done([1, 0]))
    expect([t.results(START + 6_100_000), through()]).toEqual([[], [1, 0]])
    t.game.model = known
    expect(t.results(START + 6_200_000)).toEqual([])
    t.live(START + 6_300_000, done([0, 1]))
    expect(t.results(START + 6_300_000)[0]?.t).toBe('settle.rollback')
    expect(through()).toEqual([0, 1])
  })

  it('forgets a game that has left the book, also one that still waits to be confirmed', () => {
    const t = setUp()
    t.pricing.tick(t.book, START)
    const score: [number, number] = [1, 0]
    t.live(START + 6_000_000, { phase: 'ended', clockSec: 5600, clockRuns: false, score, periods: [{ no: 1, code: 'h1', score }] })
    t.results(START + 6_000_000)
    expect(t.pricing.awaitingConfirmation()).toEqual([10])
    t.book.games.clear()
    t.pricing.tick(t.book, START + 6_600_000)
    expect(t.pricing.awaitingConfirmation()).toEqual([])
  })

  it('takes nothing back of a game that runs and whose state has not come again yet', () => {
    const t = setUp()
    t.on(START, model)
    t.live(START + 500_000, h1(499, [1, 0]), [goal(1, 499, 'home')])
    t.results(START + 500_001)
    const { live } = t.game
    delete t.game.live
    expect(t.results(START + 500_002)).toEqual([])
    t.game.live = live!
    expect(t.results(START + 500_003)).toEqual([])
  })
})
