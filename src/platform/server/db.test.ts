import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { problem } from '../shared/problem.ts'
import { inTx, inTxOrProblem, Undone } from './db.ts'

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
