import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { brokenOf } from '../../../../test/support/planted-rows.ts'
import { inTx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { HOUR, MINUTE } from '#lib/time.ts'
import { listInbox } from '#modules/dev/server/inbox.ts'
import type { PaymentPort } from './port.ts'
import { sweepPayouts } from './payouts.ts'
import { sandboxCallback, sandboxProvider } from './sandbox.ts'
import { verifyPayments } from './verify-payments.ts'
import { onTheirWay } from './withdrawals.ts'

const { db } = await testDatabase(20)
const site = await accountSite({
  db,
  change: (config) => (config.withdrawals = { ...config.withdrawals, autoMaxEur: '100', fourEyesFromEur: '500' }),
})
afterAll(async () => expect(brokenOf(await verifyPayments(db))).toEqual([]))

const office = (name: string) => `/web-api/office/${name}`
let keys = 0
const newKey = () => `request-key-${String((keys += 1)).padStart(8, '0')}`

type Item = { id: string; state: string; reason: string; can_cancel: boolean; steps: { state: string }[]; send_after: number }

async function rich(sum = '1000', method = 1) {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  await pays(visitor, sum, method)
  return { visitor, userId }
}
async function pays(visitor: Visitor, sum: string, method: number) {
  const { body } = await visitor.call('POST', office('deposit'), { method_id: method, sum })
  const paid = sandboxCallback(site.keys, {
    ref: body.data.id,
    outcome: 'paid',
    amount: sum.includes('.') ? sum : `${sum}.00`,
    currency: 'EUR',
    now: site.clock.now(),
  })
  await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers: paid.headers, payload: paid.raw })
}
const money = async (visitor: Visitor) => (await visitor.call('POST', '/web-api/user/balance')).body.accounts[0].money as number
const ask = async (visitor: Visitor, sum: string | number, more: object = {}) =>
  (await visitor.call('POST', office('withdraw'), { method_id: 1, sum, request_key: newKey(), ...more })).body
async function asked(visitor: Visitor, sum: string, more: object = {}): Promise<Item> {
  const body = await ask(visitor, sum, more)
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data
}
const list = async (visitor: Visitor): Promise<Item[]> => (await visitor.call('POST', office('getwithdrawals'), {})).body.data.items
const cancel = async (visitor: Visitor, id: string) => (await visitor.call('POST', office('cancelwithdrawal'), { id })).body
const officer = async (id: string, decision: object) => {
  const answer = await site.app.inject({ method: 'POST', url: `/dev/api/cashier/payout/${id}`, payload: decision })
  return { status: answer.statusCode, ...(answer.json() as { state?: string }) }
}
async function word(id: string, outcome: 'paid' | 'declined', amount: string, eventId?: string) {
  const made = sandboxCallback(site.keys, {
    ref: id,
    outcome,
    amount,
    currency: 'EUR',
    now: site.clock.now(),
    ...(eventId ? { eventId } : {}),
  })
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers: made.headers, payload: made.raw })
  return answer.statusCode
}

/** A provider that does what the test says and remembers what it was told. */
function provider(answer: () => Promise<'taken' | 'refused'>, state: PaymentPort['payOutState'] = async () => 'pending') {
  const orders: string[] = []
  const port: PaymentPort = {
    ...sandboxProvider(site.keys),
    payOut: async ({ ref }) => (orders.push(ref), answer()),
    payOutState: state,
  }
  const sweep = () =>
    sweepPayouts({ db, clock: site.clock, ledger: site.ledger, providers: { sandbox: port }, log: createLog('silent', false) })
  return { orders, sweep }
}
const obedient = () => provider(async () => 'taken')
const sound = async () => expect(await site.ledger.checkInvariants()).toEqual([])

