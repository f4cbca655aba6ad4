/** A strange sign-in with a right password asks for a code by letter or SMS (SES-10), and remembers where it was given. */
import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { MINUTE } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { selectLastSecurityChange } from '#modules/auth/server/index.ts'
import { listInbox } from '#modules/dev/server/inbox.ts'
import { selectAndLockPlayer } from './player-store.ts'
import { REMEMBERED_LIFE_MS } from '../rules/session.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(10)
const HOME = '203.0.113.7'
const AWAY = '198.51.100.9'
const BERLIN = { country: 'DE', point: { latitude: 52.52, longitude: 13.4 } }
const ALMATY = { country: 'KZ', point: { latitude: 43.24, longitude: 76.95 } }
const site = await accountSite({ db, trustProxy: true, placeOf: (ip) => ({ [HOME]: ALMATY, [AWAY]: BERLIN })[ip] ?? null })
const STRONG = 'violet tractor 71 hums'
const WRONG = 'amber bicycle 44 sings'

const at = (ip: string) => new Visitor(site, { browser: true, headers: { 'x-forwarded-for': ip } })

let serial = 0
/** Registered at home; `confirmed` says what reaches him. */
async function newPlayer(confirmed: 'email' | 'phone' | 'nothing' = 'email') {
  const email = `strange${(serial += 1)}@example.test`
  const phone = `7701555${String(1000 + serial)}`
  const home = at(HOME)
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await home.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  home.token = body.token
  const now = new Date(site.clock.now())
  const sets = { email: { email_confirmed_at: now }, phone: { phone, phone_confirmed_at: now }, nothing: { phone } }[confirmed]
  await db.updateTable('player').set(sets).where('id', '=', body.userId).execute()
  return { email, phone: `+${phone}`, userId: body.userId as number, home }
}
const lastMessage = async (to: string) => (await listInbox(db, { to })).find(({ template }) => template === 'sign_in_code')
const codeTo = async (to: string) => /\d{6}/.exec((await lastMessage(to))!.body)![0]
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')
const second = (visitor: Visitor, authId: string, sms_code: string) => visitor.call('POST', '/user/twoauth/', { authId, sms_code })
async function asked(email: string, visitor = at(AWAY)) {
  const { body } = await visitor.signIn(email, STRONG)
  return { visitor, data: body.data as { authId: string; nextStep: string; sentTo?: string; resend_after?: number } }
}
const later = () => site.clock.advance(MINUTE)

describe('who is asked', () => {
  it('nobody with his browser, and nobody in his network', async () => {
    const { email, home } = await newPlayer()
    const moved = at(AWAY)
    moved.cookies = { '__Host-device': home.cookies['__Host-device']! }
    site.clock.advance(20 * 60 * MINUTE)
    expect((await moved.signIn(email, STRONG)).body.data.nextStep).toBe('none')
    expect((await at('203.0.113.99').signIn(email, STRONG)).body.data.nextStep).toBe('none')
    expect(await lastMessage(email)).toBeUndefined()
  })

  it('a new browser in a new network: a code by letter, the address masked, and nothing opened', async () => {
    const { email } = await newPlayer()
    const { visitor, data } = await asked(email)
    expect(data).toMatchObject({ userId: 0, token: '', refreshToken: '', nextStep: 'email', sentTo: 's***@example.test', resend_after: 60 })
    expect(visitor.cookies).toEqual({ '__Host-sign-in': data.authId })
    expect(JSON.stringify(data)).not.toContain(email)
    expect((await lastMessage(email))!.body).toContain('device Chrome, Windows')
    const done = await second(visitor, data.authId, await codeTo(email))
    expect(done.body.data).toMatchObject({ type: 25, nextStep: 'none' })
    expect(done.body.data).not.toHaveProperty('sentTo')
    expect(done.cookies).toHaveProperty('__Host-session')
  })

  it('by SMS who has no confirmed address', async () => {
    const { email, phone } = await newPlayer('phone')
    const { visitor, data } = await asked(email)
    expect(data).toMatchObject({ nextStep: 'sms', sentTo: `***${phone.slice(-2)}` })
    expect((await second(visitor, data.authId, await codeTo(phone))).status).toBe(200)
  })

  it('who has neither comes in, and his money waits', async () => {
    const { email, userId } = await newPlayer('nothing')
    const held = () => selectLastSecurityChange(db, userId)
    expect(await held()).toBeNull()
    expect((await asked(email)).data.nextStep).toBe('none')
    expect((await held())!.getTime()).toBe(site.clock.now())
  })

  it('after as many wrong tries as lock, from the player’s own browser too; a second sign-in is no way round it', async () => {
    const { email, home } = await newPlayer()
    for (let i = 0; i < 5; i += 1) await at(AWAY).signIn(email, WRONG)
    site.clock.advance(31_000)
    const first = await asked(email, home)
    expect(first.data.nextStep).toBe('email')
    later()
    const again = await asked(email, home)
    expect(again.data.nextStep).toBe('email')
    expect((await second(home, again.data.authId, await codeTo(email))).status).toBe(200)
    expect((await asked(email, home)).data.nextStep).toBe('none')
  })

  it('who is in two places faster than anybody flies, even with a browser that is known', async () => {
    const { email, home } = await newPlayer()
    later()
    const moved = at(AWAY)
    moved.cookies = { '__Host-device': home.cookies['__Host-device']! }
    expect((await asked(email, moved)).data.nextStep).toBe('email')
  })

  it('nobody where the profile does not ask', async () => {
    const quiet = await accountSite({ db, trustProxy: true, asksStrangeSignIn: false })
    const visitor = new Visitor(quiet, { browser: true, headers: { 'x-forwarded-for': HOME } })
    const { userId, password } = await visitor.oneClick()
    const email = 'quiet@example.test'
    await db.updateTable('player').set({ email, email_key: email, email_confirmed_at: new Date() }).where('id', '=', userId).execute()
    const other = new Visitor(quiet, { browser: true, headers: { 'x-forwarded-for': AWAY } })
    expect((await other.signIn(email, password)).body.data.nextStep).toBe('none')
  })
})

