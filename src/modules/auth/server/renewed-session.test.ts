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