describe('asking (PY-05, PAY-04)', () => {
  it('offers only ways that were used to pay in (PAY-08)', async () => {
    const { visitor } = await rich('50', 2)
    const { data } = (await visitor.call('POST', office('getwithdrawdata'), {})).body
    expect(data).toMatchObject({ available: 50, currency: 'EUR', held_until: 0, can_cancel: true })
    expect(data.methods.map((m: { id: number }) => m.id)).toEqual([2])
    const refused = await ask(visitor, '10', { method_id: 1 })
    expect(Object.keys(refused.validation_errors)).toEqual(['method_id'])
  })

  it('takes the sum from the balance at once and gives it back when it is cancelled', async () => {
    const { visitor, userId } = await rich()
    const item = await asked(visitor, '100')
    expect([item.state, item.can_cancel, await money(visitor)]).toEqual(['approved', true, 900])
    await sound()
    expect((await cancel(visitor, item.id)).data.state).toBe('cancelled')
    expect((await cancel(visitor, item.id)).data.state).toBe('cancelled')
    expect(await money(visitor)).toBe(1000)
    expect(site.pushed.filter((p) => p.playerId === userId).length).toBeGreaterThanOrEqual(3)
    await sound()
  })

  it.each([
    [{ sum: '4.99' }, 'sum'],
    [{ sum: '1000.01' }, 'sum'],
    [{ sum: '12.345' }, 'sum'],
    [{ sum: '-5' }, 'sum'],
    [{ method_id: 4 }, 'method_id'],
    [{ account_id: 1 }, 'account_id'],
    [{ request_key: 'short' }, 'request_key'],
  ])('refuses %j naming the field, and nothing moves', async (change, field) => {
    const { visitor } = await rich()
    const body = await ask(visitor, '100', change)
    expect([body.success, Object.keys(body.validation_errors)]).toEqual([false, [field]])
    expect(await money(visitor)).toBe(1000)
  })

  it('never pays out what is not there, 16 at once', async () => {
    const { visitor } = await rich('100')
    const all = await Promise.all(Array.from({ length: 16 }, () => ask(visitor, '40')))
    expect(all.filter((body) => body.success)).toHaveLength(2)
    expect(all.filter((body) => !body.success).every((body) => 'sum' in body.validation_errors)).toBe(true)
    expect(await money(visitor)).toBe(20)
    await sound()
  })

  it('one key is one withdrawal, 16 at once; another sum under it is refused', async () => {
    const { visitor } = await rich()
    const key = { request_key: newKey() }
    const all = await Promise.all(Array.from({ length: 16 }, () => ask(visitor, '30', key)))
    expect(new Set(all.map((body) => body.data?.id)).size).toBe(1)
    expect(await money(visitor)).toBe(970)
    expect((await ask(visitor, '31', key)).success).toBe(false)
  })

  it('one key at once is one answer, also when it takes the last of the money or the last place', async () => {
    const { visitor } = await rich('100')
    const last = { request_key: newKey() }
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(visitor, '60', last)))
    expect(all.map((body) => body.data?.id)).toEqual(all.map(() => all[0]!.data.id))
    for (let i = 0; i < 3; i += 1) await asked(visitor, '10')
    const fifth = { request_key: newKey() }
    const places = await Promise.all(Array.from({ length: 8 }, () => ask(visitor, '5', fifth)))
    expect(places.map((body) => body.data?.id)).toEqual(places.map(() => places[0]!.data.id))
    expect(await money(visitor)).toBe(5)
    await sound()
  })

  it('keeps at most five open', async () => {
    const { visitor } = await rich()
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(visitor, '10')))
    expect(all.filter((body) => body.success)).toHaveLength(5)
    expect(await money(visitor)).toBe(950)
  })

  it('asks for a fresh confirmation (SES-09)', async () => {
    const { visitor } = await rich()
    site.clock.advance(6 * MINUTE)
    expect(await ask(visitor, '10')).toMatchObject({ success: false, error_code: 48 })
    expect(await money(visitor)).toBe(1000)
  })

  it('holds the money for a day after a change of the password and says so (ACC-16)', async () => {
    const { visitor, userId } = await rich()
    const at = new Date(site.clock.now())
    await db.insertInto('security_event').values({ player_id: userId, kind: 'password_changed', session_id: null, ip: '::1', at }).execute()
    const { data } = (await visitor.call('POST', office('getwithdrawdata'), {})).body
    expect(data.held_until).toBe(Math.floor((at.getTime() + 24 * HOUR) / 1000))
    const item = await asked(visitor, '10')
    expect(item.send_after).toBe(data.held_until)
    const { orders, sweep } = obedient()
    await sweep()
    expect(orders).not.toContain(item.id)
  })

  it('by a way that is new it waits a day, and the player is told at once (PAY-09)', async () => {
    const { visitor, userId } = await rich('1000', 1)
    const email = `new-way-${userId}@polosa.test`
    await db
      .updateTable('player')
      .set({ email, email_key: email, email_confirmed_at: new Date(site.clock.now()) })
      .where('id', '=', userId)
      .execute()
    const letters = async () => (await listInbox(db, { to: email })).filter(({ template }) => template === 'new_payout_way')
    // The way that he began with is no news.
    expect((await asked(visitor, '10')).send_after).toBe(0)
    expect(await letters()).toEqual([])

    site.clock.advance(MINUTE)
    await pays(visitor, '50', 2)
    const addedAt = site.clock.now()
    const item = await asked(visitor, '20', { method_id: 2 })
    expect(item.send_after).toBe(Math.floor((addedAt + 24 * HOUR) / 1000))
    expect((await letters()).map(({ body }) => body)).toEqual([expect.stringContaining('20')])
    const told = await db.selectFrom('outbox').select('payload').where('key', 'like', 'withdrawal:%:new_way').execute()
    expect(told).toHaveLength(1)
    const { orders, sweep } = obedient()
    await sweep()
    expect(orders).not.toContain(item.id)
    site.clock.advance(24 * HOUR)
    await sweep()
    expect(orders).toContain(item.id)
  })

  it('is nobody else’s business', async () => {
    const { visitor } = await rich()
    const item = await asked(visitor, '10')
    const other = await rich()
    expect((await cancel(other.visitor, item.id)).success).toBe(false)
    expect(await list(other.visitor)).toEqual([])
    expect((await new Visitor(site).call('POST', office('withdraw'), {})).status).toBe(401)
  })
})

