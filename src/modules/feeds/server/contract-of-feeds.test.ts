/** Contract tests of feeds §9 that intake, book and guard decide, against a tiny provider of our own. */
import { afterEach, describe, expect, it } from 'vitest'
import { rawPool } from '#platform/server/db.ts'
import { manualClock } from '#platform/server/clock.ts'
import { applyFact } from '#modules/line/rules/apply-fact.ts'
import { type Book, emptyBook } from '#modules/line/rules/book.ts'
import { canonicalJson } from '#lib/json.ts'
import { HOUR } from '#lib/time.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { Fact, FactBody, Game, Market } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import { createFeed, type Feed, listMovedI } from './index.ts'
import { listFacts } from './fact-log.ts'
import type { DrivenProvider, SettleItem } from './ports.ts'
import { createTrader } from './trader.ts'

const { db } = await testDatabase()
const START = Date.UTC(2026, 10, 21, 12)
const quiet = { info() {}, warn() {}, error() {} }

interface Bench {
  feed: Feed
  book: Book
  send(...bodies: FactBody[]): Promise<void>
  raw(...values: unknown[]): Promise<void>
  settled: SettleItem[]
  /** So many of the next results meet a connection that is cut. */
  cuts: { left: number }
  clock: ReturnType<typeof manualClock>
  passed: { ms: number }
  provider: DrivenProvider
}

const open: Feed[] = []
let run = 0

/** Every bench has names of its own, so that tests share the database. */
async function bench(id = `t${(run += 1)}`, prices: (one: { fact: Fact }) => Fact[] = () => []): Promise<Bench> {
  const clock = manualClock(START)
  const book = emptyBook()
  const settled: SettleItem[] = []
  const cuts = { left: 0 }
  const passed = { ms: 0 }
  let sink: (facts: Fact[]) => Promise<void> = async () => {}
  const provider: DrivenProvider = {
    id: 'uof',
    caps: {
      delivery: 'push',
      liveState: true,
      incidents: true,
      prices: 'full',
      betStop: true,
      settlement: true,
      cancel: true,
      recovery: true,
      stableIds: true,
      clock: 'wall',
      languages: ['en'],
    },
    start: async (_from, to) => void (sink = to),
    stop: async () => {},
    recover: async () => ({ requestId: '1' }),
    fetchGame: () => Promise.reject(new Error('not asked')),
    describe: async () => [],
  }
  const feed = createFeed({
    db,
    clock,
    providers: [provider],
    book: { apply: (facts) => facts.map((one) => applyFact(book, one)), game: (ci) => book.games.get(ci) ?? null },
    pricing: { onFact: prices, tick: () => [] },
    async onSettle(items) {
      if (cuts.left-- > 0) throw new Error('Connection terminated unexpectedly')
      settled.push(...items)
    },
    log: quiet,
    monotonic: () => passed.ms,
    tickMs: 1_000_000,
  })
  open.push(feed)
  await feed.start()
  let at = START
  return {
    feed,
    book,
    settled,
    cuts,
    clock,
    passed,
    provider,
    send: async (...bodies) => sink(bodies.map((body) => makeFact('uof', `p-${id}`, (at += 1000), body))),
    raw: async (...values) => sink(values as Fact[]),
  }
}

afterEach(async () => {
  for (const feed of open.splice(0)) await feed.stop()
})

const catalog = (id: string): FactBody => ({
  t: 'catalog',
  entities: [
    { kind: 'sport', ref: `${id}:s1`, sportId: 1 },
    { kind: 'country', ref: `${id}:eng`, code: 'GB-ENG' },
    {
      kind: 'championship',
      ref: `${id}:pl`,
      sport: `${id}:s1`,
      country: `${id}:eng`,
      type: 'league',
      tz: 'Europe/London',
      names: { en: 'Premier League' },
    },
    { kind: 'competitor', ref: `${id}:a`, sport: `${id}:s1`, type: 'team', country: `${id}:eng`, names: { en: 'Alpha' } },
    { kind: 'competitor', ref: `${id}:b`, sport: `${id}:s1`, type: 'team', country: `${id}:eng`, names: { en: 'Beta' } },
  ],
})

function game(id: string, over: Partial<Game> = {}): Game {
  return {
    kind: 'game',
    ref: `${id}:g`,
    championship: `${id}:pl`,
    type: 'match',
    sides: [
      { competitor: `${id}:a`, role: 'home', order: 1 },
      { competitor: `${id}:b`, role: 'away', order: 2 },
    ],
    startsAt: START + HOUR,
    startConfirmed: true,
    status: 'scheduled',
    liveCoverage: true,
    origin: 'simulated',
    ...over,
  }
}

