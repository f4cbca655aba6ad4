import { expect, it } from 'vitest'
import { fixturesBetween } from '#modules/world/rules/calendar.ts'
import { worldCatalogue } from '#modules/world/rules/catalogue.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import type { Feed } from '#modules/feeds/server/index.ts'
import { DAY } from '#lib/time.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../test/support/database.ts'
import { createPastSeasons } from './past-seasons.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const NOW = Date.UTC(2026, 10, 21, 12)
const SEED = 7
const CUP = 910_500

const LEAGUE = 910_502
const SECOND = 910_503

const cup = worldCatalogue(String(SEED)).find((c) => c.cup)!
const games = fixturesBetween(String(SEED), cup, NOW - 90 * DAY, NOW)

await pool.query(
  `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight) VALUES ($1, 1, 225, '', 'cup', 'UTC', '{}', 1)`,
  [CUP],
)
await pool.query(
  `INSERT INTO competitor (id, sport_id, type, country_id, country_code, names) VALUES (79001, 1, 'team', 225, 'GB', '{}'), (79002, 1, 'team', 225, 'GB', '{}')`,
)
await pool.query(
  `INSERT INTO ext_ref (provider, kind, ref, id) VALUES ('world', 'championship', $1, $2), ('world', 'championship', $3, $4), ('world', 'championship', $5, $6)`,
  [cup.ref, CUP, 'l:nhl', LEAGUE, 'l:khl', SECOND],
)

function seasons(take: Feed['take'], patienceMs: number, signal = new AbortController().signal) {
  const told: number[] = []
  const feed = { take, isReady: () => true } as unknown as Feed
  const onFilled = (id: number) => void told.push(id)
  const parts = {
    env: { worldSeed: SEED },
    db,
    clock: manualClock(NOW),
    log: createLog('silent', false),
    feed,
    signal,
    onFilled,
    patienceMs,
    firstPauseMs: 0,
  }
  return { told, past: createPastSeasons(parts) }
}

it('says that games of the past are on their way while they are not in', async () => {
  const stuck = seasons(() => new Promise<never>(() => {}), 5)
  expect(await stuck.past.wanted(CUP)).toBe(false)
  expect(stuck.told).toEqual([])
  expect(await seasons(async () => [], 60_000).past.wanted(CUP + 1)).toBe(true)
})

it('tells the rounds of a cup’s games that were brought before rounds were kept', async () => {
  expect(games.length).toBeGreaterThan(20)
  await pool.query('INSERT INTO past_filled (championship_id, filled_at) VALUES ($1, now())', [CUP])
  for (const { ref, startsAt } of games)
    await pool.query(
      `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, periods)
       VALUES ('world', $1, $2, 79001, 79002, $3, '{1,0}', '[]')`,
      [ref, CUP, new Date(startsAt)],
    )
  const { told, past } = seasons(async () => [], 5)
  expect(await past.wanted(CUP)).toBe(true)
  const { rows } = await pool.query<{ ref: string; round: string | null }>('SELECT ref, round FROM past_game WHERE championship_id = $1', [
    CUP,
  ])
  expect(Object.fromEntries(rows.map(({ ref, round }) => [ref, round]))).toEqual(
    Object.fromEntries(games.map(({ ref, round }) => [ref, round])),
  )
  expect(new Set(rows.map(({ round }) => round))).toContain('1/8')
  expect(told).toEqual([CUP])
  await past.wanted(CUP)
  expect(told).toEqual([CUP])
})

it('finishes at once what was begun quietly when somebody asks for it, the newest games first', { timeout: 60_000 }, async () => {
  const batches: Fact[][] = []
  const begun = Promise.withResolvers<void>()
  const take = (async (facts: readonly Fact[]) => {
    batches.push([...facts])
    if (batches.length === 2) begun.resolve()
    return []
  }) as unknown as Feed['take']
  const startsOf = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.t === 'history' ? [fact.game.startsAt] : []))
  const stop = new AbortController()
  const { told, past } = seasons(take, 60_000, stop.signal)
  const running = past.run().catch((error: unknown) => expect(stop.signal.aborted, String(error)).toBe(true))
  await begun.promise
  // The last days of all come before the season of any, and once.
  expect((await pool.query(`SELECT value FROM setting WHERE key = 'statistics.recent'`)).rows).toEqual([{ value: true }])
  const [recent, first] = batches
  expect(new Set(recent!.flatMap((fact) => (fact.t === 'history' ? [fact.game.championship] : [])))).toEqual(new Set(['l:nhl', 'l:khl']))
  expect(Math.min(...startsOf(recent!))).toBeGreaterThan(NOW - 9 * DAY)
  expect(told).toEqual([LEAGUE, SECOND])
  expect(await past.wanted(LEAGUE)).toBe(true)
  expect(told.slice(2)).toEqual([LEAGUE])
  const rest = batches.slice(2)
  const starts = startsOf([first!, ...rest].flat())
  expect(starts.length).toBeGreaterThan(1_000)
  expect(Math.min(...startsOf(first!))).toBeGreaterThan(Math.max(...startsOf(rest.at(-1)!)))
  // From then on they came in larger pieces: each has to stand in line behind the games in play.
  expect(Math.max(...rest.map((batch) => batch.length))).toBeGreaterThan(2 * first!.length)
  stop.abort()
  await running
  await past.end()
})

it('a season that was refused is missing, so that all that are missing are brought once more', async () => {
  await pool.query('DELETE FROM past_filled WHERE championship_id = $1', [SECOND])
  let refuse = true
  const take = (async (facts: readonly Fact[]) => {
    if (refuse && facts.some((fact) => fact.t === 'history' && fact.game.championship === 'l:khl')) throw new Error('refused')
    return []
  }) as unknown as Feed['take']
  const { past } = seasons(take, 0)
  await expect(past.run()).rejects.toThrow('missing')
  refuse = false
  await past.run()
  expect((await pool.query('SELECT 1 FROM past_filled WHERE championship_id = $1', [SECOND])).rowCount).toBe(1)
})

it('what pages asked for is on its way no longer when the process has stopped', async () => {
  await pool.query('DELETE FROM past_filled WHERE championship_id = $1', [SECOND])
  const stop = new AbortController()
  let taken = 0
  const begun = Promise.withResolvers<void>()
  const take = (async () => {
    taken += 1
    begun.resolve()
    await new Promise((done) => setTimeout(done, 1))
    return []
  }) as unknown as Feed['take']
  const { past } = seasons(take, 0, stop.signal)
  expect(await past.wanted(SECOND)).toBe(false)
  await begun.promise
  stop.abort()
  await past.end()
  const before = taken
  await new Promise((done) => setTimeout(done, 20))
  expect(taken).toBe(before)
  expect((await pool.query('SELECT 1 FROM past_filled WHERE championship_id = $1', [SECOND])).rowCount).toBe(0)
})
