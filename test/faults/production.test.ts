/** Production mode: nothing of the development area is routed, no sandbox takes money, keys are demanded. */
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadKeys } from '#modules/auth/server/index.ts'
import { EnvError, readEnv } from '#platform/server/env.ts'
import { wholeSite } from '../support/whole-site.ts'

const home = mkdtempSync(join(tmpdir(), 'polosa-keys-'))
await loadKeys({ home, create: true, rsaBits: 2048 })
const site = await wholeSite({ POLOSA_MODE: 'production', POLOSA_KEYS: join(home, 'keys.json') })

/** Every address of the development area that the sources name, so that a new tool is in here by itself. */
function developmentPaths(): string[] {
  const named = /['"`](\/dev(?:\/[\w:./${}-]*)?)['"`?]/g
  const texts = globSync('src/**/*.{ts,tsx}', { exclude: (name) => name.endsWith('.test.ts') }).map((file) => readFileSync(file, 'utf8'))
  const paths = texts.flatMap((text) => [...text.matchAll(named)].map(([, path]) => path!.replaceAll(/\$\{[^}]*\}?|:\w+/g, '1')))
  return [...new Set(['/dev/', '/DEV/api/clock', '/dev//api/clock', '/dev/feed', '/dev/docs/api', ...paths])].toSorted()
}

it('nothing of the development area is there, whatever the call', { timeout: 120_000 }, async () => {
  const paths = developmentPaths()
  expect(paths.length).toBeGreaterThan(90)
  for (const path of paths) {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(site.url + path, { method, redirect: 'manual', headers, ...(method === 'GET' ? {} : { body: '{}' }) })
      await answer.arrayBuffer()
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  }
})

it('figures are for the machines of the house: a visitor behind the proxy does not see them', async () => {
  const direct = await site.get('/metrics')
  expect([direct.status, await direct.text()]).toEqual([200, expect.stringContaining('polosa_http_seconds')])
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
    const answer = await site.get('/metrics', { [header]: '203.0.113.7' })
    expect([header, answer.status, (await answer.text()).includes('polosa_')]).toEqual([header, 404, false])
  }
})

it('a /dev override cookie changes nothing', async () => {
  const answer = await site.get('/bff-api/config/group/get', { cookie: 'polosa_dev=anything' })
  expect(answer.status).toBe(200)
})

it('the environment is refused with one sentence that names the variable', () => {
  const bad = (env: Record<string, string>, only?: string) => {
    try {
      readEnv(env, only)
      return null
    } catch (error) {
      expect(error).toBeInstanceOf(EnvError)
      return (error as Error).message
    }
  }
  expect(bad({ PORT: 'many' })).toContain('PORT')
  expect(bad({ DATABASE_URL: 'mysql://polosa:kept-to-itself@localhost/x' })).toBe(
    'DATABASE_URL: must be a URL starting with postgres:// or postgresql://',
  )
  expect(bad({ FEED: 'world,nothing' })).toContain('FEED')
  expect(bad({ FEED: 'uof' })).toContain('FEED')
  expect(bad({ POLOSA_MODE: 'test' })).toContain('POLOSA_MODE')
  expect(bad({}, 'api')).toContain('DATABASE_URL')
  expect(bad({ DATABASE_URL: 'postgres://x' }, 'api,nothing')).toContain('--only')
  expect(bad({ POLOSA_DATA: '/no/such/folder' })).toContain('POLOSA_DATA')
  expect(bad({})).toBeNull()
})
