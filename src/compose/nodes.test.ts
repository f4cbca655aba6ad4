/** The turn to write the feed after its connection was cut, as by a restart of PostgreSQL; the id that processes share. */
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../test/support/database.ts'
import { lossyLine } from '../../test/support/postgres-fault-proxy.ts'
import { holdFeedTurn, readInstallation, type HoldOptions } from './nodes.ts'

const { db, url } = await testDatabase(4)
const lost: string[] = []
const options: HoldOptions = { url, log: createLog('silent', false), onLost: () => lost.push('lost') }
const never = () => false
beforeEach(() => void lost.splice(0))
const cut = (only?: number) =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'polosa lock'
    AND pid = coalesce(${only ?? null}::int, pid)`.execute(db)
const holders = async () => {
  const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
  return rows.map(({ pid }) => pid)
}

test('a turn whose connection was cut is taken again, and is given back without an error', async () => {
  const turn = (await holdFeedTurn(options, never))!
  // The server process that is cut may still hold the lock when the new one asks for it.
  for (let round = 0; round < 20; round += 1) {
    const [before] = await holders()
    await cut()
    await expect.poll(async () => (await holders()).filter((pid) => pid !== before), { timeout: 10_000, interval: 5 }).toHaveLength(1)
  }
  await turn.release()
  await expect.poll(holders).toEqual([])
  expect(lost).toEqual([])
})

test('a server process that outlives its lost connection is ended, and the turn is not another’s', async () => {
  const behind = await lossyLine(url)
  const turn = (await holdFeedTurn({ ...options, url: behind.url }, never))!
  const [before] = await holders()
  behind.lose()
  await expect.poll(async () => (await holders()).filter((pid) => pid !== before), { timeout: 10_000 }).toHaveLength(1)
  expect(lost).toEqual([])
  await turn.release()
  await behind.close()
})

test('a lock that its last holder gave back between two looks is nobody’s, so it is not lost', async () => {
  const behind = await lossyLine(url)
  const turn = (await holdFeedTurn({ ...options, url: behind.url }, never))!
  const [before] = await holders()
  const query = Reflect.get(pg.Client.prototype, 'query') as (...asked: unknown[]) => unknown
  const look = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...asked: unknown[]) {
    if (String(asked[0]).includes('FROM pg_locks l')) {
      look.mockRestore()
      await cut(before)
      await expect.poll(holders).toEqual([])
    }
    return await Reflect.apply(query, this, asked)
  } as never)
  try {
    behind.lose()
    await expect.poll(holders, { timeout: 10_000 }).toSatisfy((pids: number[]) => pids.length === 1 && pids[0] !== before)
    expect(lost).toEqual([])
  } finally {
    look.mockRestore()
    await turn.release()
    await behind.close()
  }
})

test('a turn is given back on a connection that is dead, and does not come back', async () => {
  for (let round = 0; round < 5; round += 1) {
    const turn = (await holdFeedTurn(options, never))!
    await cut()
    await turn.release()
    await expect.poll(holders).toEqual([])
    // Whoever was on the way to take it again has arrived by now.
    await new Promise((done) => setTimeout(done, 50))
    expect(await holders()).toEqual([])
  }
})

test('who stops while it waits for its turn holds none', async () => {
  const turn = (await holdFeedTurn(options, never))!
  let stopped = false
  const waiting = holdFeedTurn(options, () => stopped)
  stopped = true
  await turn.release()
  expect(await waiting).toBeNull()
  await expect.poll(holders).toEqual([])
})

test('all processes on one database know it by the same id, also those that start at once', async () => {
  const ids = new Set(await Promise.all([url, url, url].map(readInstallation)))
  expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect([...ids]).toEqual([await readInstallation(url)])
})
