import { resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { migrate } from './migrate.ts'

const { db, url } = await testDatabase(2)
const dir = resolve('migrations')

test('a database that a later release has changed is refused in one sentence, and left as it is', async () => {
  expect(await migrate(url, dir)).toEqual([])
  await sql`INSERT INTO migration (name, hash) VALUES ('9999_later.sql', 'of a later release')`.execute(db)
  // One of ours is missing as well: it must not be applied to tables that are not ours.
  await sql`DELETE FROM migration WHERE name = '0001_platform.sql'`.execute(db)
  await expect(migrate(url, dir)).rejects.toThrow(
    'the database is newer than this release: it has 9999_later.sql, which is unknown here; start the release that it belongs to',
  )
  expect((await sql`SELECT 1 FROM migration WHERE name = '0001_platform.sql'`.execute(db)).rows).toEqual([])
})
