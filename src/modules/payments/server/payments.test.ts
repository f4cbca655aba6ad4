import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { expireDeposits } from './deposits.ts'
import { sandboxCallback } from './sandbox.ts'
import { verifyPayments } from './verify-payments.ts'

const { db } = await testDatabase(20)
const site = await accountSite({ db })
const office = (name: string) => `/web-api/office/${name}`

async function player(currency = 'EUR') {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick(currency)
  return { visitor, userId }
}
async function started(visitor: Visitor, sum: string | number = '25.50') {
  const { body } = await visitor.call('POST', office('deposit'), { method_id: 1, sum })
  return body.data.id as string
}
const money = async (visitor: Visitor) => (await visitor.call('POST', '/web-api/user/balance')).body.accounts[0].money as number
const callback = (
  ref: string,
  outcome: 'paid' | 'declined' | 'pending',
  change: { amount?: string; currency?: string; eventId?: string } = {},
) => sandboxCallback(site.keys, { ref, outcome, amount: '25.50', currency: 'EUR', now: site.clock.now(), ...change })
async function send({ raw, headers }: { raw: Buffer; headers: Record<string, string> }, provider = 'sandbox') {
  const answer = await site.app.inject({ method: 'POST', url: `/payments/callback/${provider}`, headers, payload: raw })
  return { status: answer.statusCode, body: answer.json() as { state?: string; reason?: string } }
}
async function credits(ref: string) {
  const postings = await db.selectFrom('ledger_posting').selectAll().where('key', '=', `sandbox:${ref}`).execute()
  return postings.length
}

describe('starting (PY-01)', () => {
  it('lists methods with bounds in the account’s currency', async () => {
    const { visitor } = await player('KZT')
    const { data } = (await visitor.call('POST', office('getrechargedata'), { account_id: 0 })).body
    expect(data).toMatchObject({ currency: 'KZT', nextStep: 'none' })
    expect(data.methods.map((m: { id: number }) => m.id)).toEqual([1, 2, 3, 4, 16, 18, 58])
    expect(data.methods[0]).toMatchObject({ name: 'Bank card', group: 'cards', min: 2800, max: 560_000, fee: 0 })
  })

  it.each([
    [{ method_id: 1, sum: '4.99' }, 'sum'],
    [{ method_id: 1, sum: '1000.01' }, 'sum'],
    [{ method_id: 1, sum: '10.001' }, 'sum'],
    [{ method_id: 1, sum: '-10' }, 'sum'],
    [{ method_id: 1, sum: 1e300 }, 'sum'],
    [{ method_id: 5, sum: '100' }, 'method_id'],
    [{ method_id: 1, sum: '100', account_id: 1 }, 'account_id'],
  ])('refuses %j naming the field', async (body, field) => {
    const { visitor } = await player()
    const answer = await visitor.call('POST', office('deposit'), body)
    expect([answer.body.success, Object.keys(answer.body.validation_errors)]).toEqual([false, [field]])
  })

  it.each([
    ['EUR', '10.1234', 'No more than 2 decimals'],
    ['EUR', 10.1234, 'No more than 2 decimals'],
    ['JPY', '5000.5', 'Whole amounts only: this currency has no decimals'],
    ['EUR', '1e3', 'Enter the amount in digits'],
    ['EUR', '9'.repeat(29), 'The amount is too large'],
    ['EUR', '', 'Enter the amount'],
  ])('says what is wrong with a sum in %s: %s', async (currency, sum, message) => {
    const { visitor } = await player(currency)
    const { body } = await visitor.call('POST', office('deposit'), { method_id: 1, sum })
    expect(body.validation_errors).toEqual({ sum: [message] })
  })

  it('needs a signed-in player', async () =>
    expect((await new Visitor(site).call('POST', office('deposit'), { method_id: 1, sum: '10' })).status).toBe(401))
})

