import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { problem } from '../shared/problem.ts'
import { afterCommit, inRawTx, inTx, inTxOrProblem, rawPool, Undone } from './db.ts'

const { db } = await testDatabase()

it('reads int8 exactly', async () => {
  const { rows } = await sql<{ n: bigint }>`SELECT 9007199254740993::int8 AS n`.execute(db)
  expect(rows[0]!.n).toBe(9007199254740993n)
})

it('answers the problem that undid a transaction, of which nothing stays, and throws anything else', async () => {
  const write = (key: string, end: () => unknown) =>
    inTxOrProblem(db, async (tx) => {
      await sql`INSERT INTO setting (key, value) VALUES (${key}, '1')`.execute(tx)
      return end()
    })
  const refused = problem('planted.refused')
  const undo = () => {
    throw new Undone(refused)
  }
  expect(await write('undone', undo)).toBe(refused)
  expect(await write('returned', () => refused)).toBe(refused)
  await expect(
    write('failed', () => {
      throw new Error('planted')
    }),
  ).rejects.toThrow('planted')
  const { rows } = await sql<{ key: string }>`SELECT key FROM setting WHERE key IN ('undone', 'returned', 'failed')`.execute(db)
  expect(rows).toEqual([{ key: 'returned' }])
})

it('rolls everything back when the work throws', async () => {
  await expect(
    inTx(db, async (tx) => {
      await sql`INSERT INTO setting (key, value) VALUES ('planted', '1')`.execute(tx)
      throw new Error('planted')
    }),
  ).rejects.toThrow('planted')
  const { rows } = await sql`SELECT 1 FROM setting WHERE key = 'planted'`.execute(db)
  expect(rows).toEqual([])
})

it('what waits for the commit is done after it, of the try that holds, and not when the work is undone', async () => {
  const told: string[] = []
  const isThere = async () => (await sql`SELECT 1 FROM setting WHERE key = 'told'`.execute(db)).rows.length === 1
  await expect(
    inTx(db, async (tx) => {
      afterCommit(tx, () => told.push('undone'))
      throw new Error('planted')
    }),
  ).rejects.toThrow('planted')
  const seen: Promise<boolean>[] = []
  let tries = 0
  await inTx(db, async (tx) => {
    tries += 1
    const n = tries
    afterCommit(tx, () => {
      told.push(`try ${n}`)
      seen.push(isThere())
    })
    await sql`INSERT INTO setting (key, value) VALUES ('told', '1')`.execute(tx)
    if (n === 1) throw Object.assign(new Error('planted'), { code: '40001' })
    expect(told).toEqual([])
  })
  expect([told, await Promise.all(seen)]).toEqual([['try 2'], [true]])
  await expect(db.transaction().execute(async (tx) => afterCommit(tx, () => {}))).rejects.toThrow('inTx')
})

it('a transaction of plain statements stays whole or not at all, and its connection serves the next', async () => {
  const pool = rawPool(db)
  const write = (key: string, fails: boolean) =>
    inRawTx(pool, async (client) => {
      await client.query("INSERT INTO setting (key, value) VALUES ($1, '1')", [key])
      if (fails) await client.query('SELECT 1 / 0')
      return key
    })
  expect(await write('raw', false)).toBe('raw')
  await expect(write('raw undone', true)).rejects.toThrow('division by zero')
  expect(await write('raw after', false)).toBe('raw after')
  const { rows } = await sql<{ key: string }>`SELECT key FROM setting WHERE key LIKE 'raw%' ORDER BY key`.execute(db)
  expect(rows.map(({ key }) => key)).toEqual(['raw', 'raw after'])
})
