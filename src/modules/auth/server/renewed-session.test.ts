/** Who proves again who he is gets a new secret: his open pages come back with it, they are not told that the session is over. */
import { afterAll, expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(8)
const site = await accountSite({ db })
afterAll(() => site.app.close())

test('a confirmed password renews the session and ends none; signing out ends it', async () => {
  const ended: string[] = []
  const renewed: string[] = []
  site.auth.deps.sessions.onClosed((ids) => ended.push(...ids))
  site.auth.deps.sessions.onRenewed((id) => renewed.push(id))
  const { userId, password } = await new Visitor(site).oneClick()
  const page = new Visitor(site, { browser: true })
  await page.signIn(String(userId), password)
  ended.length = 0
  const before = page.cookies['__Host-session']
  await page.call('POST', '/web-api/user/confirm', { password: await site.encode('another') })
  expect([ended, renewed]).toEqual([[], []])
  await page.call('POST', '/web-api/user/confirm', { password: await site.encode(password) })
  expect(page.cookies['__Host-session']).not.toBe(before)
  await expect.poll(() => renewed).toHaveLength(1)
  expect(ended).toEqual([])
  await page.call('POST', '/user/disconnect')
  expect(ended).toEqual(renewed)
})

test.each([
  ['autobet/list', { waiting: true }],
  ['bid/list', { waiting: true }],
  ['bet/sale-info', { bet_id: 1 }],
  ['getdeposit', { id: '1' }],
  ['getwithdrawals', { page_number: 1 }],
] as const)('%s, which an open page asks by itself, is no action of its player (SES-03)', async (path, body) => {
  const { userId, password } = await new Visitor(site).oneClick()
  const page = new Visitor(site, { browser: true })
  await page.signIn(String(userId), password, { remember: true })
  const tokenNow = async () => (page.token = (await page.call('GET', '/web-api/user/gettoken')).body.data?.token ?? null)
  const pay = async () => (await page.call('POST', '/web-api/office/deposit', { method_id: 1, sum: 10 })).status
  site.clock.advance(29 * 60_000)
  await tokenNow()
  expect((await page.call('POST', `/web-api/office/${path}`, body)).status).not.toBe(401)
  site.clock.advance(2 * 60_000)
  await tokenNow()
  expect(await pay()).toBe(401)
})