describe('one key is one payment', () => {
  const KEY = 'deposit-key-0000001'
  const start = (visitor: Visitor, sum: string, request_key = KEY) =>
    visitor.call('POST', office('deposit'), { method_id: 1, sum, request_key })
  const rows = (userId: number) => db.selectFrom('deposit').select('ref').where('player_id', '=', userId).execute()

  it('asked again it answers the same page, also when all ask at once; another key starts another', async () => {
    const { visitor, userId } = await player()
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(visitor, '25.50')))
    const told = new Set(answers.map(({ body }) => JSON.stringify(body.data)))
    expect(told.size).toBe(1)
    expect((await start(visitor, '25.50')).body.data).toEqual(answers[0]!.body.data)
    expect(await rows(userId)).toHaveLength(1)
    expect((await start(visitor, '25.50', 'deposit-key-0000002')).body.data.id).not.toBe(answers[0]!.body.data.id)
    expect(await rows(userId)).toHaveLength(2)
    // The key is the player's own.
    const other = await player()
    expect((await start(other.visitor, '25.50')).body.data.id).not.toBe(answers[0]!.body.data.id)
  })

  it('is not another sum, and not a key of a few letters', async () => {
    const { visitor, userId } = await player()
    await start(visitor, '25.50')
    const answer = await start(visitor, '26.50')
    expect([answer.status, Object.keys(answer.body.validation_errors)]).toEqual([409, ['request_key']])
    expect(Object.keys((await start(visitor, '25.50', 'short')).body.validation_errors)).toEqual(['request_key'])
    expect(await rows(userId)).toHaveLength(1)
  })

  it('whose payment has an end answers with that, without a page; another key is another payment', async () => {
    const { visitor } = await player()
    const first = (await start(visitor, '25.50')).body.data
    await send(callback(first.id, 'pending'))
    expect((await start(visitor, '25.50')).body.data).toEqual({ ...first, state: 'pending' })
    await visitor.call('POST', office('canceldeposit'), { id: first.id })
    expect((await start(visitor, '25.50')).body.data).toEqual({ id: first.id, state: 'called_off' })
    const next = (await start(visitor, '25.50', 'deposit-key-0000003')).body.data
    expect(next).toEqual({ id: expect.not.stringMatching(first.id), url: expect.stringContaining(next.id), state: 'created' })
    await send(callback(next.id, 'paid'))
    expect((await start(visitor, '25.50', 'deposit-key-0000003')).body.data).toEqual({ id: next.id, state: 'done' })
    expect([await money(visitor), (await start(visitor, '30', 'deposit-key-0000003')).status]).toEqual([25.5, 409])
  })
})