describe('officers (PAY-13)', () => {
  it('a large sum needs two different ones', async () => {
    const { visitor } = await rich()
    const item = await asked(visitor, '600')
    expect(item.state).toBe('requested')
    const agree = (who: string) => officer(item.id, { officer: who, decision: 'agree' })
    expect([await agree('officer-a'), await agree('officer-a'), await agree('officer-b')].map(({ state }) => state)).toEqual([
      'requested',
      'requested',
      'approved',
    ])
    expect((await agree('officer-b')).status).toBe(409)
  })

  const needs = async (userId: number) => {
    const rows = await db.selectFrom('withdrawal').select('approvals_needed').where('player_id', '=', userId).orderBy('id').execute()
    return rows.map((row) => row.approvals_needed)
  }

  it('a sum is as large in parts: what was asked for in a day counts, what came back does not', async () => {
    const { visitor, userId } = await rich()
    const first = await asked(visitor, '60')
    await asked(visitor, '60')
    await cancel(visitor, first.id)
    await asked(visitor, '40')
    await asked(visitor, '400')
    expect(await needs(userId)).toEqual([0, 1, 0, 2])
    await sql`UPDATE withdrawal SET created_at = created_at - interval '25 hours' WHERE player_id = ${userId}`.execute(db)
    await asked(visitor, '100')
    expect(await needs(userId)).toEqual([0, 1, 0, 2, 0])
    await sql`UPDATE withdrawal w SET created_at = s.at FROM withdrawal_step s WHERE s.withdrawal_id = w.id AND s.n = 1`.execute(db)
    await sound()
  })

  it('parts of it from two accounts at once are one sum too', async () => {
    const { visitor, userId } = await rich()
    const dollars = (await visitor.call('POST', office('createCurrencyAccount'), { currency_id: 1 })).body.data.id as number
    const { body } = await visitor.call('POST', office('deposit'), { account_id: dollars, method_id: 1, sum: '500' })
    const paid = sandboxCallback(site.keys, {
      ref: body.data.id,
      outcome: 'paid',
      amount: '500.00',
      currency: 'USD',
      now: site.clock.now(),
    })
    await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers: paid.headers, payload: paid.raw })
    await Promise.all([asked(visitor, '60'), asked(visitor, '60', { account_id: dollars })])
    expect((await needs(userId)).toSorted()).toEqual([0, 1])
    await sound()
  })

  it('a refusal gives the money back and tells why', async () => {
    const { visitor } = await rich()
    const item = await asked(visitor, '200')
    expect(await officer(item.id, { decision: 'refuse', reason: 'details' })).toMatchObject({ status: 200, state: 'refused' })
    const [row] = await list(visitor)
    expect([row!.state, row!.reason !== '', await money(visitor)]).toEqual(['refused', true, 1000])
    await sound()
  })
})

