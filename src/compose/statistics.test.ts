/** Marks of tables and meetings are read again when the database is back: all processes say the same from then on. And what is brought once. */
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectionOf, createDb } from '#platform/server/db.ts'
import { databaseIsAway } from '#platform/server/db-watch.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../test/support/database.ts'
import { markAll, untilBrought } from './statistics.ts'

const { url } = await testDatabase()

/** A way to the database that can be shut and opened at the same port. */
function wayTo({ host = '', port = 5432 }: ReturnType<typeof connectionOf>) {
  return createServer((client) => {
    const upstream = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to)
  })
}

test('they are not left to the turn of each process', { timeout: 30_000 }, async () => {
  const parts = connectionOf(url)
  const shut = wayTo(parts)
  await new Promise<void>((done) => shut.listen(0, '127.0.0.1', done))
  const { port } = shut.address() as AddressInfo
  await new Promise((done) => shut.close(done))
  const db = createDb(`postgres://${parts.user}:${String(parts.password ?? '')}@127.0.0.1:${port}/${parts.database}`, {
    watch: createLog('silent', false),
  })
  const stopping = new AbortController()
  let read = 0
  const mark = async () => void (read += 1)
  const marking = markAll({ mark }, { isFilling: () => false }, createLog('silent', false), stopping.signal)
  await expect.poll(databaseIsAway, { timeout: 5_000 }).toBe(true)
  const open = wayTo(parts)
  onTestFinished(async () => {
    stopping.abort()
    await marking
    await db.destroy()
    open.close()
  })
  expect(read).toBe(0)
  open.listen(port, '127.0.0.1')
  await expect.poll(() => read, { timeout: 10_000 }).toBe(1)
})

test('what was played before is brought once more after the database refused it, and not when the process stops', async () => {
  const stopping = new AbortController()
  const bring = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('refused')).mockResolvedValueOnce()
  await untilBrought('games', bring, createLog('silent', false), stopping.signal, 1)
  expect(bring).toHaveBeenCalledTimes(2)
  bring.mockImplementation(async () => {
    stopping.abort()
    throw new Error('stopped')
  })
  await untilBrought('games', bring, createLog('silent', false), stopping.signal, 60_000)
  expect(bring).toHaveBeenCalledTimes(3)
})
