/**
 * A person ends games and the process dies right after: his acts are in the log, nobody else has heard of them. Stated
 * behaviour: after the restart the games are over with his score, and every bet on them is settled by that score, once.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { MINUTE } from '#lib/time.ts'
import { createTrader } from '#modules/feeds/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { createWorld } from '#modules/world/server/index.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'
import { betOnAll, castOf, gameOf, heard, openAccount, until, WORLD } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const SEED = 'by-hand'
const START = Date.UTC(2026, 10, 21, 14)
const SCORE: [number, number] = [2, 1]
const LOST = 2
const WON = 4

let house: House
const clock = manualClock(START)
const { going, coming } = castOf(SEED, START)
/** One in play, one that has not begun: his acts begin its play as well. */
const refs = [going[0]!, coming[0]!]

async function openAnew(): Promise<House> {
  const world = createWorld({ seed: SEED, clock, settings: WORLD })
  const provider = { ...heard(world, new Set(refs)), act: world.act.bind(world) }
  house = await openHouse({ db, clock, providers: [provider], monotonic: () => 0, tickMs: 50 })
  return house
}

afterEach(() => house.close())

/** His acts are stored, and then there is nobody to do anything with them. */
async function endedAndKilled(ref: string): Promise<void> {
  const book = { apply: () => {}, game: (ci: number) => house.line.game(ci) }
  const trader = createTrader({ feed: house.feed, book, providers: [], clock })
  const apply = vi.spyOn(house.line, 'apply').mockImplementation(() => {
    throw new Error('killed')
  })
  await expect(trader.finish(gameOf(house, ref)!.ci, SCORE)).rejects.toThrow('killed')
  apply.mockRestore()
}

async function list<T extends object>(query: string, ...values: unknown[]): Promise<T[]> {
  return (await rawPool(db).query<T>(query, values)).rows
}

const betsOn = (ref: string) =>
  list<{ status: number; t: number; p: number; part: string; settled_version: number }>(
    `SELECT b.status, l.t, l.p, gp.part, b.settled_version FROM bet b JOIN bet_leg l ON l.bet_id = b.id JOIN game_part gp ON gp.ci = l.ci
       JOIN game g ON g.ci = gp.game_ci WHERE g.ref = $1 ORDER BY b.id`,
    ref,
  )

it('is settled by the score that the person gave, though nothing but the log knew of it', { timeout: 120_000 }, async () => {
  await openAnew()
  const isOffered = (ref: string) =>
    [...(gameOf(house, ref)?.parts.values() ?? [])].some(({ markets }) => [...markets.values()].some(({ status }) => status === 'active'))
  await until('both are offered', () => refs.every(isOffered))
  await openAccount(db, house, START)
  for (const ref of refs) expect(await betOnAll(house, ref), ref).toBeGreaterThan(5)
  clock.advance(1_000)
  for (const ref of refs) await endedAndKilled(ref)
  await house.close()
  for (const ref of refs) {
    expect(
      await list(
        `SELECT 1 FROM fact WHERE game_ref = $1 AND t = 'game' AND provider = 'trader' AND body->'game'->>'status' = 'ended'`,
        ref,
      ),
    ).toHaveLength(1)
    expect(await list(`SELECT 1 FROM fact WHERE game_ref = $1 AND t = 'settle' AND body->>'final' = 'true'`, ref)).toEqual([])
    expect(
      (await betsOn(ref)).every(({ status }) => status === 1),
      ref,
    ).toBe(true)
  }

  await openAnew()
  await until('both are over', () => refs.every((ref) => gameOf(house, ref)?.status === 'ended'))
  for (const ref of refs) expect(gameOf(house, ref)!.live, ref).toMatchObject({ score: SCORE, phase: 'ended' })
  // Results hold for a minute before they are confirmed.
  clock.advance(2 * MINUTE)
  await until('every bet is settled', async () => (await list('SELECT 1 FROM bet WHERE status = 1')).length === 0)
  for (const ref of refs) {
    const bets = await betsOn(ref)
    const sided = bets.filter(({ part, t, p }) => part === 'full' && p === 0 && (t === 1 || t === 401))
    expect(sided.length, ref).toBeGreaterThan(0)
    for (const { status } of sided) expect(status).toBe(WON)
    expect(
      bets.some(({ status }) => status === LOST),
      ref,
    ).toBe(true)
    expect(Math.max(...bets.map(({ settled_version }) => settled_version))).toBe(1)
  }
  expect(await house.ledger.checkInvariants()).toEqual([])
})
