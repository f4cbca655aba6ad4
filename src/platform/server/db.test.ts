import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTx } from './db.ts'

const { db } = await testDatabase()

it('reads int8 exactly', async () => {
  const { rows } = await sql<{ n: bigint }>`SELECT 9007199254740993::int8 AS n`.execute(db)
  expect(rows[0]!.n).toBe(9007199254740993n)
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
