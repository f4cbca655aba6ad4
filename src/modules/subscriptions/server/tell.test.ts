/** Telling where no line is, watching while the list of followed games is read, and what is forgotten. */
import { expect, test } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '#modules/line/rules/sample-facts.ts'
import { createLine, pageLink } from '#modules/line/server/index.ts'
import { registry } from '#platform/server/metrics.ts'
import { rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { forgetOver } from './index.ts'
import { writeLetters, type LettersPort } from './letters.ts'
import { createTeller } from './tell.ts'
import { createWatch } from './watch.ts'

const { db, url } = await testDatabase()
const pool = rawPool(db)
const clock = { now: () => SAMPLE_START }
const log = { warn: (_details: object, message: string) => expect.unreachable(message) }
const text = (_lng: string, key: string) => key
const newLine = () => createLine({ clock, texts: { text } })
const SCORE = 0
const follow = (ci: number, channels: string, player = 1) =>
  pool.query(`INSERT INTO game_subscription (player_id, ci, options, channels, saved_at) VALUES ($4, $1, '{${SCORE}}', $2, $3)`, [
    ci,
    channels,
    new Date(SAMPLE_START),
    player,
  ])

/** Everything of a worker that has no line; `during` is what happens while a register is asked. */
function worker(during: (ids: readonly number[]) => Promise<readonly number[]> = async (ids) => ids) {
  const [links, readers, excluded]: [string[], number[], Set<number>] = [[], [], new Set()]
  const outbox = createOutbox(db, url, createLog('silent', false))
  const deps = { db, line: newLine(), text, log, excludedOf: async () => excluded }
  const teller = createTeller({
    ...deps,
    stream: { provide: () => {} },
    outbox,
    tellOthers: () => {},
    pushes: { add: (_to, message) => void links.push(message().url) },
  })
  const letters: LettersPort = {
    reach: async () => true,
    reachable: during,
    async send(_tx, ids, words) {
      readers.push(...ids)
      links.push(words('en').page)
    },
  }
  const write = (now = SAMPLE_START) => writeLetters({ ...deps, clock: { now: () => now }, letters, wordsOf: teller.wordsOf })
  return { links, readers, excluded, outbox, teller, write }
}

/** A goal in a game that these players follow. */
async function goal(n: number, channels: string, players = [1]) {
  await pool.query('TRUNCATE outbox, game_subscription')
  const line = newLine()
  const game = sampleGame({ n, kind: 1 })
  for (const player of players) await follow(game.ci, channels, player)
  const watch = createWatch({ db, clock, line, log })
  watch.add(game.ci)
  const score = (goals: number) => line.apply([sampleFact(sampleLive([goals, 0]), game.ci, { sentAt: SAMPLE_START + goals })])
  line.apply([sampleGameFact(game)])
  score(0)
  score(1)
  await watch.settled()
  return { line, game }
}

test('a process without a line links to the page of the game, in letters and on browsers; registers are asked with nothing held', async () => {
  await pool.query(`INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE
    VALUES (1, 'polosa', 'en', 'x', now())`)
  await pool.query(`INSERT INTO push_endpoint (player_id, endpoint, p256dh, auth, language, created_at)
    VALUES (1, 'https://push.example/1', 'k', 'a', 'ru', now())`)
  const asked: unknown[] = []
  const { links, outbox, teller, write } = worker(async (ids) => {
    const open = await pool.query(
      `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    )
    asked.push(...open.rows, 'asked')
    return ids
  })
  const { line, game } = await goal(1, '{2,3}')
  await outbox.drain()
  // The relay of all events is done with it, and nobody outside was asked.
  expect(asked).toEqual([])
  await teller.settled()
  expect(await write()).toBe(1)
  expect(asked).toEqual(['asked'])
  expect(links).toEqual(['ru', 'en'].map((lng) => `/${lng}${pageLink(line.answers, game.ci, lng)!.U}`))
})

test('a letter is written once, whoever writes it, and only to who is reached and not excluded by then', async () => {
  const { readers, excluded, outbox, write } = worker(async (ids) => {
    excluded.add(3)
    // Another worker is faster with one of them.
    await pool.query('UPDATE game_notice SET letter_due = false WHERE player_id = 4')
    return ids.filter((id) => id !== 2)
  })
  await goal(2, '{1,3}', [1, 2, 3, 4, 5])
  await outbox.drain()
  expect([await write(), await write()]).toEqual([4, 0])
  expect(readers).toEqual([1, 5])
})

test('a letter that could not be written stays owed, for an hour', async () => {
  let isAway = true
  const { readers, outbox, write } = worker(async (ids) => {
    if (isAway) throw new Error('away')
    return ids
  })
  await goal(3, '{3}')
  await outbox.drain()
  await expect(write()).rejects.toThrow('away')
  isAway = false
  expect(await write()).toBe(1)
  await goal(4, '{3}')
  await outbox.drain()
  const late = async () => (await registry.getSingleMetric('polosa_game_letters_late_total')!.get()).values[0]?.value ?? 0
  const before = await late()
  expect(await write(SAMPLE_START + HOUR + 1)).toBe(0)
  expect((await late()) - before).toBe(1)
  expect(await write()).toBe(0)
  expect(readers).toEqual([1])
})

test('the relay waits for no page that is shown and no browser that is looked up', async () => {
  const { outbox, teller, links } = worker()
  await goal(5, '{2}')
  const holder = await pool.connect()
  await holder.query('BEGIN; LOCK TABLE push_endpoint')
  await outbox.drain()
  expect(links).toEqual([])
  await holder.query('COMMIT')
  holder.release()
  await teller.settled()
  expect(links).toHaveLength(1)
})

test('a game that is followed while the list of followed games is read is watched', async () => {
  const line = newLine()
  const game = sampleGame({ n: 6, kind: 1 })
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
