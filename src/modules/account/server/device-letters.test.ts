import { expect, test } from 'vitest'
import { listInbox } from '#modules/dev/server/inbox.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(4)
const site = await accountSite({
  db,
  change: (config) => {
    config.auth = { ...config.auth, lastSessionNotice: true }
  },
})
const EMAIL = 'devices@polosa.example'
const letters = async () => (await listInbox(db, { to: EMAIL })).filter(({ template }) => template === 'new_device')
const from = (agent: string) => new Visitor(site, { browser: true, headers: { 'user-agent': agent } })

test('a sign-in shows the one before it; a new device is told by letter, until the player wants none (ACC-18)', async () => {
  const first = new Visitor(site)
  const { userId, password } = await first.oneClick()
  const confirmed = { email: EMAIL, email_key: EMAIL, email_confirmed_at: new Date(site.clock.now()) }
  await db.updateTable('player').set(confirmed).where('id', '=', userId).execute()

  site.clock.advance(60_000)
  const phone = from('Mozilla/5.0 (iPhone) Safari/605')
  expect((await phone.signIn(String(userId), password)).body.success).not.toBe(false)
  expect((await letters()).map(({ body }) => body)).toEqual([expect.stringContaining('Safari, iOS')])
  // The same device again is no news.
  await phone.signIn(String(userId), password)
  expect(await letters()).toHaveLength(1)
  const { lastSession } = (await phone.call('GET', '/web-api/user/getuserconfig')).body.data
  expect(lastSession).toMatchObject({ device: 'Safari, iOS', country: 'KZ' })

  await phone.call('POST', '/web-api/office/savesetting', { setting_id: 5, setting_value: 0 })
  await from('Mozilla/5.0 (X11; Linux) Firefox/140.0').signIn(String(userId), password)
  expect(await letters()).toHaveLength(1)
})

test('a sign-in in a browser renews the language of the letters; a program that names none does not', async () => {
  const { userId, password } = await new Visitor(site).oneClick()
  const languageAfter = async (visitor: Visitor, lng: string) => {
    const body = { login: String(userId), password: await site.encode(password) }
    expect((await visitor.call('POST', `/user/auth?lng=${lng}`, body)).status).toBe(200)
    return (await db.selectFrom('player').select('language').where('id', '=', userId).executeTakeFirstOrThrow()).language
  }
  expect(await languageAfter(new Visitor(site, { browser: true }), 'ar')).toBe('ar')
  expect(await languageAfter(new Visitor(site), 'en')).toBe('ar')
  expect(await languageAfter(new Visitor(site, { browser: true }), 'en')).toBe('en')
})

test('a switch of the language renews that of the letters, of the player himself alone and to one of the brand only', async () => {
  const [me, other] = [new Visitor(site, { browser: true }), new Visitor(site, { browser: true })]
  const ids = [(await me.oneClick()).userId, (await other.oneClick()).userId]
  const languages = async () => {
    const rows = await db.selectFrom('player').select('language').where('id', 'in', ids).orderBy('id').execute()
    return rows.map(({ language }) => language)
  }
  const [before] = await languages()
  const choose = (visitor: Visitor, lng: string) => visitor.call('POST', '/web-api/user/language', { lng })
  expect((await choose(me, 'ar')).body).toEqual({ success: true, data: { lng: 'ar' } })
  expect(await languages()).toEqual(['ar', before])
  expect((await choose(me, 'xx')).body).toMatchObject({ success: false })
  expect((await choose(new Visitor(site), 'en')).status).toBe(401)
  expect(await languages()).toEqual(['ar', before])
})
