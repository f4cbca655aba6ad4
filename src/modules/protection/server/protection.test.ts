import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { registered } from '#platform/server/http.ts'
import { sandboxCallback } from '#modules/payments/server/index.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { accountSite, Visitor, type Reply } from '../../../../test/support/account-site.ts'
import { isOpenWhenClosed } from '../rules/open-calls.ts'
import { excludePlayer } from './exclude.ts'
import { verifyLimits } from './verify-limits.ts'

const { db } = await testDatabase(8)
const popup = { name: 'offer', audience: 'players', link: '/live', delayMs: 0, texts: { en: { title: 'New', text: 'Words' } } }
const site = await accountSite({ db, asksLimits: true, change: (config) => Object.assign(config, { promo: { popups: [popup] } }) })
await site.protection.load()
afterAll(async () => {
  await site.protection.stop()
  expect(brokenOf(await verifyLimits(db))).toEqual([])
})

const SERVICE = '/limit-service/v1/'
const [HELD, SAID] = [
  'limits: bets are held to what players have set',
  'limits: each is what its last change says, and is there until one says that it was removed',
]
async function player(currency = 'EUR') {
  const visitor = new Visitor(site)
  const { userId, password } = await visitor.oneClick(currency)
  const call = (method: 'GET' | 'POST' | 'DELETE', name: string, body?: object): Promise<Reply> =>
    visitor.call(method, SERVICE + name, body, { authorization: '', 'x-auth': `Bearer ${visitor.token}` })
  const set = (type: string, period: string, value: number | string) =>
    call('POST', 'limits', type === 'session' ? { type, period, minutes: value } : { type, period, amount: value })
  const deposit = (sum: string, account_id = 0) => visitor.call('POST', '/web-api/office/deposit', { method_id: 1, sum, account_id })
  /** A token lives a quarter of an hour: a new sign-in after a journey through time. */
  const again = async () => {
    const signed = await visitor.signIn(String(userId), password)
    await sql`UPDATE player SET must_change_password = false, first_password_until = null WHERE id = ${userId}`.execute(db)
    return signed
  }
  await sql`UPDATE player SET must_change_password = false, first_password_until = null WHERE id = ${userId}`.execute(db)
  return { visitor, userId, password, call, set, deposit, again }
}
async function pay(ref: string, outcome: 'paid' | 'declined', amount: string) {
  const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount, currency: 'EUR', now: site.clock.now() })
  return site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
}

