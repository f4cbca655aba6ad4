import type pg from 'pg'
import { expect, test } from 'vitest'
import { SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createCollector } from './collect-results.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const clock = manualClock(SAMPLE_START)

let told = 0

interface Told {
  halves?: string[]
  status?: string
  incidents?: object[]
}

/** The head of a match of football that has ended, or was broken off, and its last state, with counts of corners. */
async function tell({ halves = [], status = 'ended', incidents = [] }: Told): Promise<void> {
  const sentAt = new Date(clock.now() + ++told)
  const sides = [1, 2].map((id) => ({ id, ref: String(id), role: id === 1 ? 'home' : 'away', order: id }))
  await pool.query(
    `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
     VALUES (77, 'world', 'g', 77, 'match', $1::jsonb, $2, true, $3, 1, false, true, 'simulated', $2)
     ON CONFLICT (ci) DO UPDATE SET status = excluded.status, sent_at = excluded.sent_at`,
    [JSON.stringify(sides), sentAt, status],
  )
  const periods = halves.map((code, n) => ({ no: n + 1, code, score: [0, 0] }))
  const body = { t: 'live', incidents, state: { game: 'g', phase: 'ended', score: [0, 0], periods, stats: { corners: [4, 5] } } }
  await pool.query(
    `INSERT INTO fact (provider, producer, key, t, game_ref, sent_at, received_at, body) VALUES ('world', 'world', $1, 'live', 'g', $2, $2, $3::jsonb)`,
    [String(told), sentAt, JSON.stringify(body)],
  )
}

/** What is kept of its counts. */
async function countsOf(halves: string[], status = 'ended'): Promise<unknown> {
  await tell({ halves, status })
  await createCollector(pool, clock).run()
  return (await pool.query('SELECT stats FROM finished_game WHERE ci = 77')).rows[0].stats
}

test('counts of a game whose end was told without its second half are not those of the game', async () => {
  await pool.query(
    `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight) VALUES (77, 1, 1, 'GB', 'league', 'UTC', '{}', 1)`,
  )
  expect(await countsOf(['h1'])).toEqual({})
  expect(await countsOf(['h1', 'h2'])).toEqual({ corners: [4, 5] })
  expect(await countsOf([])).toEqual({})
  // Broken off: so much was played, and no more.
  expect(await countsOf(['h1'], 'abandoned')).toEqual({ corners: [4, 5] })
})

const goal = { seq: 1, type: 'goal', side: 'home', player: 'p1', clockSec: 60 }
const scorers = async () => (await pool.query('SELECT player_id FROM finished_player')).rows.map(({ player_id }) => player_id)

test('a run that falls before it has written the players writes them at its next turn', async () => {
  await pool.query(`INSERT INTO ext_ref (provider, kind, ref, id) VALUES ('world', 'player', 'p1', 501)`)
  await tell({ incidents: [goal] })
  const falling = (from: { query: pg.Pool['query'] }) =>
    new Proxy(from, {
      get(target, name) {
        if (name === 'connect') return async () => falling(await pool.connect())
        if (name !== 'query') return Reflect.get(target, name)
        return (text: string, values?: unknown[]) =>
          text.includes('INTO finished_player') ? Promise.reject(new Error('fallen')) : target.query(text, values)
      },
    }) as pg.Pool
  await expect(createCollector(falling(pool), clock).run()).rejects.toThrow('fallen')
  expect(await scorers()).toEqual([])
  await createCollector(pool, clock).run()
  expect(await scorers()).toEqual([501])
})

test('a goal that is taken back after the end leaves no scorer', async () => {
  expect(await scorers()).toEqual([501])
  await tell({ incidents: [{ seq: 2, type: 'goal', side: 'home', clockSec: 60, retracts: 1 }] })
  await createCollector(pool, clock).run()
  expect(await scorers()).toEqual([])
})
