/** The whole product in this process, on a database of its own: what tests across modules talk to. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { readEnv } from '#platform/server/env.ts'
import type { Db } from '#platform/server/db.ts'
import { startServer, type RunningServer } from '#server.ts'
import { testDatabase } from './database.ts'

export interface WholeSite {
  url: string
  /** A pool of the test's own on the site's database. */
  db: Db
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

/** Starts everything but the pages on a free port; stopped when the test file is done. */
export async function wholeSite(env: Record<string, string> = {}): Promise<WholeSite> {
  const { url: databaseUrl, db } = await testDatabase(4)
  const home = mkdtempSync(join(tmpdir(), 'polosa-test-'))
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    // By name: tests that come as if through a proxy use the tools too.
    POLOSA_MODE: 'development',
    POLOSA_HOME: home,
    LOG_LEVEL: 'silent',
    GUESS_LIMITS: 'off',
    BRANDS: resolve('brands'),
    ...env,
  }
  const parsed = readEnv(settings, 'api,feed,worker')
  let server: RunningServer | null = await startServer({ ...parsed, databaseUrl }, { dev: false, embedded: false, say: () => {} })
  afterAll(async () => {
    await server?.stop()
    server = null
    rmSync(home, { recursive: true, force: true })
  })
  const { url } = server
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if ((await fetch(`${url}/healthz`)).ok) break
    await new Promise((done) => setTimeout(done, 100))
  }
  return {
    url,
    db,
    get: (path, headers = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}