describe('limits (LM-01, LM-02, LM-04)', () => {
  it('sets, lowers at once, raises after the wait and a second yes, and tells all of it', async () => {
    const one = await player()
    expect((await one.set('deposit', 'week', 300)).body).toMatchObject({
      type: 'deposit',
      period: 'week',
      amount: 300,
      used: 0,
      left: 300,
      currency: 'EUR',
    })
    const { body: lowered } = await one.set('deposit', 'week', '200.50')
    expect([lowered.amount, lowered.pending]).toEqual([200.5, undefined])
    const { body: raised } = await one.set('deposit', 'week', 400)
    expect([raised.amount, raised.pending.amount, raised.pending.isRemoval]).toEqual([200.5, 400, false])
    expect((await one.call('POST', 'limitaction', { action: 'confirm', limit_id: raised.id })).body).toMatchObject({
      status: 409,
      errorCode: 92,
    })
    site.clock.advance(24 * HOUR)
    await one.again()
    const wrong = await one.call('POST', 'limitaction', { action: 'confirm', limit_id: raised.id, password: await site.encode('not it') })
    expect(wrong.body).toMatchObject({ status: 403, errorCode: 91, field: 'password' })
    const password = await site.encode(one.password)
    expect((await one.call('POST', 'limitaction', { action: 'confirm', limit_id: raised.id, password })).body).toEqual({
      limit_id: raised.id,
      status: 'confirmed',
    })
    const { limits, closed } = (await one.call('GET', 'limits')).body
    expect([limits, closed]).toMatchObject([[{ id: raised.id, amount: 400 }], null])
    const { items } = (await one.call('GET', 'changes')).body
    expect(items.map((i: { what: string }) => i.what)).toEqual(['limit_raised', 'raise_asked', 'limit_lowered', 'limit_set'])
    expect(items[1].details).toEqual({ type: 'deposit', period: 'week', amount: '400.00 EUR' })
  })

  it('deleting waits like raising, a cancel keeps the limit', async () => {
    const one = await player()
    const { id } = (await one.set('stake', 'day', 10)).body
    const held = async () =>
      (await db.selectFrom('player_limit').select('amount_minor').where('player_id', '=', one.userId).execute()).map((r) => r.amount_minor)
    expect(await held()).toEqual([1000n])
    const { body } = await one.call('DELETE', `limits/${id}`)
    expect(body).toEqual({ id, activeUntil: Math.floor(site.clock.now() / 1000) + 86_400 })
    expect((await one.call('POST', 'limitaction', { action: 'cancel', limit_id: id })).body.status).toBe('cancelled')
    site.clock.advance(25 * HOUR)
    await one.again()
    expect((await one.call('POST', 'limitaction', { action: 'confirm', limit_id: id })).status).toBe(409)
    await one.call('DELETE', `limits/${id}`)
    expect(await held()).toEqual([1000n])
    site.clock.advance(24 * HOUR)
    await one.again()
    expect((await one.call('POST', 'limitaction', { action: 'confirm', limit_id: id })).body.status).toBe('confirmed')
    expect([await held(), (await one.call('GET', 'limits')).body.limits]).toEqual([[], []])
  })

  it.each([
    [{ type: 'deposit', period: 'day', amount: 0.5 }, 90, 'amount'],
    [{ type: 'deposit', period: 'day', amount: '100000.01' }, 90, 'amount'],
    [{ type: 'loss', period: 'day' }, 90, 'amount'],
    [{ type: 'session', period: 'day', minutes: 9 }, 90, 'minutes'],
    [{ type: 'session', period: 'day', minutes: 1_441 }, 90, 'minutes'],
    [{ type: 'session', period: 'week', minutes: 10_081 }, 90, 'minutes'],
    [{ type: 'session', period: 'month', minutes: 43_201 }, 90, 'minutes'],
  ])('refuses %j', async (body, errorCode, field) => {
    const one = await player()
    expect((await one.call('POST', 'limits', body)).body).toMatchObject({ status: 400, errorCode, field })
  })

  it('a limit of time is at most all the time of its period, and the form is told so', async () => {
    const one = await player()
    const { types } = (await one.call('GET', 'availablelimits')).body
    const { maxOf, ...session } = types.find(({ type }: { type: string }) => type === 'session')
    expect([session, maxOf]).toMatchObject([
      { min: 10, max: 43_200 },
      { day: 1_440, week: 10_080, month: 43_200 },
    ])
    for (const [period, most] of Object.entries<number>(maxOf)) {
      expect((await one.set('session', period, most + 1)).body.detail).toContain(String(most))
      expect((await one.set('session', period, most)).body).toMatchObject({ period, minutes: most })
    }
  })

  it.each([
    ['JPY', '¥165', '¥16,500,000'],
    ['KWD', '0.333\u00a0KWD', '33,300\u00a0KWD'],
    ['BTC', '0.00001112\u00a0BTC', '1.11111\u00a0BTC'],
  ])('the bounds of a limit in %s are what is taken, and are told in its own digits', async (currency, min, max) => {
    const one = await player(currency)
    const { types } = (await one.call('GET', 'availablelimits')).body
    for (const end of ['max', 'min'] as const) expect((await one.set('loss', 'day', types[0][end])).body.amount).toBe(types[0][end])
    const { detail } = (await one.set('stake', 'day', types[0].max + 1)).body
    expect(detail.replace(/[\u2066\u2069]/g, '')).toBe(`Enter an amount from ${min} to ${max}`)
  })

  it('offers kinds, periods and reasons; the answers of the test give a result', async () => {
    const one = await player('KZT')
    const { types, selfExclude, raiseWait } = (await one.call('GET', 'availablelimits')).body
    expect(types.map((t: { type: string; currency: string }) => [t.type, t.currency])).toEqual([
      ['deposit', 'KZT'],
      ['loss', 'KZT'],
      ['stake', 'KZT'],
      ['session', ''],
    ])
    expect([raiseWait, ...selfExclude.periods.slice(3, 6).map((p: { title: string }) => p.title)]).toEqual([
      86_400,
      '30 days',
      '6 weeks',
      '6 months',
    ])
    expect(selfExclude.periods.length).toBe(9)
    expect((await one.call('GET', 'selfexclude/reasons')).body.reasons[0]).toEqual({ id: 1, title: 'I play too much' })
    const answers = Array.from({ length: 9 }, (_, i) => ({ question_id: i + 1, answer: i < 3 ? 1 : 0 }))
    expect((await one.call('POST', 'testanswers', { answers })).body).toMatchObject({ score: 3, level: 'low' })
    expect((await one.call('POST', 'testanswers', { answers: answers.slice(1) })).body).toMatchObject({ errorCode: 90, field: 'answers' })
  })

  it('a limit that is not what its player has set is named', async () => {
    const one = await player('KWD')
    for (const kind of ['stake', 'loss', 'deposit']) await one.set(kind, 'week', '300.125')
    await one.set('stake', 'week', 200)
    await one.set('loss', 'week', 400)
    await one.set('session', 'day', 120)
    expect(brokenOf(await verifyLimits(db))).toEqual([])
    const where = `WHERE player_id = ${one.userId}`
    for (const [table, change, names] of [
      ['player_limit', `UPDATE player_limit SET amount_minor = amount_minor * 10 ${where} AND kind = 1`, [HELD]],
      ['player_limit', `DELETE FROM player_limit ${where} AND kind = 2`, [HELD]],
      [
        'protection_limit',
        `UPDATE protection_limit SET amount = amount * 10, pending_amount = NULL ${where} AND kind = 'loss'`,
        [HELD, SAID],
      ],
      ['protection_limit', `UPDATE protection_limit SET amount = amount + 1 ${where} AND kind = 'deposit'`, [SAID]],
      ['protection_limit', `UPDATE protection_limit SET amount = 121 ${where} AND kind = 'session'`, [SAID]],
      ['protection_limit', `DELETE FROM protection_limit ${where} AND kind = 'deposit'`, [SAID]],
      ['protection_limit', `DELETE FROM protection_limit ${where}`, [SAID]],
    ] as const)
      expect([change, await plantedIn(db, table, change, verifyLimits)]).toEqual([change, names])
  })

  it('nobody touches the limit of another player', async () => {
    const [one, other] = [await player(), await player()]
    const { id } = (await one.set('deposit', 'day', 50)).body
    expect((await other.call('DELETE', `limits/${id}`)).status).toBe(404)
    for (const action of ['confirm', 'cancel']) expect((await other.call('POST', 'limitaction', { action, limit_id: id })).status).toBe(404)
    expect((await other.call('GET', 'limits')).body.limits).toEqual([])
    expect((await one.visitor.call('GET', `${SERVICE}limits`)).status).toBe(401)
  })
})

