/** Reading which games are followed, where the database is slow. */
import { expect, test, vi } from 'vitest'
import { SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createSubscriptions } from './index.ts'

const { db, url } = await testDatabase()
const log = createLog('silent', false)
const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
const clock = { now: () => SAMPLE_START }

test('one is read at a time, and the stop waits for it', async () => {
  const holder = await rawPool(db).connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE game_subscription')
  // Of this database: the server has others, in which the number of the table is the same.
  const ours = "relation = 'game_subscription'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
  const waiting = async () => (await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND ${ours}`)).rows.length
  const subscriptions = createSubscriptions({
    db,
    clock,
    line: createLine({ clock, texts }),
    outbox: createOutbox(db, url, log),
    log,
    mac: (purpose, text) => Buffer.from(`${purpose}${text}`.padEnd(32, 'k')),
    subject: 'mailto:a@b.example',
    excludedOf: async () => new Set(),
    stream: { provide: () => {} },
    text: (lng, key, params) => texts.text(lng, key, params),
    tellOthers: () => {},
    letters: { reach: async () => false, reachable: async () => [], send: async () => {} },
    refreshMs: 5,
  })
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  // Many pauses go by.
  await new Promise((done) => setTimeout(done, 150))
  expect(await waiting()).toBe(1)
  const stopped = vi.fn()
  const stop = subscriptions.stop().then(stopped)
  expect([await waiting(), stopped.mock.calls.length]).toEqual([1, 0])
  await holder.query('COMMIT')
  await stop
  expect(await waiting()).toBe(0)
  holder.release()
})