function market(id: string, key: string, prices: number[], over: Partial<Market> = {}): Market {
  const types = key === 'total' ? ['9:2.5', '10:2.5'] : ['1', '2', '3']
  return {
    game: `${id}:g`,
    part: 'full',
    key,
    spec: key === 'total' ? 'line=2.5' : '',
    status: 'active',
    outcomes: prices.map((price, k) => ({ key: types[k]!, active: true, price })),
    ...over,
  }
}

const theGame = (b: Bench) => [...b.book.games.values()][0]!
const marketOf = (b: Bench, key: string, part = 'full') => theGame(b).parts.get(part)!.markets.get(key)!

async function opened(id: string): Promise<Bench> {
  const b = await bench(id)
  await b.send(catalog(id), { t: 'game', game: game(id, { about: { title: { en: 'Final' } } }), reason: 'new' })
  const markets = [market(id, 'result_1x2', [2000, 3400, 3800]), market(id, 'total', [1900, 1950])]
  await b.send({ t: 'odds.delta', game: `${id}:g`, markets })
  return b
}

describe('facts enter once and in their form', () => {
  it('CT-01 the same message twice, and after a restart: one fact, one effect', async () => {
    const b = await opened('ct01')
    const before = b.book.version
    const { facts } = await listFacts(rawPool(db) as never, 0n, 1000)
    const mine = facts.filter((fact) => fact.producer === 'p-ct01')
    expect(mine).toHaveLength(3)
    await b.raw(...mine)
    expect(b.book.version).toBe(before)
    await b.feed.stop()
    const again = await bench('ct01')
    await again.raw(...mine)
    expect(again.book.games.size).toBe(1)
    expect(theGame(again).ci).toBe(theGame(b).ci)
    const after = await listFacts(rawPool(db) as never, 0n, 1000)
    expect(after.facts.filter((fact) => fact.producer === 'p-ct01')).toHaveLength(3)
  })

  it('CT-08 2.50, 2.5 and swapped specifiers are one market', async () => {
    const b = await opened('ct08')
    await b.send({ t: 'odds.delta', game: 'ct08:g', markets: [market('ct08', 'total', [1800, 2050], { spec: 'line=2.50' })] })
    expect(theGame(b).parts.get('full')!.markets.size).toBe(2)
    expect(marketOf(b, 'total|line=2.5').outcomes[0]!.price).toBe(1800)
    await b.send({
      t: 'odds.delta',
      game: 'ct08:g',
      markets: [{ ...market('ct08', 'total', [1800, 2050]), key: 'goal_interval', spec: 'to=15|from=1.0' }],
    })
    expect([...theGame(b).parts.get('full')!.markets.keys()]).toContain('goal_interval|from=1|to=15')
  })

  it('CT-32 a malformed message is parked with its text and the next one is processed', async () => {
    const b = await opened('ct32')
    const before = b.feed.counts().parked
    await b.raw(
      'no fact at all',
      { provider: 'uof', t: 'odds.delta', game: 'ct32:g', markets: 'many' },
      makeFact('uof', 'p-ct32', START + 90_000, { t: 'odds.delta', game: 'ct32:g', markets: [market('ct32', 'total', [1700, 2200])] }),
    )
    expect(b.feed.counts().parked).toBe(before + 2)
    expect(marketOf(b, 'total|line=2.5').outcomes[0]!.price).toBe(1700)
    const { rows } = await rawPool(db).query('SELECT body FROM fact_parked ORDER BY id DESC LIMIT 2')
    expect(rows.map((row) => row.body).join()).toContain('"markets":"many"')
  })

  it('CT-31 unknown market, outcome, status and sport are kept and the rest runs on', async () => {
    const b = await opened('ct31')
    await b.raw({
      ...makeFact('uof', 'p-ct31', START + 90_000, { t: 'odds.delta', game: 'ct31:g', markets: [] }),
      markets: [
        { ...market('ct31', 'uof:9999', [1500]), status: 'sleeping' },
        { ...market('ct31', 'total', [1700, 2200]), outcomes: [{ key: 'zz', active: true, price: 5000 }] },
      ],
    })
    expect(marketOf(b, 'uof:9999|').status).toBe('suspended')
    await b.send({ t: 'catalog', entities: [{ kind: 'sport', ref: 'ct31:s9', sportId: 99_999 }] })
    expect(b.book.sports.get(99_999)!.names['en']).toBe('Sport 99999')
  })

  it('CT-36 a name that is missing is filled when it arrives', async () => {
    const b = await bench('ct36')
    const entities = (catalog('ct36') as Extract<FactBody, { t: 'catalog' }>).entities
    await b.send({ t: 'catalog', entities: entities.slice(0, 4) }, { t: 'game', game: game('ct36'), reason: 'new' })
    expect(theGame(b).sides[1]!.names).toEqual({})
    await b.send({ t: 'catalog', entities: [entities[4]!] })
    expect(theGame(b).sides[1]!.names).toEqual({ en: 'Beta' })
  })

  it('a fact that comes before its game waits for it', async () => {
    const b = await bench('wait')
    await b.send(catalog('wait'), { t: 'odds.delta', game: 'wait:g', markets: [market('wait', 'total', [1900, 1900])] })
    expect(b.book.games.size).toBe(0)
    await b.send({ t: 'game', game: game('wait'), reason: 'new' })
    expect(marketOf(b, 'total|line=2.5').outcomes[0]!.price).toBe(1900)
  })
})