describe('deposits (RG-05, RG-08)', () => {
  it('up to the limit and not a cent above; what was declined is free again; the window moves on', async () => {
    const one = await player()
    await one.set('deposit', 'day', 60)
    const first = (await one.deposit('40')).body.data.id
    const over = await one.deposit('20.01')
    expect(over.body).toMatchObject({ success: false, error_code: 60 })
    expect(over.body.validation_errors.sum[0]).toMatch(/€20.? is left/u)
    const second = (await one.deposit('20')).body.data.id
    await pay(first, 'paid', '40.00')
    await pay(second, 'declined', '20.00')
    expect((await one.call('GET', 'limits')).body.limits[0]).toMatchObject({ used: 40, left: 20 })
    expect((await one.deposit('20.01')).body.success).toBe(false)
    expect((await one.deposit('20')).body.success).toBe(true)
    site.clock.advance(DAY)
    await one.again()
    // What is still open stays counted until it is paid, declined or expired.
    expect((await one.deposit('40.01')).body.success).toBe(false)
    expect((await one.deposit('40')).body.success).toBe(true)
  })

  it('the lowest of overlapping limits counts, over all accounts', async () => {
    const one = await player()
    await one.set('deposit', 'day', 100)
    await one.set('deposit', 'month', 70)
    const { body } = await one.visitor.call('POST', '/web-api/office/createCurrencyAccount', { currency_id: 1 })
    expect(body.success).toBe(true)
    expect((await one.deposit('50')).body.success).toBe(true)
    const usd = body.data.id
    expect((await one.deposit('60', usd)).body.error_code).toBe(60)
    expect((await one.deposit('10', usd)).body.success).toBe(true)
    expect((await one.deposit('20')).body.error_code).toBe(60)
  })

  it('many at once never overrun the limit', async () => {
    const one = await player()
    await one.set('deposit', 'day', 55)
    const answers = await Promise.all(Array.from({ length: 16 }, () => one.deposit('10')))
    expect(answers.filter((a) => a.body.success)).toHaveLength(5)
  }, 30_000)
})

