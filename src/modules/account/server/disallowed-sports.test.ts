import { expect, test } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createDisallowedSports } from './disallowed-sports.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const PATH = '/api/web/user/v1/disallow-sports'
const wish = (line: unknown[], live: unknown[]) => ({ data: { attributes: { lineDisallowSport: line, liveDisallowSport: live } } })

async function player() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  return { visitor, id: userId }
}
const shown = async (visitor: Visitor) => (await visitor.call('GET', '/web-api/user/getuserconfig')).body.data.disallowSports

test('the lists are kept in order and once each, shown to their player only, and can be emptied', async () => {
  const [who, other] = [await player(), await player()]
  const kept = await who.visitor.call('POST', PATH, wish([4, 1, 4], [2]))
  expect(kept.body.data).toEqual({
    type: 'disallow-sports',
    id: String(who.id),
    attributes: { lineDisallowSport: [1, 4], liveDisallowSport: [2] },
  })
  expect(await shown(who.visitor)).toEqual({ line: [1, 4], live: [2] })
  expect(await shown(other.visitor)).toEqual({ line: [], live: [] })
  await who.visitor.call('POST', PATH, wish([], []))
  expect(await shown(who.visitor)).toEqual({ line: [], live: [] })
})

test('unknown sports, wrong shapes and signed-out callers are refused', async () => {
  const { visitor } = await player()
  expect((await visitor.call('POST', PATH, wish([999_999], []))).status).toBe(422)
  for (const body of [
    wish(['x'], []),
    wish(
      Array.from({ length: 301 }, () => 1),
      [],
    ),
    { data: {} },
  ])
    expect((await visitor.call('POST', PATH, body)).status).toBeGreaterThanOrEqual(400)
  expect((await new Visitor(site).call('POST', PATH, wish([4], []))).status).toBe(401)
  expect(await shown(visitor)).toEqual({ line: [], live: [] })
})

test('placing knows it at once here, and another process by its next reading', async () => {
  const { id } = await player()
  const log = createLog('silent', false)
  const [here, there] = [createDisallowedSports(db, site.clock, log), createDisallowedSports(db, site.clock, log)]
  await there.load()
  await there.stop()
  await here.set(id, { line: [4], live: [] })
  expect([here.isDisallowed(id, 4, false), here.isDisallowed(id, 4, true), here.isDisallowed(id, 1, false)]).toEqual([true, false, false])
  await there.load()
  expect(there.isDisallowed(id, 4, false)).toBe(true)
  site.clock.advance(1_000)
  await here.set(id, { line: [], live: [4] })
  await there.load()
  await there.stop()
  expect([there.isDisallowed(id, 4, false), there.isDisallowed(id, 4, true)]).toEqual([false, true])
})