describe('callbacks (PAY-02, PAY-03, PAY-12)', () => {
  it('a payment credits once, also when repeated byte for byte or as another event, and tells who to push', async () => {
    const { visitor, userId } = await player()
    const ref = await started(visitor)
    const paid = callback(ref, 'paid')
    expect(await send(paid)).toEqual({ status: 200, body: { status: 'ok', state: 'done' } })
    expect(await send(paid)).toEqual({ status: 200, body: { status: 'ok', state: 'done' } })
    expect((await send(callback(ref, 'paid'))).status).toBe(200)
    expect((await send(callback(ref, 'declined'))).body.state).toBe('done')
    expect([await money(visitor), await credits(ref)]).toEqual([25.5, 1])
    expect(site.pushed.filter((p) => p.playerId === userId)).toHaveLength(1)
    expect((await visitor.call('POST', office('getdeposit'), { id: ref })).body.data).toEqual({
      id: ref,
      state: 'done',
      sum: 25.5,
      fee: 0,
      currency: 'EUR',
      is_first: true,
    })
  })

  it('the first deposit is the one that was paid first, whichever was begun first', async () => {
    const { visitor } = await player()
    const [early, late] = [await started(visitor), await started(visitor)]
    const isFirst = async (id: string) => (await visitor.call('POST', office('getdeposit'), { id })).body.data.is_first
    await send(callback(late, 'paid'))
    expect([await isFirst(early), await isFirst(late)]).toEqual([false, true])
    site.clock.advance(1_000)
    await send(callback(early, 'paid'))
    expect([await isFirst(early), await isFirst(late)]).toEqual([false, true])
    const { done_at } = await db.selectFrom('deposit').select('done_at').where('ref', '=', late).executeTakeFirstOrThrow()
    const paidAt = (at: Date) => db.updateTable('deposit').set({ done_at: at }).where('ref', '=', late).execute()
    await paidAt(new Date(site.clock.now()))
    expect([await isFirst(early), await isFirst(late)]).toEqual([true, false])
    await paidAt(done_at!)
  })

  it('64 at once, half of them one event and half different, make one credit', async () => {
    const { visitor } = await player()
    const ref = await started(visitor)
    const one = callback(ref, 'paid')
    const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => send(i % 2 ? one : callback(ref, 'paid'))))
    expect(answers.every((a) => a.status === 200)).toBe(true)
    expect([await money(visitor), await credits(ref)]).toEqual([25.5, 1])
  }, 60_000)

  it('out of order and late: money that arrives is always credited', async () => {
    const { visitor } = await player()
    const declinedFirst = await started(visitor)
    expect((await send(callback(declinedFirst, 'declined'))).body.state).toBe('declined')
    expect((await send(callback(declinedFirst, 'paid'))).body.state).toBe('done')
    expect((await send(callback(declinedFirst, 'pending'))).body.state).toBe('done')
    const late = await started(visitor)
    site.clock.advance(25 * 3_600_000)
    expect(await expireDeposits({ db, clock: site.clock })).toBeGreaterThan(0)
    expect((await send(callback(late, 'paid'))).body.state).toBe('done')
    await visitor.signIn('x', 'x')
    const total = await db
      .selectFrom('deposit')
      .select((eb) => eb.fn.count<bigint>('id').as('n'))
      .where('ref', 'in', [late, declinedFirst])
      .where('state', '=', 'done')
      .executeTakeFirstOrThrow()
    expect(total.n).toBe(2n)
  })

  it('forged, tampered, old, foreign and broken ones change nothing', async () => {
    const { visitor } = await player()
    const ref = await started(visitor)
    const good = callback(ref, 'paid')
    for (let i = 0; i < good.raw.length; i += 7) {
      const raw = Buffer.from(good.raw)
      raw[i] = raw[i]! ^ 1
      expect((await send({ ...good, raw })).status).toBe(401)
    }
    const { 'x-signature': signature, ...unsigned } = good.headers
    expect((await send({ raw: good.raw, headers: unsigned })).status).toBe(401)
    expect((await send({ raw: good.raw, headers: { ...unsigned, 'x-signature': signature!.replace(/t=\d+/, 't=1') } })).status).toBe(401)
    const old = sandboxCallback(site.keys, { ref, outcome: 'paid', amount: '25.50', currency: 'EUR', now: site.clock.now() - 6 * 60_000 })
    expect((await send(old)).body.reason).toBe('outside_window')
    expect((await send(good, 'other')).status).toBe(404)
    expect((await send(good, '__proto__')).status).toBe(404)
    expect((await send(callback('unknown', 'paid'))).body.reason).toBe('unknown_payment')
    expect((await send(callback(ref, 'paid', { amount: '2550.00' }))).body.reason).toBe('amount_differs')
    expect((await send(callback(ref, 'paid', { currency: 'USD' }))).body.reason).toBe('amount_differs')
    expect([await money(visitor), await credits(ref)]).toEqual([0, 0])
    expect((await send(callback(ref, 'pending', { eventId: 'e1' }))).status).toBe(200)
    expect((await send(callback(ref, 'paid', { eventId: 'e1' }))).body.reason).toBe('event_reused')
    expect(await credits(ref)).toBe(0)
  })

  it('the books stay even', async () => expect([await site.ledger.checkInvariants(), brokenOf(await verifyPayments(db))]).toEqual([[], []]))

  it('a deposit that is not what was credited is named', async () => {
    const { visitor } = await player()
    const [paid, open] = [await started(visitor), await started(visitor)]
    await send(callback(paid, 'paid'))
    for (const change of [
      `amount_minor = amount_minor + 1 WHERE ref = '${paid}'`,
      `fee_minor = fee_minor + 1 WHERE ref = '${paid}'`,
      `account_id = account_id + 1 WHERE ref = '${paid}'`,
      `player_id = player_id + 1 WHERE ref = '${paid}'`,
      `currency_id = currency_id + 1 WHERE ref = '${paid}'`,
      `done_at = done_at + interval '1 day' WHERE ref = '${paid}'`,
      `balance_after = balance_after + 1 WHERE ref = '${paid}'`,
      `state = 'declined', done_at = NULL WHERE ref = '${paid}'`,
      `state = 'done', done_at = now() WHERE ref = '${open}'`,
    ])
      expect(await plantedIn(db, 'deposit', `UPDATE deposit SET ${change}`, verifyPayments)).toContainEqual(
        expect.stringMatching(/^deposits: what was credited/),
      )
  })
})