function homeWins(id: string): FactBody {
  const results = ['1', '2', '3'].map((outcome) => ({ outcome, won: outcome === '1' ? (1 as const) : (0 as const) }))
  const market = { id: { game: `${id}:g`, part: 'full', key: 'result_1x2', spec: '' }, results } as const
  return { t: 'settle', game: `${id}:g`, certainty: 'confirmed', markets: [market] }
}

describe('prices and stops', () => {
  it('CT-02 an older delta after a stop is dropped', async () => {
    const b = await opened('ct02')
    await b.send({ t: 'bet.stop', game: 'ct02:g', groups: 'all', to: 'suspended', reason: 'goal' })
    await b.raw(
      makeFact('uof', 'p-ct02', START + 1500, { t: 'odds.delta', game: 'ct02:g', markets: [market('ct02', 'total', [1500, 2500])] }),
    )
    expect(marketOf(b, 'total|line=2.5')).toMatchObject({ status: 'suspended', reason: 'goal' })
    expect(marketOf(b, 'total|line=2.5').outcomes[0]!.price).toBe(1900)
  })

  it('CT-03 and CT-05 a delta leaves others alone; a status alone keeps prices', async () => {
    const b = await opened('ct03')
    await b.send({ t: 'odds.delta', game: 'ct03:g', markets: [{ ...market('ct03', 'total', []), status: 'suspended' }] })
    expect(marketOf(b, 'result_1x2|').status).toBe('active')
    expect(marketOf(b, 'total|line=2.5').status).toBe('suspended')
    expect(marketOf(b, 'total|line=2.5').outcomes.map((o) => o.price)).toEqual([1900, 1950])
  })

  it('CT-04 an image closes what it does not name', async () => {
    const b = await opened('ct04')
    await b.send({ t: 'odds.image', game: 'ct04:g', markets: [market('ct04', 'total', [1900, 1950])] })
    expect(marketOf(b, 'result_1x2|').status).toBe('inactive')
    expect(marketOf(b, 'total|line=2.5').status).toBe('active')
  })

  it('CT-06, CT-07, CT-38 a stop touches active markets of its group and leaves its reason; a settlement stands', async () => {
    const b = await opened('ct06')
    await b.send(homeWins('ct06'))
    await b.send({ t: 'bet.stop', game: 'ct06:g', groups: ['btts'], to: 'suspended', reason: 'penalty' })
    expect(marketOf(b, 'total|line=2.5').status).toBe('active')
    await b.send({ t: 'bet.stop', game: 'ct06:g', groups: 'all', to: 'suspended', reason: 'penalty' })
    expect(marketOf(b, 'total|line=2.5')).toMatchObject({ status: 'suspended', reason: 'penalty' })
    expect(marketOf(b, 'result_1x2|').status).toBe('settled')
    expect(b.settled).toHaveLength(1)
    expect(b.settled[0]!.parts['full']).toBe(theGame(b).ci)
  })

  it('a result that meets a cut connection is told until it is heard: its bets must not stay open', async () => {
    const b = await opened('cut')
    b.cuts.left = 2
    await b.send(homeWins('cut'))
    expect(b.settled).toHaveLength(1)
  })

  it.each([
    ['1.00', 1000],
    ['below 1', 900],
    ['missing', undefined],
    ['ten times the last', 19_000],
  ])('CT-37 a price that is %s suspends its market with odd_price', async (name, price) => {
    const id = `ct37${name.length}`
    const b = await opened(id)
    const odd = market(id, 'total', [1900, 1950])
    odd.outcomes[0] = { key: '9:2.5', active: true, ...(price === undefined ? {} : { price }) }
    await b.send({ t: 'odds.delta', game: `${id}:g`, markets: [odd] })
    expect(marketOf(b, 'total|line=2.5')).toMatchObject({ status: 'suspended', reason: 'odd_price' })
    expect(marketOf(b, 'total|line=2.5').outcomes[0]!.price).toBe(1900)
    expect(b.feed.counts().odd).toBe(1)
  })
})