describe('closed accounts (LM-06, RG-09…RG-13)', () => {
  it('closes at once, cannot be undone, and sign-in leads to money out, history and support only', async () => {
    const one = await player()
    const until = Math.floor((site.clock.now() + DAY) / 1000)
    expect((await one.call('POST', 'BlockUser', { period: '24h', reason_id: 4 })).body).toEqual({ blockedUntil: until, isForever: false })
    expect((await one.deposit('10')).body).toMatchObject({ success: false, error_code: 42, until })
    expect(site.limits.check(one.userId, 1n, 2)?.wire).toBe(900_030)
    const fresh = new Visitor(site)
    expect((await fresh.signIn(String(one.userId), one.password)).body.data.nextStep).toBe('none')
    expect((await fresh.call('POST', '/web-api/office/getwithdrawdata', {})).body.success).toBe(true)
    expect((await fresh.call('POST', '/web-api/office/gethistorypaymentmainaccount', {})).body.success).toBe(true)
    expect((await fresh.call('POST', '/web-api/office/createCurrencyAccount', { currency_id: 1 })).body.error_code).toBe(42)
    await expect(sql`DELETE FROM protection_exclusion WHERE player_id = ${one.userId}`.execute(db)).rejects.toThrow('cannot be undone')
    await expect(
      sql`UPDATE protection_exclusion SET ends_at = starts_at + interval '1 s' WHERE player_id = ${one.userId}`.execute(db),
    ).rejects.toThrow('undone')
    expect((await one.call('POST', 'reopen', {})).status).toBe(409)
    site.clock.advance(DAY)
    await one.again()
    expect((await one.deposit('10')).body.success).toBe(true)
    expect(site.limits.check(one.userId, 1n, 2)).toBeNull()
  })

  it('a self-exclusion opens a day after its player asks, after its end; a shorter one changes nothing', async () => {
    const one = await player()
    expect((await one.call('POST', 'BlockUser', { period: '6m', password: await site.encode('wrong') })).body).toMatchObject({
      status: 403,
      errorCode: 91,
    })
    await one.call('POST', 'BlockUser', { period: '6m' })
    await one.call('POST', 'BlockUser', { period: '24h' })
    site.clock.advance(170 * DAY)
    await one.again()
    expect((await one.call('POST', 'reopen', {})).status).toBe(409)
    expect((await one.deposit('10')).body.error_code).toBe(42)
    site.clock.advance(15 * DAY)
    await one.again()
    expect((await one.call('GET', 'limits')).body.closed).toMatchObject({ kind: 'self_exclusion', mayReopen: true, isForever: false })
    expect((await one.call('POST', 'reopen', {})).body).toEqual({ opensAt: Math.floor(site.clock.now() / 1000) + 86_400 })
    expect((await one.deposit('10')).body.error_code).toBe(42)
    site.clock.advance(DAY)
    await one.again()
    expect((await one.deposit('10')).body.success).toBe(true)
    expect(site.limits.check(one.userId, 1n, 2)).toBeNull()
  })

  it('another process that heard nothing refuses the deposit and the bet in the database, and sees it within a second', async () => {
    const one = await player()
    await excludePlayer(site, { playerId: one.userId, period: 'always', reasonId: 0, comment: '' })
    expect((await one.deposit('10')).body.error_code).toBe(60)
    await expect.poll(async () => (await one.deposit('10')).body.error_code, { timeout: 5_000 }).toBe(42)
  })

  it('no advertising for whoever has closed his account', async () => {
    const one = await player()
    const shown = async () => (await one.visitor.call('GET', '/web-api/content/popups')).body.data.length as number
    expect(await shown()).toBe(1)
    await one.call('POST', 'BlockUser', { period: 'always' })
    expect(await shown()).toBe(0)
  })
})