describe('history and the sandbox (WA-08, PY-04)', () => {
  it('pages, newest first, without the archive three months', async () => {
    const { visitor } = await player()
    for (let i = 0; i < 21; i += 1) await started(visitor, '10')
    const ref = await started(visitor, '11')
    await send(callback(ref, 'paid', { amount: '11.00' }))
    const page = async (body: object) => (await visitor.call('POST', office('gethistorypaymentmainaccount'), body)).body.data
    const first = await page({ page_number: 1 })
    expect([first.items.length, first.pages]).toEqual([20, 2])
    expect(first.items[0]).toMatchObject({
      type: 'deposit',
      sum: 11,
      balance_after: 11,
      currency: 'EUR',
      status: 'done',
      system: 'Bank card',
    })
    expect((await page({ page_number: 2 })).items).toHaveLength(2)
  })

  it('a period that ends before it begins is refused as that of bets is', async () => {
    const { visitor } = await player()
    await started(visitor, '10')
    const now = Math.floor(site.clock.now() / 1000)
    const list = async (date_from: number, date_to: number) =>
      (await visitor.call('POST', office('gethistorypaymentmainaccount'), { date_from, date_to })).body
    const message = 'The beginning of the period is later than its end'
    expect(await list(now, now - 1)).toMatchObject({ success: false, error_code: 10, message, validation_errors: { date_from: [message] } })
    for (const [from, to] of [
      [now - 60, now + 60],
      [now - 60, 0],
      [0, now + 60],
    ] as const)
      expect((await list(from, to)).data.items).toHaveLength(1)
    expect((await list(now - 60, now - 60)).data.items).toEqual([])
  })

  it('the cashier drives it by script and by page', async () => {
    const { visitor } = await player()
    const ref = await started(visitor, '20')
    const api = async (outcome: string) =>
      (await site.app.inject({ method: 'POST', url: `/dev/api/cashier/${ref}`, payload: { outcome } })).json()
    expect(await api('forge')).toEqual({ status: 401, state: 'created' })
    expect(await api('tamper')).toEqual({ status: 409, state: 'created' })
    expect(await api('pending')).toEqual({ status: 200, state: 'pending' })
    const page = await site.app.inject({ method: 'GET', url: `/dev/cashier/pay/${ref}?lng=en` })
    expect([page.statusCode, page.body.includes('SANDBOX'), page.body.includes('<p class="sum">\u2066€20\u2069</p>')]).toEqual([
      200,
      true,
      true,
    ])
    const pressed = await site.app.inject({
      method: 'POST',
      url: `/dev/cashier/pay/${ref}?lng=en`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'outcome=success',
    })
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, `/en/office/recharge?deposit=${ref}`])
    expect(await api('repeat')).toEqual({ status: 200, state: 'done' })
    expect([await money(visitor), await credits(ref)]).toEqual([20, 1])
    expect((await site.app.inject({ method: 'POST', url: '/dev/api/cashier/none', payload: { outcome: 'success' } })).statusCode).toBe(404)
  })

  it('the cashier writes sums as the site does, with the digits of their currency', async () => {
    const { visitor } = await player('KWD')
    const ref = await started(visitor, '55.125')
    const sumIn = async (lng: string) =>
      /<p class="sum">\u2066(.*)\u2069<\/p>/.exec(
        (await site.app.inject({ method: 'GET', url: `/dev/cashier/pay/${ref}?lng=${lng}` })).body,
      )?.[1]
    expect([await sumIn('en'), await sumIn('ru')]).toEqual(['55.125\u00a0KWD', '55,125\u00a0KWD'])
  })

  it('a deposit that was taken back says so in the history, one that never came does not', async () => {
    const { visitor } = await player()
    const [came, never] = [await started(visitor, '25'), await started(visitor, '12')]
    const outcome = (ref: string, said: string) =>
      site.app.inject({ method: 'POST', url: `/dev/api/cashier/${ref}`, payload: { outcome: said } })
    for (const [ref, said] of [
      [came, 'success'],
      [came, 'chargeback'],
      [never, 'refund'],
    ] as const)
      await outcome(ref, said)
    const { items } = (await visitor.call('POST', office('gethistorypaymentmainaccount'), { page_number: 1 })).body.data
    const told = items.map((item: { sum: number; status: string; taken_back?: boolean }) => [
      item.sum,
      item.status,
      item.taken_back ?? false,
    ])
    expect(told).toEqual([
      [12, 'returned', false],
      [25, 'charged_back', true],
    ])
  })

  it('another player’s deposit does not exist for me (WEB-01)', async () => {
    const one = await player()
    const two = await player()
    const ref = await started(one.visitor, '20')
    expect((await two.visitor.call('POST', office('getdeposit'), { id: ref })).status).toBe(404)
  })
})
