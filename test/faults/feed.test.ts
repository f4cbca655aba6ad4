/**
 * Faults of the feed (feeds 2.1, 4.4, 9; standards WAG-14): a silent provider, garbage, a provider that breaks, a feed
 * that is restarted in the middle of a live game. Stated behaviour: silence and garbage only stop; what was stopped
 * comes back by itself; ids stay; nothing is settled twice.
 */
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#lib/time.ts'
import type { Fact, FactBody } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { DrivenProvider } from '#modules/feeds/server/index.ts'
import { createWorld } from '#modules/world/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'
import { betOnAll, castOf, gameOf, heard, openAccount, openOutsideHouse, openWorldHouse, playOn, until, WORLD } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const START = Date.UTC(2026, 10, 21, 14)

const opened: House[] = []
async function worldHouse(...given: Parameters<typeof openWorldHouse> extends [unknown, ...infer Rest] ? Rest : never): Promise<House> {
  const house = await openWorldHouse(db, ...given)
  opened.push(house)
  return house
}

async function outsideHouse(id: string): ReturnType<typeof openOutsideHouse> {
  const outside = await openOutsideHouse(db, id, START)
  opened.push(outside.house)
  return outside
}

afterEach(async () => {
  for (const house of opened.splice(0)) await house.close()
})

const marketsOf = (house: House, ref: string) =>
  [...(gameOf(house, ref)?.parts.values() ?? [])].flatMap((part) => [...part.markets.values()])
const isOffered = (house: House, ref: string): boolean => marketsOf(house, ref).some((market) => market.status === 'active')
const idsOf = (house: House, ref: string) => [...gameOf(house, ref)!.parts.values()].map(({ part, ci, i, n }) => ({ part, ci, i, n }))

async function one<T>(query: string, values: unknown[] = []): Promise<T> {
  return (await rawPool(db).query<{ value: T }>(query, values)).rows[0]!.value
}

describe('a silent provider', () => {
  it('loses its live games after 10 s and the rest after 60 s; nothing is settled; heard again, it is back', async () => {
    const clock = manualClock(START)
    const passed = { ms: 0 }
    const { going, coming } = castOf('silent', START)
    const house = await worldHouse('silent', clock, new Set([...going, ...coming]), passed)
    const live = going[0]!
    const line = coming[0]!
    await until('both are offered', () => isOffered(house, live) && isOffered(house, line))

    house.feed.faults.silent = true
    const settledBefore = await one<bigint>(`SELECT count(*) AS value FROM fact WHERE t IN ('settle', 'cancel')`)
    // Machine time passes; a product clock that is set forward is no silence.
    clock.advance(5 * SECOND)
    passed.ms += 11_000
    await until('live games are stopped', () => !isOffered(house, live))
    expect(isOffered(house, line)).toBe(true)
    expect(house.feed.feedLagMs()).toBeGreaterThanOrEqual(11_000)
    expect(
      marketsOf(house, live)
        .filter((market) => market.status === 'suspended')
        .every((market) => market.reason === 'provider_lost'),
    ).toBe(true)
    expect(house.feed.producers()[0]).toMatchObject({ provider: 'world', state: 'delayed' })
    passed.ms += 50_000
    await until('games of the line are stopped', () => !isOffered(house, line))
    expect(house.feed.producers()[0]).toMatchObject({ state: 'down' })
    expect(await one<bigint>(`SELECT count(*) AS value FROM fact WHERE t IN ('settle', 'cancel')`)).toBe(settledBefore)

    house.feed.faults.silent = false
    clock.advance(SECOND)
    await until('both are offered again', () => isOffered(house, live) && isOffered(house, line))
    expect(house.feed.producers()[0]).toMatchObject({ state: 'up' })
    expect(house.feed.feedLagMs()).toBeLessThan(1_000)
  }, 150_000)
})

