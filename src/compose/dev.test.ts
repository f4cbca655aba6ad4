/** Development is what a start without a mode gets: a proxy before it must not hand the tools to everybody. */
import { expect, it } from 'vitest'
import { readEnv } from '#platform/server/env.ts'
import { wholeSite } from '../../test/support/whole-site.ts'

const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']
const site = await wholeSite({ POLOSA_MODE: '' })

const statusOf = async (path: string, headers: Record<string, string> = {}) => (await site.get(path, headers)).status

it('who asks directly has the tools, who comes through a proxy has none, however he writes the address', async () => {
  const paths = ['/dev', '/dev/inbox', '/dev/api/clock', '/dev/docs/api', '/dev/social/idp/.well-known/openid-configuration']
  for (const path of paths) {
    expect([path, await statusOf(path)]).toEqual([path, 200])
    for (const header of FORWARDED) expect([path, header, await statusOf(path, { [header]: '127.0.0.1' })]).toEqual([path, header, 404])
  }
  for (const path of ['/%64ev/api/clock', '/dev/api/clock?x=1', '//dev/api/clock'])
    expect([path, await statusOf(path, { 'x-forwarded-for': '203.0.113.7' })]).toEqual([path, 404])
  const forward = await site.post('/dev/api/clock', { advanceMs: 60_000 }, { 'x-forwarded-for': '203.0.113.7' })
  expect(forward.status).toBe(404)
})

it('the rest of the site is there for both; development chosen by name keeps its tools, as the tests of the contract need', async () => {
  expect(await statusOf('/healthz', { 'x-forwarded-for': '203.0.113.7' })).toBe(200)
  const chosen = [{}, { POLOSA_MODE: 'development' }, { POLOSA_MODE: 'production' }].map((given) => readEnv(given).devByName)
  expect(chosen).toEqual([false, true, false])
})

it('every tool has its JSON twin where the index says so, and what is no address of it says which are', async () => {
  const index = (await (await site.get('/dev/api')).json()) as { tools: string[]; addresses: string[] }
  expect(index.tools.length).toBeGreaterThan(20)
  const told: unknown[] = []
  for (const tool of index.tools) {
    const answer = await site.get(`/dev/api/${tool}`)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    if (!isJson || (answer.status !== 200 && tool !== 'inspect')) told.push([tool, answer.status, answer.headers.get('content-type')])
  }
  expect(told).toEqual([])
  expect(index.addresses).toContain('GET /dev/api/inspect/:what/:id')
  expect(index.addresses).toContain('POST /dev/api/clock')

  const said = async (path: string, method = 'GET') => {
    const answer = await fetch(site.url + path, { method, redirect: 'manual' })
    return [answer.status, await answer.json()] as const
  }
  const subjects = ['bet', 'game', 'player']
  expect(await said('/dev/api/inspect')).toMatchObject([400, { field: 'what', allowed: subjects, address: '/dev/api/inspect/{what}/{id}' }])
  expect(await said('/dev/api/inspect/bet')).toMatchObject([400, { field: 'id' }])
  expect(await said('/dev/api/inspect/game/99999999999')).toMatchObject([400, { field: 'id' }])
  expect(await said('/dev/api/inspect/horse/1')).toMatchObject([404, { field: 'what', allowed: subjects }])
  for (const what of ['constructor', 'toString', '__proto__']) {
    expect(await said(`/dev/api/inspect/${what}/1`)).toMatchObject([404, { field: 'what', allowed: subjects }])
    expect(await said(`/dev/api/inspect?what=${what}&id=1`)).toMatchObject([404, { field: 'what' }])
    expect(await site.get(`/dev/inspect?what=${what}&id=1`).then(async (page) => [page.status, await page.text()])).toEqual([
      200,
      expect.not.stringContaining('<h2>'),
    ])
  }
  expect(await said('/dev/api/inspect?what=player&id=1')).toEqual(await said('/dev/api/inspect/player/1'))
  for (const method of ['GET', 'POST', 'DELETE'])
    expect(await said('/dev/api/no/such', method)).toMatchObject([404, { field: 'address', addresses: index.addresses }])
})
