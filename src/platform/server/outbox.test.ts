import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTx } from './db.ts'
import { createLog } from './log.ts'
import { claim, createOutbox, emit, forgetConsumed } from './outbox.ts'
import { createOutboxListener } from './outbox-listener.ts'
import { createPauses } from './outbox-pauses.ts'

const { db, url } = await testDatabase()
const outbox = createOutbox(db, url, createLog('silent', false))
const applied: string[] = []
let isDown = false
outbox.subscribe('tried', async ({ id, key }) => {
  await inTx(db, async (tx) => {
    if (await claim(tx, 'one', id)) applied.push(key)
  })
  if (isDown) throw new Error('after the effect')
})
const tell = (key: string) => inTx(db, (tx) => emit(tx, { topic: 'tried', key, payload: {} }))
const marks = async () => Number((await sql<{ n: bigint }>`SELECT count(*) AS n FROM outbox_consumed`.execute(db)).rows[0]!.n)
const aDayPasses = () => sql`UPDATE outbox_consumed SET at = at - interval '25 hours'`.execute(db)

test('the mark of an event stays as long as the event can come again, and a day longer', async () => {
  isDown = true
  await tell('a')
  await expect(outbox.drain()).rejects.toThrow('after the effect')
  expect([applied, await marks()]).toEqual([['a'], 1])
  // However old it is: the event waits in the outbox and comes again.
  await aDayPasses()
  expect(await forgetConsumed(db)).toBe(0)
  isDown = false
  await outbox.drain()
  expect(applied).toEqual(['a'])
  expect(await forgetConsumed(db)).toBe(1)

  await tell('b')
  await outbox.drain()
  expect([applied, await forgetConsumed(db), await marks()]).toEqual([['a', 'b'], 0, 1])
})

test('page by page, past those that stay', async () => {
  await sql`DELETE FROM outbox_consumed`.execute(db)
  await sql`INSERT INTO outbox_consumed (consumer, event_id) SELECT c, n FROM unnest('{one,two}'::text[]) AS c, generate_series(1000, 1020) AS n`.execute(
    db,
  )
  await aDayPasses()
  await sql`INSERT INTO outbox (id, topic, key, payload) OVERRIDING SYSTEM VALUE VALUES (1003, 'nobody', '', '{}')`.execute(db)
  await sql`INSERT INTO outbox_consumed (consumer, event_id) VALUES ('one', 1021)`.execute(db)
  expect(await forgetConsumed(db, 4)).toBe(40)
  const { rows } = await sql`SELECT consumer, event_id FROM outbox_consumed ORDER BY 1, 2`.execute(db)
  expect(rows).toEqual([
    { consumer: 'one', event_id: 1003n },
    { consumer: 'one', event_id: 1021n },
    { consumer: 'two', event_id: 1003n },
  ])
})

test('an event that always fails holds back what has its topic and key, and nothing else', async () => {
  const [seen, others]: string[][] = [[], []]
  let isBroken = true
  outbox.subscribe('failing', async ({ key, payload }) => {
    if (isBroken && key === 'sick') throw new Error('for ever')
    seen!.push(`${key}${String(payload)}`)
  })
  // Who comes behind it in the list hears of it all the same.
  outbox.subscribe('failing', async ({ key, payload }) => void others!.push(`${key}${String(payload)}`))
  await inTx(db, async (tx) => {
    // As many as one batch holds, and more behind them.
    for (let n = 0; n < 210; n += 1) await emit(tx, { topic: 'failing', key: 'sick', payload: n })
    await emit(tx, { topic: 'failing', key: 'well', payload: 1 })
    await emit(tx, { topic: 'tried', key: 'sick', payload: {} })
  })
  await expect(outbox.drain()).rejects.toThrow('for ever')
  expect([seen, others, applied.at(-1)]).toEqual([['well1'], ['sick0', 'well1'], 'sick'])
  isBroken = false
  await outbox.drain()
  expect(seen!.slice(1)).toEqual(Array.from({ length: 210 }, (_, n) => `sick${n}`))
})

test('who fails again and again waits longer, five minutes at most, until it works', () => {
  let now = 0
  const pauses = createPauses(() => now)
  const event = { topic: 'letters', key: '7' }
  const waits = Array.from({ length: 12 }, () => pauses.fail(event).waitMs)
  expect(waits.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000])
  expect(waits.at(-1)).toBe(300_000)
  expect(pauses.list()).toEqual({ topics: ['letters'], keys: ['7'] })
  now += 300_000
  expect(pauses.list().keys).toEqual([])
  expect(pauses.fail(event).failures).toBe(13)
  pauses.end(event)
  expect(pauses.fail(event).waitMs).toBe(500)
})

const sockets = new Set<Socket>()
let closeServer = () => {}
afterEach(() => closeServer())

/** Something that takes connections where a database should be; `answer` is what it says to each message. */
async function pretended(answer: (message: Buffer) => Buffer | null): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (message) => {
      const said = answer(message)
      if (said) socket.write(said)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closeServer = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return `postgres://polosa:polosa@127.0.0.1:${(server.address() as AddressInfo).port}/polosa`
}

test('a database that is silent gets one connection to listen on, and none after the stop', async () => {
  const listener = createOutboxListener(await pretended(() => null), () => {})
  const calls = Array.from({ length: 3 }, () => listener.listen().catch((error: Error) => error.message))
  await expect.poll(() => sockets.size).toBe(1)
  calls.push(listener.listen().catch((error: Error) => error.message))
  listener.stop()
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 4 }, () => 'Connection terminated unexpectedly'))
  await expect.poll(() => sockets.size).toBe(0)
  await listener.listen()
  expect(sockets.size).toBe(0)
})

test('a database that lets in and does not let listen keeps no connection', async () => {
  const ready = Buffer.from('Z\0\0\0\x05I', 'latin1')
  const refused = Buffer.from('E\0\0\0\x1bSERROR\0C25006\0Mstandby\0\0', 'latin1')
  refused.writeInt32BE(refused.length - 1, 1)
  const url = await pretended((message) =>
    message[0] === 0x51 ? Buffer.concat([refused, ready]) : Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'), ready]),
  )
  const listener = createOutboxListener(url, () => {})
  await expect(listener.listen()).rejects.toThrow('standby')
  await expect.poll(() => sockets.size).toBe(0)
})

test('a connection that was lost is opened anew, and hears', async () => {
  let heard = 0
  const listener = createOutboxListener(url, () => (heard += 1))
  const listening = async () =>
    (
      await sql<{
        pid: number
      }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'polosa outbox'`.execute(db)
    ).rows
  await listener.listen()
  const [first] = await listening()
  await sql`SELECT pg_terminate_backend(${first!.pid})`.execute(db)
  await expect
    .poll(async () => {
      await listener.listen().catch(() => {})
      return (await listening()).map(({ pid }) => pid).filter((pid) => pid !== first!.pid).length
    })
    .toBe(1)
  await tell('c')
  await expect.poll(() => heard).toBe(1)
  listener.stop()
  await expect.poll(async () => (await listening()).length).toBe(0)
})
