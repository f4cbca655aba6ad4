/** Production mode: nothing of the development area is routed, no sandbox takes money, keys are demanded. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadKeys } from '#modules/auth/server/index.ts'
import { EnvError, readEnv } from '#platform/server/env.ts'
import { wholeSite } from '../support/whole-site.ts'

const home = mkdtempSync(join(tmpdir(), 'polosa-keys-'))
await loadKeys({ home, create: true, rsaBits: 2048 })
const site = await wholeSite({ POLOSA_MODE: 'production', POLOSA_KEYS: join(home, 'keys.json') })

it.each([
  '',
  '/feed',
  '/clock',
  '/inbox',
  '/cashier',
  '/brand',
  '/inspect',
  '/telemetry',
  '/boosts',
  '/embed',
  '/embed/stranger',
  '/identity',
  '/social',
  '/support',
  '/docs/api',
  '/docs/states',
  '/api',
  '/api/clock',
  '/api/inbox',
  '/api/feed',
  '/api/cashier',
])('/dev%s is not there', async (path) => {
  expect((await site.get(`/dev${path}`)).status).toBe(404)
  expect((await site.post(`/dev${path}`, {})).status).toBe(404)
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
  expect(bad({ DATABASE_URL: 'mysql://x' })).toContain('DATABASE_URL')
  expect(bad({ FEED: 'world,nothing' })).toContain('FEED')
  expect(bad({ FEED: 'uof' })).toContain('FEED')
  expect(bad({ POLOSA_MODE: 'test' })).toContain('POLOSA_MODE')
  expect(bad({}, 'api')).toContain('DATABASE_URL')
  expect(bad({ DATABASE_URL: 'postgres://x' }, 'api,nothing')).toContain('--only')
  expect(bad({ POLOSA_DATA: '/no/such/folder' })).toContain('POLOSA_DATA')
  expect(bad({})).toBeNull()
})