describe('paying out (PAY-03, PAY-05, PAY-12)', () => {
  it('is sent once by many workers, cannot be cancelled then, and is paid once however often it is said', async () => {
    const { visitor } = await rich()
    const item = await asked(visitor, '100')
    const { orders, sweep } = obedient()
    await Promise.all(Array.from({ length: 6 }, sweep))
    expect(orders.filter((ref) => ref === item.id)).toHaveLength(1)
    expect((await cancel(visitor, item.id)).success).toBe(false)
    const said = await Promise.all(Array.from({ length: 8 }, (_, n) => word(item.id, 'paid', '100.00', `paid-${item.id}-${n % 3}`)))
    expect(said.every((status) => status === 200)).toBe(true)
    const [row] = await list(visitor)
    expect([row!.state, row!.steps.map(({ state }) => state), await money(visitor)]).toEqual([
      'paid',
      ['requested', 'approved', 'sent', 'paid'],
      900,
    ])
    // What contradicts is refused and changes nothing: people look at it.
    expect(await word(item.id, 'declined', '100.00')).toBe(409)
    expect(await money(visitor)).toBe(900)
    await sound()
  })

  it('waits while its player is below zero, says so, and leaves once that is covered', async () => {
    const { visitor } = await rich('100')
    const { body } = await visitor.call('POST', office('deposit'), { method_id: 1, sum: '50' })
    const payment = { ref: body.data.id, amount: '50.00', currency: 'EUR', now: site.clock.now() }
    const callback = async (outcome: 'paid' | 'charged_back') => {
      const { headers, raw } = sandboxCallback(site.keys, { ...payment, outcome })
      const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
      expect(answer.statusCode).toBe(200)
    }
    await callback('paid')
    const item = await asked(visitor, '140')
    expect((await officer(item.id, { decision: 'agree' })).state).toBe('approved')
    const { orders, sweep } = obedient()
    // The bank calls the second payment back before the workers look for what they may send.
    await callback('charged_back')
    await Promise.all(Array.from({ length: 6 }, sweep))
    expect([orders, await money(visitor)]).toEqual([[], -40])
    expect(await list(visitor)).toMatchObject([{ state: 'approved', waits_for_cover: true, can_cancel: true }])
    await pays(visitor, '40', 1)
    expect(await list(visitor)).toMatchObject([{ waits_for_cover: false }])
    await Promise.all(Array.from({ length: 6 }, sweep))
    expect(orders).toEqual([item.id])
    await sound()
  })

  it('a decline gives the money back once', async () => {
    const { visitor } = await rich()
    const item = await asked(visitor, '100')
    await obedient().sweep()
    await Promise.all(Array.from({ length: 8 }, () => word(item.id, 'declined', '100.00')))
    expect([(await list(visitor))[0]!.state, await money(visitor)]).toEqual(['refused', 1000])
    expect(await word(item.id, 'paid', '100.00')).toBe(409)
    await sound()
  })

  it('a word with another amount, or before it was sent, changes nothing', async () => {
    const { visitor } = await rich()
    const item = await asked(visitor, '100')
    expect(await word(item.id, 'paid', '100.00')).toBe(409)
    await obedient().sweep()
    expect(await word(item.id, 'paid', '1.00')).toBe(409)
    expect((await list(visitor))[0]!.state).toBe('sent')
  })

  it('in doubt it is asked for, and sent again only under its own reference', async () => {
    const { visitor } = await rich()
    const item = await asked(visitor, '100')
    const lost = provider(
      () => Promise.reject(new Error('cut off')),
      async () => 'unknown',
    )
    await lost.sweep()
    expect((await list(visitor))[0]!.state).toBe('sent')
    site.clock.advance(20 * MINUTE)
    await lost.sweep()
    expect(lost.orders.filter((ref) => ref === item.id)).toHaveLength(2)
    site.clock.advance(20 * MINUTE)
    await provider(
      async () => 'taken',
      async (ref) => (ref === item.id ? 'paid' : 'pending'),
    ).sweep()
    expect((await db.selectFrom('withdrawal').select('state').where('ref', '=', item.id).executeTakeFirstOrThrow()).state).toBe('paid')
    await sound()
  })

  it('an account with money on its way out cannot be closed', async () => {
    const { visitor, userId } = await rich('10')
    const [account] = await site.ledger.balance(userId)
    await asked(visitor, '10')
    await db.updateTable('account').set({ is_active: false }).where('id', '=', account!.id).execute()
    const closed = await db.transaction().execute((tx) => site.ledger.closeAccount(tx, userId, account!.id, new Date(site.clock.now())))
    expect(closed).toMatchObject({ code: 'ledger.account_not_empty' })
  })

  it('what is on its way out of an account is found by an index, when it is asked for and when the account closes', async () => {
    const plans = await inTx(db, async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx)
      const closing = sql`EXPLAIN SELECT 1 FROM withdrawal w WHERE w.account_id = ${7} AND w.state IN ('requested', 'approved', 'sent')`
      return [await onTheirWay(tx, 7).explain(), (await closing.execute(tx)).rows]
    })
    for (const plan of plans) expect(JSON.stringify(plan)).toContain('withdrawal_on_its_way')
  })

  it('the history shows both directions', async () => {
    const { visitor } = await rich()
    await asked(visitor, '10')
    const { data } = (await visitor.call('POST', office('gethistorypaymentmainaccount'), {})).body
    expect(data.items.map((item: { type: string }) => item.type).sort()).toEqual(['deposit', 'withdrawal'])
  })
})
