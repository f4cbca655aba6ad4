import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { countChecks } from '../../../../test/support/stuffing-bot.ts'
import { listInbox } from '#modules/dev/server/inbox.ts'
import { SECRET_PATHS } from './secrets-list.ts'

const { db } = await testDatabase(20)
const lines: string[] = []
const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
const site = await accountSite({ db, log: pino({ level: 'trace', redact: { paths: SECRET_PATHS, censor: '***' } }, sink) as never })
const STRONG = 'violet tractor 71 hums'
const OTHER = 'copper lantern 38 drifts'

let serial = 0
async function newPlayer(): Promise<{ email: string; userId: number; visitor: Visitor }> {
  const email = `someone${(serial += 1)}@example.test`
  const visitor = new Visitor(site)
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  return { email, userId: body.userId, visitor }
}
const whoAmI = (visitor: Visitor) => visitor.call('GET', '/web-api/office/getsessionid')

describe('sign-in (AU-01, AU-06, AU-09)', () => {
  it('works by e-mail of any case and by id; wrong ones get 41', async () => {
    const { email, userId } = await newPlayer()
    for (const login of [email.toUpperCase(), String(userId)]) {
      const { status, body } = await new Visitor(site).signIn(login, STRONG)
      expect([status, body.data.userId, body.data.type, body.data.nextStep]).toEqual([200, userId, 25, 'none'])
    }
    expect((await new Visitor(site).signIn(email, OTHER)).body).toEqual({
      success: false,
      message: 'Wrong login or password',
      error_code: 41,
    })
  })

  it('the old form answers on the top level with uhash', async () => {
    const { email } = await newPlayer()
    const { body, cookies } = await new Visitor(site).call('POST', '/user/auth/', {
      uLogin: email,
      uPassword: await site.encode(STRONG),
      save: '1',
    })
    expect([body.success, body.type, typeof body.token]).toEqual([true, 25, 'string'])
    expect(cookies['uhash']).toBeTruthy()
  })

  it('sets a host-bound cookie and signs out with it', async () => {
    const { email } = await newPlayer()
    const visitor = new Visitor(site, { browser: true })
    const signed = await visitor.signIn(email, STRONG)
    expect(String(signed.headers['set-cookie'])).toMatch(/__Host-session=[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    const out = await visitor.call('POST', '/user/disconnect')
    expect(out.body.data).toEqual({ disconnected: true })
    // SES-11
    expect(out.headers).toMatchObject({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' })
    expect((await whoAmI(visitor)).status).toBe(401)
  })

  it('says the same for a known and an unknown player, after the same work (ACC-10)', async () => {
    const { email } = await newPlayer()
    const checks = countChecks(site.auth.deps.passwords)
    // How long both take is measured by `bench same-answer`; here it is the work that takes the time.
    for (const login of [email, 'nobody@example.test', 'no name at all', '9999999']) {
      const before = checks.all
      const { status, body } = await new Visitor(site).signIn(login, OTHER)
      expect([status, body]).toEqual([401, { success: false, message: 'Wrong login or password', error_code: 41 }])
      expect(checks.all - before).toBe(1)
    }
  })

  it('locks with back-off for known and unknown alike, and 64 guesses at once get five looks (ACC-11)', async () => {
    const { email, visitor } = await newPlayer()
    for (const login of [email, 'unknown-one@example.test']) {
      const all = await Promise.all(Array.from({ length: 64 }, () => new Visitor(site).signIn(login, OTHER)))
      expect(all.filter((r) => r.body.error_code === 41)).toHaveLength(5)
      expect(all.filter((r) => r.body.error_code === 42 && r.body.until > 1_790_000_000)).toHaveLength(59)
    }
    expect((await new Visitor(site).signIn(email, STRONG)).body.error_code).toBe(42)
    // The victim's live session goes on.
    expect((await whoAmI(visitor)).status).toBe(200)
    site.clock.advance(31_000)
    expect((await new Visitor(site).signIn(email, STRONG)).status).toBe(200)
  }, 60_000)

  it('64 right sign-ins at once are no guesses', async () => {
    const { email } = await newPlayer()
    const all = await Promise.all(Array.from({ length: 64 }, () => new Visitor(site).signIn(email, STRONG)))
    expect(all.map((r) => r.status)).toEqual(all.map(() => 200))
    expect(new Set(all.map((r) => r.cookies['__Host-session'])).size).toBe(64)
  }, 60_000)

  it('a password in clear is a fault of the program and no guess', async () => {
    const { email } = await newPlayer()
    for (let i = 0; i < 8; i += 1) {
      const { body } = await new Visitor(site).call('POST', '/user/auth', { login: email, password: STRONG })
      expect(body.validation_errors).toHaveProperty('password')
    }
    expect((await new Visitor(site).signIn(email, STRONG)).status).toBe(200)
  })

  it('limits a network', async () => {
    const strict = await accountSite({ db, limits: { signInsPerNetwork: 3 } })
    const statuses = []
    for (let i = 0; i < 4; i += 1) statuses.push((await new Visitor(strict).signIn(`net${i}@example.test`, OTHER)).status)
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  it('a blocked player cannot sign in, and his live token answers 403', async () => {
    const { email, userId, visitor } = await newPlayer()
    await db.updateTable('player').set({ status: 'blocked' }).where('id', '=', userId).execute()
    expect((await new Visitor(site).signIn(email, STRONG)).body.error_code).toBe(42)
    await new Promise((done) => setTimeout(done, 450))
    expect((await whoAmI(visitor)).status).toBe(403)
  })

  it('brands do not know each other’s players', async () => {
    const { email, visitor } = await newPlayer()
    const elsewhere = new Visitor(site, { headers: { 'x-test-brand': 'kairos' } })
    expect((await elsewhere.signIn(email, STRONG)).body.error_code).toBe(41)
    expect((await visitor.call('GET', '/web-api/office/getsessionid', undefined, { 'x-test-brand': 'kairos' })).status).toBe(401)
  })

  it('asks for the captcha where the brand has one, and stays closed when nobody can check it', async () => {
    site.config.captcha.type = 'hunt'
    try {
      const { status, body } = await new Visitor(site).call(
        'POST',
        '/user/auth',
        { login: 'a@example.test', password: 'x' },
        { 'x-captcha-token': 'anything' },
      )
      expect([status, body.error_code]).toEqual([400, 40])
    } finally {
      site.config.captcha.type = 'disabled'
    }
  })
})

describe('tokens (C3, TK-01…03)', () => {
  it('one from gettoken counts only beside its session’s cookie', async () => {
    const { email } = await newPlayer()
    const visitor = new Visitor(site, { browser: true })
    await visitor.signIn(email, STRONG)
    const { body, cookies } = await visitor.call('GET', '/web-api/user/gettoken')
    expect(cookies['user_token']).toBe(body.data.token)
    expect(body.data.expireDate - site.clock.now() / 1000).toBeLessThanOrEqual(900)
    visitor.token = body.data.token
    expect((await whoAmI(visitor)).status).toBe(200)
    const thief = new Visitor(site)
    thief.token = body.data.token
    expect((await whoAmI(thief)).status).toBe(401)
    const other = new Visitor(site, { browser: true })
    await other.signIn((await newPlayer()).email, STRONG)
    other.token = body.data.token
    expect((await whoAmI(other)).status).toBe(401)
  })

  it('a program’s token works alone, dies after 15 minutes, is renewed once by its refresh token', async () => {
    const { visitor } = await newPlayer()
    visitor.cookies = {}
    expect((await whoAmI(visitor)).status).toBe(200)
    const mobile = await visitor.call('GET', '/web-api/api/mobile/v1/token/')
    expect(mobile.headers['date']).toBe(new Date(site.clock.now()).toUTCString())
    const { refreshToken } = mobile.body.data.attributes
    site.clock.advance(15 * 60_000)
    expect((await whoAmI(visitor)).status).toBe(401)
    const refresh = (token: string) =>
      new Visitor(site).call(
        'POST',
        '/web-api/api/mobile/v1/token/refresh',
        JSON.stringify({ data: { attributes: { refreshToken: token } } }),
        { 'content-type': 'application/vnd.api+json' },
      )
    const renewed = await refresh(refreshToken)
    visitor.token = renewed.body.data.attributes.userToken
    expect((await whoAmI(visitor)).status).toBe(200)
    // The old one comes back: somebody has a copy, so the whole session ends.
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await whoAmI(visitor)).status).toBe(401)
    expect((await refresh(renewed.body.data.attributes.refreshToken)).status).toBe(401)
  })

  it('the mobile call beside a cookie of the site opens nothing: its token counts beside that cookie only', async () => {
    const { email } = await newPlayer()
    const page = new Visitor(site, { browser: true })
    await page.signIn(email, STRONG)
    page.token = null
    const program = new Visitor(site)
    program.cookies = { ...page.cookies }
    const { userToken, refreshToken } = (await program.call('GET', '/web-api/api/mobile/v1/token/')).body.data.attributes
    expect(refreshToken).toBeUndefined()
    program.token = userToken
    const list = await program.call('POST', '/web-api/office/getusersessions', {})
    expect(list.body.data.count).toBe(2)
    const alone = new Visitor(site)
    alone.token = userToken
    expect((await whoAmI(alone)).status).toBe(401)
  })

  it('a page renews its token by its session alone (TK-03)', async () => {
    const { email } = await newPlayer()
    const page = new Visitor(site, { browser: true })
    await page.signIn(email, STRONG)
    page.token = null
    const renew = (visitor: Visitor) =>
      visitor.call('POST', '/web-api/api/mobile/v1/token/refresh', JSON.stringify({ data: { attributes: {} } }), {
        'content-type': 'application/vnd.api+json',
      })
    const { body } = await renew(page)
    page.token = body.data.attributes.userToken
    expect((await whoAmI(page)).status).toBe(200)
    expect((await renew(new Visitor(site))).status).toBe(403)
  })

  it('is 403 for a visitor (TK-06)', async () => {
    expect((await new Visitor(site).call('GET', '/web-api/user/gettoken')).status).toBe(403)
    expect((await new Visitor(site).call('GET', '/web-api/api/mobile/v1/token/')).status).toBe(403)
  })

  it('stores no secret in clear', async () => {
    const { visitor } = await newPlayer()
    const dump = JSON.stringify(
      [
        await db.selectFrom('session').selectAll().execute(),
        await db.selectFrom('service_token').selectAll().execute(),
        await db.selectFrom('player').selectAll().execute(),
      ],
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    )
    for (const secret of [visitor.token!, visitor.cookies['__Host-session']!, STRONG]) expect(dump).not.toContain(secret)
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('sessions (AU-32)', () => {
  it('a token of one player beside the cookie of another never mixes them', async () => {
    const one = await newPlayer()
    const two = await newPlayer()
    const mixed = new Visitor(site)
    mixed.cookies = { ...two.visitor.cookies }
    mixed.token = one.visitor.token
    const [idOne, idTwo] = [(await whoAmI(one.visitor)).body.data.session_id, (await whoAmI(two.visitor)).body.data.session_id]
    expect((await whoAmI(mixed)).body.data.session_id).toBe(idOne)
    expect((await mixed.call('GET', '/session-api/sessions/user')).body).toMatchObject({ session_id: idTwo, userId: two.userId })
    expect((await mixed.call('GET', '/web-api/user/getuserconfig')).body.data.userId).toBe(two.userId)
    await mixed.call('POST', '/user/disconnect')
    expect([(await whoAmI(one.visitor)).status, (await whoAmI(two.visitor)).status]).toEqual([200, 401])
  })

  it('are listed, closed one by one and all at once, felt within a second', async () => {
    const { email, visitor: first } = await newPlayer()
    const second = new Visitor(site)
    const third = new Visitor(site)
    await second.signIn(email, STRONG)
    await third.signIn(email, STRONG)
    const { sessions, count } = (await first.call('POST', '/office/getusersessions', { sessions_quantity: 2 })).body.data
    expect([count, sessions.length]).toEqual([3, 2])
    expect(sessions[0]).toMatchObject({ device: 'Chrome, Windows', ip: '127.0.0.***', country: 'KZ' })
    const id = (await whoAmI(second)).body.data.session_id
    expect((await first.call('POST', '/office/closesession', { session_id: id })).body.data).toEqual({ session_id: id, closed: true })
    expect((await whoAmI(second)).status).toBe(401)
    expect((await first.call('POST', '/office/closesession', { session_id: id })).body.error_code).toBe(31)
    expect((await first.call('POST', '/office/disconnecteverywhere')).body.data).toEqual({ closed: 1 })
    expect([(await whoAmI(third)).status, (await whoAmI(first)).status]).toEqual([401, 200])
  })

  it('a session of somebody else cannot be closed (WEB-01)', async () => {
    const one = await newPlayer()
    const two = await newPlayer()
    const { session_id: id } = (await whoAmI(two.visitor)).body.data
    expect((await one.visitor.call('POST', '/office/closesession', { session_id: id })).body.error_code).toBe(31)
    expect((await whoAmI(two.visitor)).status).toBe(200)
  })

  it('money needs an action within 30 minutes; confirming wakes it with a new cookie (SES-03)', async () => {
    const { email } = await newPlayer()
    const page = new Visitor(site, { browser: true })
    await page.signIn(email, STRONG, { remember: true })
    const deposit = async () => {
      page.token = (await page.call('GET', '/web-api/user/gettoken')).body.data?.token ?? null
      return (await page.call('POST', '/web-api/office/deposit', { method_id: 1, sum: 10 })).status
    }
    expect(await deposit()).toBe(200)
    site.clock.advance(31 * 60_000)
    expect(await deposit()).toBe(401)
    const before = page.cookies['__Host-session']
    expect((await page.call('POST', '/web-api/user/confirm', { password: await site.encode(OTHER) })).body.error_code).toBe(41)
    expect((await page.call('POST', '/web-api/user/confirm', { password: await site.encode(STRONG) })).body.data).toEqual({
      confirmed: true,
    })
    expect(page.cookies['__Host-session']).not.toBe(before)
    expect(await deposit()).toBe(200)
    const thief = new Visitor(site)
    thief.cookies['__Host-session'] = before!
    expect((await thief.call('GET', '/web-api/user/gettoken')).status).toBe(403)
  })

  it('asks for a guard header on every change of state (C15)', async () => {
    const { visitor } = await newPlayer()
    const answer = await site.app.inject({
      method: 'POST',
      url: '/user/disconnect',
      headers: { cookie: `__Host-session=${visitor.cookies['__Host-session']}` },
    })
    expect(answer.statusCode).toBe(403)
    const cross = await visitor.call('POST', '/user/disconnect', undefined, { 'sec-fetch-site': 'cross-site' })
    expect(cross.status).toBe(403)
    expect((await whoAmI(visitor)).status).toBe(200)
  })
})

describe('passwords (AU-19, AU-20)', () => {
  it('a change names wrong fields and ends other sessions when asked', async () => {
    const { email, visitor } = await newPlayer()
    const other = new Visitor(site)
    await other.signIn(email, STRONG)
    const change = async (old: string, password: string, confirmation: string) =>
      visitor.call('PUT', '/api/web/user/v1/password', {
        old_password: await site.encode(old),
        password: await site.encode(password),
        password_confirmation: await site.encode(confirmation),
        end_other_sessions: true,
      })
    expect(Object.keys((await change(OTHER, OTHER, OTHER)).body.validation_errors)).toEqual(['old_password'])
    expect(Object.keys((await change(STRONG, OTHER, STRONG)).body.validation_errors)).toEqual(['password_confirmation'])
    expect(Object.keys((await change(STRONG, STRONG, STRONG)).body.validation_errors)).toEqual(['password'])
    expect((await change(STRONG, OTHER, OTHER)).body.data).toEqual({ changed: true, closed_sessions: 1 })
    expect([(await whoAmI(other)).status, (await whoAmI(visitor)).status]).toEqual([401, 200])
    expect((await new Visitor(site).signIn(email, STRONG)).status).toBe(401)
    expect((await new Visitor(site).signIn(email, OTHER)).status).toBe(200)
    expect((await listInbox(db, { to: email })).map((m) => m.template)).toContain('password_changed')
  })
})

it('no secret reaches the log (DAT-08)', async () => {
  const { email, visitor } = await newPlayer()
  const encoded = await site.encode(STRONG)
  await visitor.call('POST', '/user/auth', { login: email, password: encoded })
  site.app.log.info(
    {
      req: { headers: { cookie: visitor.cookies['__Host-session'], authorization: visitor.token } },
      body: { password: STRONG, app_code: '123456' },
      token: visitor.token,
    },
    'canary',
  )
  const all = lines.join('\n')
  expect(all).toContain('canary')
  for (const secret of [STRONG, encoded, visitor.token!, visitor.cookies['__Host-session']!, '123456']) expect(all).not.toContain(secret)
})

it('cleans up what can no longer be used', async () => {
  site.clock.advance(40 * 86_400_000)
  await site.auth.cleanUp()
  const { n } = await db
    .selectFrom('service_token')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(0n)
})
