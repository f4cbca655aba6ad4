/** Processes that are started together on an empty database, and what an unlucky start leaves behind. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Logger } from '#platform/server/log.ts'
import { accountSite } from '../../test/support/account-site.ts'
import { testDatabase } from '../../test/support/database.ts'
import { ensureReadyPlayers, readyPlayers } from './ready-players.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const said: string[] = []
const log = { warn: (_data: object, text: string) => said.push(text) } as unknown as Logger
const start = () => ensureReadyPlayers({ db, app: site.app, keys: site.keys, log, host: 'localhost:3000' })
const store = (list: string) =>
  sql`INSERT INTO setting (key, value) VALUES ('ready_players', ${list}::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value`.execute(
    db,
  )

test('two started together make the players once, and both know them', async () => {
  const [one, two] = await Promise.all([start(), start()])
  expect(one.map(({ login }) => login)).toEqual(['anna@polosa.example', 'boris@polosa.example'])
  expect(two).toEqual(one)
  expect(said).toEqual([])
})

test('an empty list of an earlier start does not stand: players that are there are known again', async () => {
  const before = await readyPlayers(db)
  await store('[]')
  expect(await start()).toEqual(before)
  expect(await readyPlayers(db)).toEqual(before)
  expect(said).toEqual([])
})

test('where none can be made nothing is stored', async () => {
  await sql`DELETE FROM setting WHERE key = 'ready_players'`.execute(db)
  const broken = { inject: () => Promise.reject(new Error('closed')) } as unknown as typeof site.app
  await sql`UPDATE player SET email_key = email_key || '.gone'`.execute(db)
  expect(await ensureReadyPlayers({ db, app: broken, keys: site.keys, log, host: 'localhost' })).toEqual([])
  const { rows } = await sql`SELECT 1 FROM setting WHERE key = 'ready_players'`.execute(db)
  expect([rows.length, said]).toEqual([0, ['a ready player could not be made', 'a ready player could not be made']])
})