describe('every call that asks who is there, from the contracts', () => {
  const asking = registered.filter(({ spec }) => spec.auth !== 'none')
  const urlOf = (path: string) => path.replace(/:\w+|\*/g, '1')

  it.each([
    ['time-out', '7d'],
    ['self-exclusion', '1y'],
    ['for good', 'always'],
  ])(
    '%s: none passes but those that are open by name',
    async (_state, period) => {
      const one = await player()
      await one.call('POST', 'BlockUser', { period })
      const passed: string[] = []
      let closed = 0
      for (const { spec, paths } of asking) {
        if (paths.some(isOpenWhenClosed)) continue
        const headers = { 'x-auth': `Bearer ${one.visitor.token}` }
        for (const path of paths) {
          const { status, body } = await one.visitor.call(
            spec.method as 'POST',
            urlOf(path),
            spec.method === 'GET' ? undefined : {},
            headers,
          )
          const code = body?.error_code ?? body?.errorCode ?? body?.ErrorCode ?? body?.errors?.[0]?.code
          if (status === 404) continue
          if (status !== 403 || (code !== 42 && code !== 'protection.account_closed' && code !== 'protection.on_a_break'))
            passed.push(`${spec.method} ${path} ${status} ${code}`)
          else closed += 1
        }
      }
      expect(passed).toEqual([])
      expect(closed).toBeGreaterThan(3)
    },
    60_000,
  )

  it('what is open by name moves no money in and promotes nothing', () => {
    const open = asking.flatMap(({ paths }) => paths.filter(isOpenWhenClosed))
    expect(
      open.filter((path) => /deposit$|recharge|bonus|promo|refer|mailing|subscri/i.test(path) && !/(get|cancel)deposit$/.test(path)),
    ).toEqual([])
  })
})

describe('time at play (RG-01)', () => {
  it('is counted while the player does something and ends his sessions when it is used up', async () => {
    const one = await player()
    await one.set('session', 'day', 10)
    const minutes = async () => (await one.call('GET', 'limits')).body.limits[0].used as number
    for (let i = 0; i < 20; i += 1) {
      expect(await site.protection.countSessionTime()).toEqual([])
      site.clock.advance(30_000)
      await one.visitor.call('POST', '/web-api/user/setactiveaccount', { account_id: 1 })
    }
    expect(await minutes()).toBe(9)
    expect(await site.protection.countSessionTime()).toEqual([one.userId])
    expect((await one.call('GET', 'limits')).status).toBe(401)
    await one.again()
    expect((await one.deposit('10')).body.error_code).toBe(42)
    const midnight = (Math.floor(site.clock.now() / DAY) + 1) * DAY
    site.clock.advance(midnight - site.clock.now() + MINUTE)
    await one.again()
    expect((await one.deposit('10')).body.success).toBe(true)
  })

  it('two processes count the same time once', async () => {
    const one = await player()
    await one.set('session', 'day', 600)
    await site.protection.countSessionTime()
    site.clock.advance(30_000)
    await Promise.all(Array.from({ length: 6 }, () => site.protection.countSessionTime()))
    const { used_ms } = await db
      .selectFrom('protection_time')
      .select('used_ms')
      .where('player_id', '=', one.userId)
      .executeTakeFirstOrThrow()
    expect(used_ms).toBe(30_000n)
  })
})
