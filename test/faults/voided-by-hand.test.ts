/**
 * A person voids games in play: one whose provider plays on, one where the process dies right after, and one of which nothing has
 * been heard since the process began. Stated behaviour: every bet that was open comes back, once, also on what is not offered
 * any more; nothing of them opens again, while they run, after a restart or at the end that their provider tells; what was
 * decided before stands.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '#lib/time.ts'
import { createTrader } from '#modules/feeds/server/index.ts'
import { createWorld } from '#modules/world/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'
import { betOnAll, castOf, gameOf, heard, openAccount, playOn, until, WORLD } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const SEED = 'voided'
const START = Date.UTC(2026, 10, 21, 14)
const [OPEN, VOID] = [1, 5]
const clock = manualClock(START)
const refs = castOf(SEED, START).going
const [running, killed, unheard] = refs as [string, string, string]
const FAR = { ...WORLD, aheadDays: 4, aheadDaysOther: 4 }

let house: House

/** Its provider hears nothing of what persons do. */
async function openAnew(games: readonly string[] = refs, settings = WORLD): Promise<House> {
  const provider = heard(createWorld({ seed: SEED, clock, settings }), new Set(games))
  house = await openHouse({ db, clock, providers: [provider], monotonic: () => 0, tickMs: 50 })
  return house
}
afterEach(() => house.close())

const desk = () => createTrader({ feed: house.feed, book: { apply: () => {}, game: (ci) => house.line.game(ci) }, providers: [], clock })
const ciOf = (ref: string) => house.feed.games().find((game) => game.ref === ref)!.ci
const open = (ref: string) =>
  [...(gameOf(house, ref)?.parts.values() ?? [])]
    .flatMap(({ markets }) => [...markets.values()])
    .filter(({ status }) => status === 'active')

interface Bet {
  id: bigint
  status: number
  payout_minor: bigint
  settled_version: number
}

async function betsOn(ref: string): Promise<Bet[]> {
  const { rows } = await rawPool(db).query<Bet>(
    `SELECT DISTINCT b.id, b.status, b.payout_minor, b.settled_version FROM bet b JOIN bet_leg l ON l.bet_id = b.id
       JOIN game_part gp ON gp.ci = l.ci JOIN game g ON g.ci = gp.game_ci WHERE g.ref = $1 ORDER BY b.id`,
    [ref],
  )
  return rows
}

/** Those that were open have come back once, the others are as they were. */
async function expectReturned(ref: string, before: readonly Bet[]): Promise<void> {
  const returned = before.map((bet) => (bet.status === OPEN ? { ...bet, status: VOID, payout_minor: 100n, settled_version: 1 } : bet))
  expect(await betsOn(ref), ref).toEqual(returned)
}

it('is over for good, and its bets come back', { timeout: 180_000 }, async () => {
  await openAnew()
  await until('all are offered', () => refs.every((ref) => open(ref).length > 0))
  await openAccount(db, house, START)
  for (const ref of refs) expect(await betOnAll(house, ref), ref).toBeGreaterThan(5)
  // Lines move on: some of what has been bet on is not offered any more.
  await playOn(clock, 120)

  const before = Object.fromEntries(await Promise.all(refs.map(async (ref) => [ref, await betsOn(ref)] as const)))
  for (const ref of refs) expect(before[ref]!.filter(({ status }) => status === OPEN).length, ref).toBeGreaterThan(5)
  expect(await desk().cancel(ciOf(running), 'technical')).toHaveLength(2)
  expect(open(running)).toEqual([])
  expect(gameOf(house, running)).toMatchObject({ status: 'abandoned', statusNote: 'called_off' })
  await expectReturned(running, before[running]!)
  let seen = 0
  const watch = setInterval(() => (seen = Math.max(seen, open(running).length)), 1)
  await playOn(clock, 120)
  expect(await betOnAll(house, running)).toBe(0)
  // Dead from here on: the next fact of its provider would have told the rest of it.
  vi.spyOn(house.line, 'apply').mockImplementation(() => {
    throw new Error('killed')
  })
  before[killed] = await betsOn(killed)
  expect(before[killed].filter(({ status }) => status === OPEN).length).toBeGreaterThan(0)
  await expect(desk().cancel(ciOf(killed))).rejects.toThrow('killed')
  await house.close()
  expect(await betsOn(killed)).toEqual(before[killed])

  await openAnew([])
  expect(gameOf(house, unheard)).toBeUndefined()
  before[unheard] = await betsOn(unheard)
  await desk().cancel(ciOf(unheard))
  await expectReturned(unheard, before[unheard])
  await house.close()

  await openAnew()
  await until('all are known to be over', () => refs.every((ref) => gameOf(house, ref)?.status === 'abandoned'))
  await until('all bets have come back', async () => (await betsOn(killed)).every(({ status }) => status !== OPEN))
  for (const ref of refs) await expectReturned(ref, before[ref]!)
  await playOn(clock, 60)
  // Their provider comes to the end of them.
  clock.advance(180 * MINUTE)
  await playOn(clock, 120)
  clearInterval(watch)
  expect(seen).toBe(0)
  for (const ref of refs) {
    expect(open(ref), ref).toEqual([])
    expect(house.feed.game(ciOf(ref))).toMatchObject({ status: 'abandoned', statusNote: 'called_off' })
    await expectReturned(ref, before[ref]!)
  }
  expect(await house.ledger.checkInvariants()).toEqual([])
})

it('is not played when it was voided days before', { timeout: 180_000 }, async () => {
  const now = clock.now()
  const coming = createWorld({ seed: SEED, clock, settings: FAR })
    .begin(now, true)
    .flatMap((fact) => (fact.t === 'game' && fact.game.sides.length === 2 && !fact.game.about?.of ? [fact.game] : []))
    .filter(({ startsAt }) => startsAt > now + 50 * HOUR)
    .sort((a, b) => a.startsAt - b.startsAt)
  const voided = coming[0]!
  const other = coming.find(({ startsAt }) => startsAt > voided.startsAt)!
  const games = [voided.ref, other.ref]
  await openAnew(games, FAR)
  await until('both are offered', () => games.every((ref) => open(ref).length > 0))
  await desk().cancel(ciOf(voided.ref))
  await house.close()

  clock.advance(49 * HOUR)
  await openAnew(games, FAR)
  await until('the other is offered', () => open(other.ref).length > 0)
  clock.advance(other.startsAt - clock.now() - MINUTE)
  await playOn(clock, 120)
  await until('the other is played', () => house.feed.game(ciOf(other.ref))?.status === 'live')
  expect(open(voided.ref)).toEqual([])
  expect(house.feed.game(ciOf(voided.ref))?.status).toBe('cancelled')
})
