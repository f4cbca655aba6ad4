/** Telling where no line is, watching while the list of followed games is read, and what is forgotten. */
import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '#modules/line/rules/sample-facts.ts'
import { createLine, pageLink } from '#modules/line/server/index.ts'
import { rawPool } from '#platform/server/db.ts'
import type { OutboxEvent } from '#platform/server/outbox.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { forgetOver } from './index.ts'
import { createTeller, type TellDeps } from './tell.ts'
import { createWatch } from './watch.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const clock = { now: () => SAMPLE_START }
const log = { warn: (_details: object, message: string) => expect.unreachable(message) }
const text = (_lng: string, key: string) => key
const newLine = () => createLine({ clock, texts: { text } })
const SCORE = 0
const follow = (ci: number, channels: string) =>
  pool.query(`INSERT INTO game_subscription (player_id, ci, options, channels, saved_at) VALUES (1, $1, '{${SCORE}}', $2, $3)`, [
    ci,
    channels,
    new Date(SAMPLE_START),
  ])

test('a process without a line links to the page of the game, in letters and on browsers', async () => {
  const line = newLine()
  const game = sampleGame({ n: 1, kind: 1 })
  await follow(game.ci, '{2,3}')
  await pool.query(`INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE
    VALUES (1, 'polosa', 'en', 'x', now())`)
  await pool.query(`INSERT INTO push_endpoint (player_id, endpoint, p256dh, auth, language, created_at)
    VALUES (1, 'https://push.example/1', 'k', 'a', 'ru', now())`)
  const watch = createWatch({ db, clock, line, log })
  watch.add(game.ci)
  const score = (n: number) => line.apply([sampleFact(sampleLive([n, 0]), game.ci, { sentAt: SAMPLE_START + n })])
  line.apply([sampleGameFact(game)])
  score(0)
  score(1)
  await watch.settled()
  const links: string[] = []
  let handle!: (event: OutboxEvent) => Promise<void>
  createTeller({
    db,
    line: newLine(),
    text,
    stream: { provide: () => {} },
    outbox: { subscribe: (_topic: string, given: typeof handle) => void (handle = given) } as TellDeps['outbox'],
    tellOthers: () => {},
    excludedOf: async () => new Set(),
    letters: {
      reach: async () => true,
      // Registers of other houses take their time: nothing is held meanwhile.
      async reachable(ids) {
        const open = await pool.query(
          `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        )
        expect(open.rows).toEqual([])
        return ids
      },
      send: async (_tx, _ids, words) => void links.push(words('en').page),
    },
    pushes: { add: (_to, message) => void links.push(message().url) },
  })
  const { rows } = await pool.query(`SELECT o.id, topic, o.key, payload FROM outbox o
    JOIN game_event e ON e.id = (payload->>'eventId')::bigint WHERE topic = 'game.event' AND e.option = ${SCORE}`)
  expect(rows).toHaveLength(1)
  await handle(rows[0] as OutboxEvent)
  expect(links).toEqual(['en', 'ru'].map((lng) => `/${lng}${pageLink(line.answers, game.ci, lng)!.U}`))
})

test('a game that is followed while the list of followed games is read is watched', async () => {
  const line = newLine()
  const game = sampleGame({ n: 2, kind: 1 })
  const watch = createWatch({ db, clock, line, log })
  line.apply([sampleGameFact(game), sampleFact(sampleLive([0, 0]), game.ci)])
  const reading = watch.refresh()
  watch.add(game.ci)
  await reading
  line.apply([sampleFact(sampleLive([1, 0]), game.ci, { sentAt: SAMPLE_START + 1 })])
  await watch.settled()
  expect((await pool.query('SELECT 1 FROM game_event WHERE ci = $1', [game.ci])).rows).toHaveLength(1)
})

test('subscriptions to games that are long over go; those to games that are to come, and no feed has told of yet, stay', async () => {
  await pool.query('DELETE FROM game_subscription')
  const put = async (ci: number, status: string, daysAgo: number) => {
    await follow(ci, '{1}')
    await pool.query(
      `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
       VALUES ($1, 'world', $2, 1, 'match', '[]', $3, true, $4, 1, false, true, 'simulated', $3)`,
      [ci, `g${ci}`, new Date(SAMPLE_START - daysAgo * DAY), status],
    )
  }
  await put(11, 'closed', 15)
  await put(12, 'closed', 13)
  await put(13, 'cancelled', 20)
  await put(14, 'scheduled', 40)
  await follow(15, '{1}')
  expect(await forgetOver({ db, clock })).toBe(2)
  const { rows } = await pool.query<{ ci: number }>('SELECT ci FROM game_subscription ORDER BY ci')
  expect(rows.map(({ ci }) => ci)).toEqual([12, 14, 15])
})