describe('the code', () => {
  it('makes browser and network known', async () => {
    const { email } = await newPlayer()
    const { visitor, data } = await asked(email)
    await second(visitor, data.authId, await codeTo(email))
    const elsewhere = at('192.0.2.4')
    elsewhere.cookies = { '__Host-device': visitor.cookies['__Host-device']! }
    expect((await asked(email, elsewhere)).data.nextStep).toBe('none')
    expect((await asked(email, at('198.51.100.77'))).data.nextStep).toBe('none')
  })

  it('a session that the player throws out is known no longer', async () => {
    const { email, home } = await newPlayer()
    const { visitor, data } = await asked(email)
    await second(visitor, data.authId, await codeTo(email))
    const { session_id } = (await visitor.call('GET', '/session-api/sessions/user')).body
    expect((await home.call('POST', '/web-api/office/closesession', { session_id })).body.success).toBe(true)
    later()
    expect((await asked(email, visitor)).data.nextStep).toBe('email')
  })

  it('counts once, also when two bring it at the same time', async () => {
    const { email } = await newPlayer()
    const { data } = await asked(email)
    const code = await codeTo(email)
    const both = await Promise.all([at(AWAY), at(AWAY)].map((one) => second(one, data.authId, code)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await second(at(AWAY), data.authId, code)).body.error_code).toBe(41)
  })

  it('wrong ones mark their field, and the fifth ends the step', async () => {
    const { email } = await newPlayer()
    const { visitor, data } = await asked(email)
    const code = await codeTo(email)
    for (let i = 0; i < 5; i += 1) {
      const { status, body } = await second(visitor, data.authId, otherThan(code))
      expect([status, body.error_code, Object.keys(body.validation_errors)]).toEqual([401, 2, ['sms_code']])
    }
    expect((await second(visitor, data.authId, code)).body.error_code).toBe(41)
    // A new step does not take the count away: the tries of one player wait longer and longer.
    later()
    const again = await asked(email)
    expect((await second(again.visitor, again.data.authId, otherThan(await codeTo(email)))).body.error_code).toBe(2)
    expect((await second(again.visitor, again.data.authId, await codeTo(email))).body.error_code).toBe(42)
  })

  it('is over after ten minutes, belongs to its step and brand, and is none of the app', async () => {
    const one = await newPlayer()
    const two = await newPlayer()
    const first = await asked(one.email)
    const other = await asked(two.email)
    const code = await codeTo(one.email)
    if (code !== (await codeTo(two.email))) expect((await second(other.visitor, other.data.authId, code)).body.error_code).toBe(2)
    const elsewhere = new Visitor(site, { browser: true, headers: { 'x-forwarded-for': AWAY, 'x-test-brand': 'kairos' } })
    expect((await second(elsewhere, first.data.authId, code)).body.error_code).toBe(41)
    const asApp = await first.visitor.call('POST', '/user/twoauth/', { authId: first.data.authId, app_code: code })
    expect(asApp.body.error_code).toBe(41)
    site.clock.advance(10 * MINUTE)
    expect((await second(first.visitor, first.data.authId, code)).body.error_code).toBe(41)
  })

  it('comes again after a minute, in place of the one before', async () => {
    const { email } = await newPlayer()
    const { visitor, data } = await asked(email)
    const before = await codeTo(email)
    const again = () => visitor.call('POST', '/web-api/user/signincode', { authId: data.authId })
    expect((await again()).body.error_code).toBe(44)
    later()
    const both = await Promise.all([again(), again()])
    expect(both.map(({ body }) => body.data?.nextStep ?? body.error_code).sort()).toEqual([41, 'email'])
    const next = both.find(({ body }) => body.success)!.body.data
    expect((await second(visitor, data.authId, before)).body.error_code).toBe(41)
    expect((await second(visitor, next.authId, await codeTo(email))).status).toBe(200)
  })

  it('the browser that began comes back to it within the minute: the same step, its wrong tries counted, the seconds left', async () => {
    const { email } = await newPlayer()
    const { visitor, data } = await asked(email)
    const code = await codeTo(email)
    for (let i = 0; i < 2; i += 1) await second(visitor, data.authId, otherThan(code))
    site.clock.advance(20_000)
    const back = await asked(email, visitor)
    expect(back.data).toMatchObject({ authId: data.authId, nextStep: 'email', sentTo: 's***@example.test', resend_after: 40 })
    expect(await codeTo(email)).toBe(code)
    for (let i = 0; i < 3; i += 1) expect((await second(visitor, data.authId, otherThan(code))).body.error_code).toBe(2)
    const refused = await visitor.signIn(email, STRONG)
    expect([refused.body.error_code, refused.body.retryAfter]).toEqual([44, 40])
    expect((await second(visitor, data.authId, code)).body.error_code).toBe(41)
  })

  it('with the code that it has, and with what is chosen now', async () => {
    const { email } = await newPlayer()
    const { visitor } = await asked(email)
    const password = await site.encode(STRONG)
    const again = await visitor.call('POST', '/user/auth/', { login: email, password, remember: true })
    const done = await second(visitor, again.body.data.authId, await codeTo(email))
    expect(done.status).toBe(200)
    expect(visitor.cookies).not.toHaveProperty('__Host-sign-in')
    const { created, expires } = (await visitor.call('GET', '/session-api/sessions/user')).body
    expect((expires - created) * 1000).toBe(REMEMBERED_LIFE_MS)
  })

  it('no other browser does, nor another player in this one', async () => {
    const { email } = await newPlayer()
    const { visitor } = await asked(email)
    const refused = await at(AWAY).signIn(email, STRONG)
    expect([refused.body.error_code, refused.body.retryAfter]).toEqual([44, 60])
    expect(refused.body.message).toContain('60')
    const other = await newPlayer()
    await asked(other.email)
    expect((await visitor.signIn(other.email, STRONG)).body.error_code).toBe(44)
  })

  it('after ten of a day it says when the next may go', async () => {
    const { email } = await newPlayer()
    const { visitor } = await asked(email)
    for (let i = 0; i < 9; i += 1) {
      later()
      await asked(email, visitor)
    }
    later()
    expect((await asked(email, visitor)).data).toMatchObject({ nextStep: 'email', resend_after: 86_400 - 600 })
    const elsewhere = await at(AWAY).signIn(email, STRONG)
    expect([elsewhere.body.error_code, elsewhere.body.retryAfter]).toEqual([44, 86_400 - 600])
  })

  it('a step that was begun with another password ends: no code of it opens anything, and no other one is sent', async () => {
    const { email, userId } = await newPlayer()
    const { visitor, data } = await asked(email)
    const code = await codeTo(email)
    const password_hash = await site.auth.deps.passwords.hash(WRONG)
    await db.updateTable('player').set({ password_hash }).where('id', '=', userId).execute()
    later()
    const again = await visitor.call('POST', '/web-api/user/signincode', { authId: data.authId })
    const { status, body } = await second(visitor, data.authId, code)
    expect([again.body.error_code, status, body.error_code]).toEqual([41, 401, 41])
    expect(visitor.cookies).not.toHaveProperty('__Host-session')
  })

  it('nobody is told of a step that never was', async () => {
    const unknown = 'x'.repeat(32)
    expect((await second(at(AWAY), unknown, '123456')).body.error_code).toBe(41)
    expect((await at(AWAY).call('POST', '/web-api/user/signincode', { authId: unknown })).body.error_code).toBe(41)
  })
})

it.each(['its code', 'another code'])(
  '%s waits for the player before it holds the step, as a sign-in does: none waits in a circle',
  async (what) => {
    const { email, userId } = await newPlayer()
    const { visitor, data } = await asked(email)
    const code = await codeTo(email)
    later()
    const { authId } = data
    const answers: Promise<unknown>[] = []
    await inTx(db, async (tx) => {
      await selectAndLockPlayer(tx, userId)
      answers.push(what === 'its code' ? second(visitor, authId, code) : visitor.call('POST', '/web-api/user/signincode', { authId }))
      const waiting = sql<{
        n: bigint
      }>`SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(db)).rows[0]!.n).toBe(1n)
      const step = tx.selectFrom('challenge').select('id_hash').where('player_id', '=', userId).where('purpose', '=', 'sign_in_code')
      const free = await step.forUpdate().skipLocked().execute()
      expect(free).toHaveLength(1)
    })
    expect(await Promise.all(answers)).toMatchObject([{ status: 200 }])
  },
)
