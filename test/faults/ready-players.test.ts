/** A database that was begun in development and is served in production: its public accounts are closed, nobody else's. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { encodePassword, insertPlayer, loadKeys } from '#modules/auth/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { readEnv } from '#platform/server/env.ts'
import { startServer } from '#server.ts'
import { testDatabase } from '../support/database.ts'

const { db, url } = await testDatabase(4)
const home = mkdtempSync(join(tmpdir(), 'polosa-ready-'))
const ANNA = { login: 'anna@polosa.example', password: 'marker-on-newsprint' }

/** What the start says of accounts, and what the sign-in of Anna answers. */
async function started(mode: string): Promise<{ said: string[]; signIn: number; token: boolean }> {
  const said: string[] = []
  const env = { DATABASE_URL: url, PORT: '0', POLOSA_HOME: home, POLOSA_MODE: mode, LOG_LEVEL: 'silent', BRANDS: resolve('brands') }
  const server = await startServer(
    { ...readEnv(env, 'api,feed,worker'), databaseUrl: url },
    { dev: false, embedded: false, say: (text) => said.push(text) },
  )
  const keys = await loadKeys({ home, create: false })
  const answer = await fetch(`${server.url}/user/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ login: ANNA.login, password: await encodePassword(keys.publicKeyPem(), ANNA.password) }),
  })
  const body = (await answer.json()) as { data?: { token?: string } }
  await server.stop()
  return { said: said.filter((text) => text.includes('@')), signIn: answer.status, token: Boolean(body.data?.token) }
}

const players = async () =>
  (await sql<{ email: string; status: string }>`SELECT email, status FROM player ORDER BY id`.execute(db)).rows.map(
    ({ email, status }) => `${email.split('@')[0]} ${status}`,
  )
const openSessions = async () => (await sql`SELECT 1 FROM session WHERE closed_at IS NULL`.execute(db)).rows.length

it('their passwords and sessions open nothing, and the start says so once', { timeout: 120_000 }, async () => {
  expect(await started('development')).toMatchObject({ signIn: 200, token: true })
  expect(await openSessions()).toBeGreaterThan(0)
  await inTx(db, (tx) =>
    insertPlayer(tx, {
      brand: 'polosa',
      email: 'own@polosa.example',
      emailKey: 'own@polosa.example',
      passwordHash: '',
      language: 'en',
      createdAt: new Date(),
    }),
  )
  const { said, ...refused } = await started('production')
  expect(refused).toEqual({ signIn: 401, token: false })
  expect(said).toEqual([
    expect.stringMatching(/^closed the account of anna@polosa\.example: .*known to all$/),
    expect.stringMatching(/^closed the account of boris@polosa\.example: /),
  ])
  expect(await players()).toEqual(['anna blocked', 'boris blocked', 'own active'])
  expect(await openSessions()).toBe(0)
  expect((await started('production')).said).toEqual([])
})
