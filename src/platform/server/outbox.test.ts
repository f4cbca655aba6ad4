import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTx } from './db.ts'
import { createLog } from './log.ts'
import { claim, createOutbox, emit, forgetConsumed } from './outbox.ts'

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
