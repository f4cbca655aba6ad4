/**
 * Games that are over leave the memory of the feed. Stated behaviour: those that run stay, a person can still make the result of
 * a game of the day before, and an unknown game is still unknown.
 */
import { expect, it } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { createTrader } from '#modules/feeds/server/index.ts'
import { Registry } from '#modules/feeds/server/registry.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { castOf, gameOf, openWorldHouse, until } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const SEED = 'past'
const START = Date.UTC(2026, 10, 21, 14)
const clock = manualClock(START)
const [over, coming] = ((cast) => [cast.going[0]!, cast.coming[0]!])(castOf(SEED, START))

it('of the day before gets its result by hand', { timeout: 120_000 }, async () => {
  let house = await openWorldHouse(db, SEED, clock, new Set([over, coming]))
  const desk = () => createTrader({ feed: house.feed, book: { apply: () => {}, game: (ci) => house.line.game(ci) }, providers: [], clock })
  await until('both are offered', () => [over, coming].every((ref) => (gameOf(house, ref)?.parts.get('full')?.markets.size ?? 0) > 0))
  const [past, future] = [gameOf(house, over)!.ci, gameOf(house, coming)!.ci]
  await desk().status(past, 'ended')
  await house.close()

  const pool = rawPool(db)
  // Written by another version of the rules.
  await pool.query('UPDATE championship SET weight = 1')
  const registry = new Registry()
  await registry.load(pool, START)
  registry.forgetOver(START + 11 * HOUR)
  expect(registry.gameByCi(past)?.status).toBe('ended')
  registry.forgetOver(START + 13 * HOUR)
  expect([registry.gameByCi(past), registry.game('world', over), registry.game('trader', over)]).toEqual([undefined, undefined, undefined])
  expect(registry.gameByCi(future)?.ref).toBe(coming)
  expect(registry.gameByCi(future)!.championship.weight).toBeGreaterThan(1)
  await registry.recall(pool, past)
  expect(registry.game('trader', over)).toMatchObject({ ci: past, status: 'ended' })

  clock.advance(13 * HOUR)
  house = await openWorldHouse(db, SEED, clock, new Set())
  expect(house.feed.game(past)).toBeUndefined()
  const market = { part: 'full', key: 'result_1x2', spec: '' }
  expect(await desk().settle(past, market, [{ outcome: '1', won: 1 }])).toMatchObject([{ gameCi: past, fact: { t: 'settle' } }])
  expect(await desk().settle(999, market, [{ outcome: '1', won: 1 }])).toMatchObject({ code: 'feeds.unknown_game' })
  await house.close()
})