describe('a feed restarted in the middle of live games', () => {
  it('gives the same ids, brings the markets back and settles nothing twice', async () => {
    const clock = manualClock(START)
    const { ending, going, coming } = castOf('restart', START)
    expect({ ending: ending.length, going: going.length, coming: coming.length }).toEqual({ ending: 3, going: 3, coming: 3 })
    const refs = new Set([...ending, ...going, ...coming])
    const first = await worldHouse('restart', clock, refs)
    await until('everything is offered', () => [...refs].every((ref) => gameOf(first, ref)) && going.every((ref) => isOffered(first, ref)))
    await openAccount(db, first, START)
    let bets = 0
    for (const ref of refs) if (gameOf(first, ref)) bets += await betOnAll(first, ref)
    expect(bets).toBeGreaterThan(80)
    // A minute and a half of play, in which some markets are decided.
    await playOn(clock, 90)
    const ids = new Map([...refs].map((ref) => [ref, idsOf(first, ref)]))
    const top = await one<number>('SELECT max(ci) AS value FROM game_part')
    const rows = await one<bigint>(`SELECT count(*) AS value FROM game`)
    opened.splice(0)
    await first.close()

    // Away for six minutes: some of them end meanwhile.
    clock.advance(6 * MINUTE)
    const second = await worldHouse('restart', clock, refs)
    await until('the games that go on are offered again', () => going.every((ref) => isOffered(second, ref)))
    await until('those of the line too', () => coming.every((ref) => isOffered(second, ref)))
    await until('ends have been told', () => ending.every((ref) => gameOf(second, ref)?.status === 'ended'))
    for (const ref of refs) expect(idsOf(second, ref), ref).toEqual(ids.get(ref))
    expect(await one<number>('SELECT max(ci) AS value FROM game_part')).toBe(top)
    expect(await one<bigint>(`SELECT count(*) AS value FROM game`)).toBe(rows)
    expect(second.feed.counts()).toMatchObject({ parked: 0, unresolved: 0, flagged: 0 })

    // Results hold for a minute before they are confirmed; another restart tells them once more and changes nothing.
    clock.advance(2 * MINUTE)
    const open = (of: string[]) =>
      one<bigint>(
        `SELECT count(*) AS value FROM bet b JOIN bet_leg l ON l.bet_id = b.id JOIN game_part p ON p.ci = l.ci JOIN game g ON g.ci = p.game_ci
         WHERE b.status = 1 AND g.ref = ANY($1)`,
        [of],
      )
    await until('every bet on what has ended is settled', async () => (await open(ending)) === 0n)
    const money = async () =>
      (await rawPool(db).query('SELECT account_id, tx_id, kind, n, amount_minor FROM ledger_entry ORDER BY 1, 2, 3, 4')).rows
    opened.splice(0)
    await second.close()
    const before = await money()
    const third = await worldHouse('restart', clock, refs)
    await until('offered once more', () => going.every((ref) => isOffered(third, ref)))
    await third.feed.tick()
    const endingIds = new Set([...ending].flatMap((ref) => ids.get(ref)!.map((part) => part.ci)))
    const ofEnded = await rawPool(db).query<{ bet_id: bigint }>('SELECT bet_id FROM bet_leg WHERE ci = ANY($1)', [[...endingIds]])
    const endedBets = new Set(ofEnded.rows.map((row) => row.bet_id))
    expect(endedBets.size).toBeGreaterThan(0)
    const paid = (entries: { tx_id: bigint }[]) => entries.filter((entry) => endedBets.has(entry.tx_id))
    expect(paid(await money())).toEqual(paid(before))
    // A stake and at most one payout for each bet: no version of a settlement above the first.
    expect(await one<number>('SELECT max(settled_version)::int AS value FROM bet')).toBe(1)
    expect(await third.ledger.checkInvariants()).toEqual([])
  }, 240_000)
})

describe('a provider that breaks', () => {
  it('is started again, tells its state anew, and its games are open', async () => {
    const clock = manualClock(START)
    const { going } = castOf('breaks', START)
    const world = heard(createWorld({ seed: 'breaks', clock, settings: WORLD }), new Set(going))
    let starts = 0
    const errors: string[] = []
    const provider: DrivenProvider = {
      ...world,
      start(from, sink) {
        starts += 1
        if (starts > 2) return world.start(from, sink)
        return starts === 1
          ? Promise.reject(new Error('no line to the provider'))
          : world.start(from, () => Promise.reject(new Error('broke in the middle')))
      },
    }
    const log = { info() {}, warn() {}, error: (_data: object, message: string) => void errors.push(message) }
    const house = await openHouse({ db, clock, providers: [provider], tickMs: 50, log })
    opened.push(house)
    await until('its games are offered', () => going.every((ref) => isOffered(house, ref)))
    expect(starts).toBe(3)
    expect(errors).toEqual(['a provider broke and is started again', 'a provider broke and is started again'])
  }, 150_000)
})