describe('producers and the move to live', () => {
  it('CT-21 and CT-22 a silent producer is closed, nothing settled, its own price opens it again', async () => {
    const b = await opened('ct21')
    await b.feed.tick()
    expect(marketOf(b, 'total|line=2.5').status).toBe('active')
    b.passed.ms += 21_000
    b.clock.advance(21_000)
    await b.feed.tick()
    expect(marketOf(b, 'total|line=2.5')).toMatchObject({ status: 'suspended', reason: 'provider_lost' })
    expect(b.settled).toHaveLength(0)
    expect(b.feed.producers()[0]!.state).toBe('down')
    expect(b.feed.feedLagMs()).toBe(21_000)
    await b.raw(
      makeFact('uof', 'p-ct21', START + 60_000, { t: 'odds.delta', game: 'ct21:g', markets: [market('ct21', 'total', [1900, 1950])] }),
    )
    expect(marketOf(b, 'total|line=2.5').status).toBe('active')
    expect(b.feed.producers()[0]!.state).toBe('up')
  })

  it('CT-39 a game that goes live gets new I and keeps CI and its markets', async () => {
    const b = await opened('ct39')
    const before = { ...theGame(b).parts.get('full')! }
    await b.send({ t: 'live', state: { game: 'ct39:g', phase: 'h1', score: [0, 0], periods: [], stats: {} } })
    const after = theGame(b).parts.get('full')!
    expect(theGame(b)).toMatchObject({ kind: 1, status: 'live' })
    expect(after.ci).toBe(before.ci)
    expect(after.i).toBeGreaterThan(before.i)
    expect(after.markets.size).toBe(2)
    const moved = await listMovedI(rawPool(db), new Date(0))
    expect(moved).toContainEqual({ i: before.i, ci: before.ci, at: expect.any(Number) as number })
    expect(before.ci).toBeGreaterThanOrEqual(310_000_000)
    expect(before.ci).toBeLessThan(600_000_000)
    expect(before.i).toBeGreaterThanOrEqual(600_000_000)
  })

  it('closes the line of a game whose start passed a minute ago without a live state', async () => {
    const b = await opened('late')
    b.clock.advance(HOUR + 61_000)
    await b.feed.tick()
    expect(marketOf(b, 'total|line=2.5')).toMatchObject({ status: 'suspended', reason: 'stale' })
  })

  it('CT-33 all facts replayed into an empty book give the same book', async () => {
    const b = await opened('ct33')
    await b.send({
      t: 'live',
      state: { game: 'ct33:g', phase: 'h1', score: [1, 0], periods: [], stats: {} },
      incidents: [{ game: 'ct33:g', seq: 1, clockSec: 10, type: 'goal', side: 'home' }],
    })
    await b.send({ t: 'bet.stop', game: 'ct33:g', groups: 'all', to: 'suspended', reason: 'goal' })
    const { facts } = await listFacts(rawPool(db) as never, 0n, 5000)
    await b.feed.stop()
    const again = await bench('ct33')
    await again.raw(...facts.filter((fact) => fact.producer === 'p-ct33'))
    expect(plain(again.book)).toBe(plain(b.book))
  })
})

describe('a person at the desk', () => {
  it('scores, is refused outside the state table, and finishes a game', async () => {
    const b = await opened('desk')
    const trader = createTrader({
      feed: b.feed,
      book: { apply: () => {}, game: (ci) => b.book.games.get(ci) ?? null },
      providers: [],
      clock: b.clock,
    })
    const { ci } = theGame(b)
    expect(await trader.goal(ci, 'home')).toMatchObject({ problem: true, code: 'feeds.not_live' })
    expect(await trader.status(ci, 'closed')).toMatchObject({
      problem: true,
      code: 'feeds.transition',
      params: { from: 'scheduled', to: 'closed' },
    })
    const open = () => marketOf(b, 'result_1x2|')?.outcomes.map(({ active }) => active)
    b.clock.advance(60_000)
    await trader.suspendFirst(ci, 'price', 'trader')
    expect(open()).toEqual([false, true, true])
    await trader.suspendFirst(ci, 'market', 'trader')
    await trader.reopen(ci)
    expect(open()).toEqual([true, true, true])
    await trader.finish(ci, [2, 1])
    expect(theGame(b)).toMatchObject({ status: 'ended', kind: 1, about: { title: { en: 'Final' } } })
    expect(theGame(b).live).toMatchObject({ score: [2, 1], phase: 'ended' })
    expect(await trader.finish(ci, [2, 1])).toMatchObject({ code: 'feeds.game_over' })
  })
})

/** The book without arrival times, as text. */
function plain(book: Book): string {
  const sorted = <K, V>(map: Map<K, V>) => Object.fromEntries([...map].map(([k, v]) => [String(k), v]))
  const flat = (_key: string, value: unknown) => (value instanceof Map ? sorted(value) : value instanceof Set ? [...value] : value)
  return canonicalJson(JSON.parse(JSON.stringify(book, flat)))
}
