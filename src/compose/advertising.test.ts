/** Advertising reaches who has agreed to it, and its letters are left by one press without a sign-in (RG-12, RFC 8058). */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { DAY } from '#lib/time.ts'
import { createMessenger } from '#modules/auth/server/index.ts'
import type { PersonalNews } from '#modules/subscriptions/server/index.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { accountSite, Visitor } from '../../test/support/account-site.ts'
import { testDatabase } from '../../test/support/database.ts'
import { createAdvertising } from './advertising.ts'
import { siteAddress } from './site-address.ts'

const { db } = await testDatabase(6)
const site = await accountSite({ db })
const letters: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => (letters.push(Buffer.concat(parts).toString('utf8')), done()))
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => server.close())
const messenger = createMessenger({
  db,
  clock: site.clock,
  texts: loadTexts(resolve('locales')),
  inbox: true,
  smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  senderOf: () => ({ name: 'Polosa', address: 'no-reply@polosa.test' }),
})
const pushed: PersonalNews[] = []
const brand = JSON.parse(readFileSync('brands/polosa/config.json', 'utf8')) as never
const advertise = createAdvertising({
  db,
  messenger,
  keys: site.keys,
  brands: { byId: () => brand },
  mayPromote: (playerId) => site.protection.mayPromote(playerId),
  push: (news) => void pushed.push(...news),
  siteOf: siteAddress({ mode: 'production', port: 0 }),
})
const words = { title: 'A cup week', text: 'Cup games all week.', link: '/line' }
beforeEach(async () => {
  await messenger.deliver('mail')
  letters.length = pushed.length = 0
  await db.deleteFrom('dev_inbox').execute()
})

let serial = 0
async function reader(...channels: ('email' | 'sms' | 'push')[]) {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  serial += 1
  const [email, at] = [`reader-${serial}@example.test`, new Date(site.clock.now())]
  await db
    .updateTable('player')
    .set({ email, email_key: email, email_confirmed_at: at, phone: `7701000000${serial}`, phone_confirmed_at: at, language: 'en' })
    .where('id', '=', userId)
    .execute()
  const changes = Object.fromEntries(channels.map((channel) => [channel, true]))
  expect((await visitor.call('POST', '/web-api/user/mailing', changes)).body.success).toBe(true)
  return userId
}
const choices = (playerId: number) =>
  db.selectFrom('mailing_choice').select(['channel', 'accepted']).where('player_id', '=', playerId).orderBy('id').execute()
const sentTo = async () =>
  (await db.selectFrom('dev_inbox').select('channel').where('template', '=', 'promotion').execute()).map(({ channel }) => channel)

test('it goes by the ways that were agreed to and by no other', async () => {
  await advertise(await reader(), words)
  expect([await sentTo(), pushed]).toEqual([[], []])
  await advertise(await reader('email', 'sms'), words)
  expect([(await sentTo()).sort(), pushed]).toEqual([['mail', 'sms'], []])
  const sms = await db.selectFrom('dev_inbox').select('recipient').where('channel', '=', 'sms').executeTakeFirstOrThrow()
  expect(sms.recipient).toMatch(/^\+7701000000\d+$/)
  const other = await reader('push')
  await advertise(other, words)
  expect(pushed.map(({ playerId, topic, page }) => ({ playerId, topic, page }))).toEqual([
    { playerId: other, topic: 'agreed', page: '/line' },
  ])
})

test('a letter names where it is left: one press of a mail program, whatever it sends, ends them and stands in the history', async () => {
  const playerId = await reader('email')
  await advertise(playerId, words)
  expect(await messenger.deliver('mail')).toBe(1)
  const mail = await PostalMime.parse(must(letters[0], 'a letter'))
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = must(/^<(https:\/\/[^>]+)>$/.exec(must(header('list-unsubscribe'), 'a header'))?.[1], 'an address')
  expect(mail.text).toContain(url)
  const path = url.slice(new URL(url).origin.length)
  const ask = (method: 'GET' | 'POST', to: string, headers = {}) =>
    site.app.inject({ method, url: to, headers, ...(method === 'POST' ? { payload: 'List-Unsubscribe=One-Click' } : {}) })

  const page = await ask('GET', path)
  expect([page.statusCode, page.body.includes('<button>Unsubscribe</button>')]).toEqual([200, true])
  expect(await choices(playerId)).toEqual([{ channel: 'email', accepted: true }])

  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const forged = [path.replace(/token=\d+/, `token=${playerId + 1}`), path.replace(/token=[^&]+/, 'token=1.x'), '/unsubscribe']
  for (const wrong of forged) expect((await ask('POST', wrong, form)).statusCode, wrong).toBe(422)
  expect((await ask('POST', path, { ...form, 'x-test-brand': 'kairos' })).statusCode).toBe(422)
  expect(await choices(playerId)).toHaveLength(1)

  const answers = await Promise.all(
    [form, form, { 'content-type': 'application/x-www-form-urlencoded' }].map((type) => ask('POST', path, type)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await choices(playerId)).toEqual([
    { channel: 'email', accepted: true },
    { channel: 'email', accepted: false },
  ])
  letters.length = 0
  await advertise(playerId, words)
  expect(await messenger.deliver('mail')).toBe(0)
})

test('an SMS names where they end: SMS alone, the letters go on', async () => {
  const playerId = await reader('email', 'sms')
  await advertise(playerId, words)
  const { body } = await db.selectFrom('dev_inbox').select('body').where('channel', '=', 'sms').executeTakeFirstOrThrow()
  const { pathname, search } = new URL(must(/https:\/\/\S+\/unsubscribe\S+/.exec(body)?.[0], 'an address'))
  const leave = (url: string) => site.app.inject({ method: 'POST', url })
  // The sign is of its way: it ends no letters.
  expect((await leave(`${pathname}${search.replace('by=sms', 'by=email')}`)).statusCode).toBe(422)
  expect((await leave(`${pathname}${search.replace('by=sms', 'by=push')}`)).statusCode).toBe(422)
  const done = await leave(`${pathname}${search}`)
  expect([done.statusCode, done.body.includes('No more SMS')]).toEqual([200, true])
  await db.deleteFrom('dev_inbox').execute()
  await advertise(playerId, words)
  expect(await sentTo()).toEqual(['mail'])
})

test('who has excluded himself hears nothing, at once and whatever he had agreed to (RG-12)', async () => {
  const playerId = await reader('email', 'sms', 'push')
  const at = new Date(site.clock.now())
  const ends_at = new Date(at.getTime() + 180 * DAY)
  const excluded = { player_id: playerId, kind: 'self_exclusion', period: 'm6', starts_at: at, ends_at }
  await db
    .insertInto('protection_exclusion')
    .values(excluded as never)
    .execute()
  await advertise(playerId, words)
  expect([await sentTo(), pushed]).toEqual([[], []])
})