describe('garbage from a provider', () => {
  it('is parked with its reason, and the next good fact is taken', async () => {
    const { house, send, raw, now } = await outsideHouse('garbage')
    const good = (score: [number, number]): FactBody => ({
      t: 'live',
      state: { game: 'garbage:g', phase: 'h1', score, periods: [], stats: {} },
    })
    await send(good([1, 0]))
    const huge = 'x'.repeat(300_000)
    const live = makeFact('uof', 'garbage', now(), good([7, 7]))
    const nested = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown
    await raw(
      null,
      undefined,
      42,
      'text',
      [],
      {},
      nested,
      { t: 'live' },
      { ...live, state: null },
      { ...live, state: { ...good([1, 1]), game: huge } },
      { ...live, sentAt: 'yesterday' },
      { ...live, sentAt: now() + 86_400_000 },
      { ...live, t: 'bribe' },
      { ...live, provider: 'result' },
      { ...live, provider: 'world' },
      { ...live, state: { game: 'garbage:g', phase: 'h1', score: [-1, 1e12], periods: [], stats: {} } },
      JSON.parse('{"__proto__":{"t":"live"},"constructor":1}'),
    )
    expect(gameOf(house, 'garbage:g')!.live!.score).toEqual([1, 0])
    expect(house.feed.counts().parked).toBeGreaterThanOrEqual(15)
    expect(await one<bigint>(`SELECT count(*) AS value FROM fact_parked WHERE reason <> ''`)).toBe(BigInt(house.feed.counts().parked))
    await send(good([2, 0]))
    expect(gameOf(house, 'garbage:g')!.live!.score).toEqual([2, 0])
  })

  it('counts a repeated fact once, drops an older state, ignores unknown fields', async () => {
    const { house, raw, now } = await outsideHouse('order')
    const at = now()
    const state = (score: [number, number], sentAt: number) =>
      makeFact('uof', 'order', sentAt, { t: 'live', state: { game: 'order:g', phase: 'h1', score, periods: [], stats: {} } })
    const newer = state([2, 1], at)
    await raw(
      { ...newer, stadium: 'of tomorrow', state: { ...(newer as Extract<Fact, { t: 'live' }>).state, mood: 'good' } },
      newer,
      newer,
      state([1, 1], at - 30_000),
    )
    await raw(newer)
    expect(gameOf(house, 'order:g')!.live!.score).toEqual([2, 1])
    expect(house.feed.counts().repeated).toBeGreaterThanOrEqual(3)
    expect(house.feed.counts().parked).toBe(0)
    expect(await one<bigint>('SELECT count(*) AS value FROM fact WHERE key = $1', [newer.key])).toBe(1n)
  })

  it('never stops the feed, whatever comes (property)', async () => {
    const { house, send, raw, now } = await outsideHouse('any')
    const shape = makeFact('uof', 'any', now(), { t: 'live', state: { game: 'any:g', phase: 'h1', score: [0, 0], periods: [], stats: {} } })
    const words = fc.constantFrom(
      'catalog',
      'game',
      'live',
      'model',
      'odds.delta',
      'odds.image',
      'bet.stop',
      'settle',
      'cancel',
      'producer',
    )
    const bent = fc.record({
      t: words,
      game: fc.oneof(fc.constant('any:g'), fc.anything()),
      state: fc.anything(),
      markets: fc.anything(),
      entities: fc.anything(),
    })
    let goals = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.anything(),
            bent.map((some) => ({ ...shape, ...some })),
          ),
          { maxLength: 12 },
        ),
        async (values) => {
          await raw(...values)
          goals += 1
          await send({ t: 'live', state: { game: 'any:g', phase: 'h1', score: [goals, 0], periods: [], stats: {} } })
          expect(gameOf(house, 'any:g')!.live!.score).toEqual([goals, 0])
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)
})
