import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'

const { db } = await testDatabase(20)
const site = await accountSite({ db })
const REFRESH = { data: { attributes: {} } }

/** A browser whose session this process remembers, while somebody has removed its rows. */
async function removed(): Promise<Visitor> {
  const visitor = new Visitor(site, { browser: true })
  const { userId } = await visitor.oneClick()
  expect((await visitor.call('GET', '/web-api/user/getuserconfig')).status).toBe(200)
  const sessions = db.selectFrom('session').select('id').where('player_id', '=', userId)
  await db.deleteFrom('service_token').where('session_id', 'in', sessions).execute()
  await db.deleteFrom('session').where('player_id', '=', userId).execute()
  return visitor
}

test.each([
  ['GET', '/web-api/user/gettoken', undefined],
  ['GET', '/web-api/api/mobile/v1/token/', undefined],
  ['POST', '/web-api/api/mobile/v1/token/refresh', REFRESH],
] as const)('a session whose row was removed by hand is signed out, %s %s', async (method, url, body) => {
  const visitor = await removed()
  expect((await visitor.call(method, url, body)).status).toBe(403)
  // Forgotten: whatever comes next is asked to sign in.
  for (const [next, path] of [
    ['GET', '/web-api/user/getuserconfig'],
    ['GET', '/session-api/sessions/user'],
    ['POST', '/web-api/office/getusersessions'],
  ] as const)
    expect([path, (await visitor.call(next, path)).status]).toEqual([path, 401])
})
