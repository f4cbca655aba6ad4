import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { DAY, HOUR } from '#lib/time.ts'
import { currencyByCode } from '#modules/ledger/server/index.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf } from '../../../../test/support/planted-rows.ts'
import { issuePaycheck, normalCode } from './paychecks.ts'
import { verifyPayments } from './verify-payments.ts'
import { sweepPayouts } from './payouts.ts'
import { sweepReturns } from './returns.ts'
import { givePoints, takeReward } from './rewards.ts'
import { sandboxCallback, sandboxProvider } from './sandbox.ts'

const { db } = await testDatabase(20)
const site = await accountSite({
  db,
  change: (config) => {
    config.cashier = {
      ...config.cashier,
      methods: { card: { feeInPermille: 25, feeOutPermille: 10 } },
      firstDeposit: { percent: 50, maxEur: '20', minEur: '10' },
      rewards: [{ id: 1, title: { en: 'One euro' }, points: 100, amountEur: '1' }],
      consultant: { countries: ['KZ'] },
    }
  },
})
const deps = {
  db,
  clock: site.clock,
  ledger: site.ledger,
  providers: { sandbox: sandboxProvider(site.keys) },
  guardDeposit: site.protection.guardDeposit,
  mayCredit: site.protection.mayCredit,
  log: createLog('silent', false),
}
const office = (name: string) => `/web-api/office/${name}`
let serial = 0
const key = () => `cashier-test-key-${String((serial += 1)).padStart(6, '0')}`

afterAll(async () => expect([await site.ledger.checkInvariants(), brokenOf(await verifyPayments(db))]).toEqual([[], []]))

async function player(currency = 'EUR') {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick(currency)
  return { visitor, userId }
}
type Player = Awaited<ReturnType<typeof player>>

async function begun({ visitor }: Player, sum: string, method = 1): Promise<string> {
  const { body } = await visitor.call('POST', office('deposit'), { method_id: method, sum })
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data.id as string
}
async function say(ref: string, outcome: 'paid' | 'refunded' | 'charged_back' | 'declined', amount: string) {
  const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount, currency: 'EUR', now: site.clock.now() })
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
  return [answer.statusCode, (answer.json() as { state?: string; reason?: string }).state ?? answer.json().reason]
}
const balances = async ({ userId }: Player) =>
  Object.fromEntries((await site.ledger.balance(userId)).map((a) => [`${a.currency.code}${['', '+', '★'][a.kind]}`, a.balanceMinor]))

test('the payer pays the fee on top, the account gets the sum, the house the fee; a payout pays its own', async () => {
  const who = await player()
  const ref = await begun(who, '100')
  // The provider is held to what it was told to take.
  expect(await say(ref, 'paid', '100.00')).toEqual([409, 'amount_differs'])
  expect(await say(ref, 'paid', '102.50')).toEqual([200, 'done'])
  expect(await balances(who)).toEqual({ EUR: 10_000n })
  expect((await who.visitor.call('POST', office('getdeposit'), { id: ref })).body.data).toMatchObject({ sum: 100, fee: 2.5 })
  const { body } = await who.visitor.call('POST', office('withdraw'), { method_id: 1, sum: '50', request_key: key() })
  expect(body.data).toMatchObject({ sum: 50, fee: 0.5, state: 'approved' })
  await sweepPayouts(deps)
  expect(await say(body.data.id, 'paid', '50.00')).toEqual([409, 'amount_differs'])
  expect(await say(body.data.id, 'paid', '49.50')).toEqual([200, 'paid'])
  expect(await balances(who)).toEqual({ EUR: 5_000n })
})

test('a refund and a chargeback take the money back once, also when it is spent; a payment after its refund credits nothing', async () => {
  const who = await player()
  const ref = await begun(who, '100')
  await say(ref, 'paid', '102.50')
  await who.visitor.call('POST', office('withdraw'), { method_id: 1, sum: '60', request_key: key() })
  await Promise.all(Array.from({ length: 6 }, (_, i) => say(ref, i % 2 ? 'charged_back' : 'refunded', '102.50')))
  expect(await balances(who)).toEqual({ EUR: -6_000n })
  expect(['returned', 'charged_back']).toContain((await who.visitor.call('POST', office('getdeposit'), { id: ref })).body.data.state)
  const other = await begun(who, '10')
  expect(await say(other, 'refunded', '10.25')).toEqual([200, 'returned'])
  expect(await say(other, 'paid', '10.25')).toEqual([200, 'returned'])
  expect(await balances(who)).toEqual({ EUR: -6_000n })
})

test('what arrives for an account that was closed meanwhile opens it, and so does what its bank takes back', async () => {
  const who = await player()
  const ref = await begun(who, '100')
  const id = (await site.ledger.balance(who.userId))[0]!.id
  const close = async () => {
    await db.updateTable('account').set({ is_active: false }).where('id', '=', id).execute()
    return inTx(db, (tx) => site.ledger.closeAccount(tx, who.userId, id, new Date(site.clock.now())))
  }
  expect([await close(), await balances(who)]).toEqual([null, {}])
  expect(await Promise.all([1, 2, 3].map(() => say(ref, 'paid', '102.50')))).toEqual([1, 2, 3].map(() => [200, 'done']))
  expect(await balances(who)).toEqual({ EUR: 10_000n })
  await db.updateTable('account').set({ is_active: true }).where('id', '=', id).execute()
  await who.visitor.call('POST', office('withdraw'), { method_id: 1, sum: '100', request_key: key() })
  await sweepPayouts(deps)
  const [sent] = await db.selectFrom('withdrawal').select('ref').where('player_id', '=', who.userId).execute()
  expect(await say(sent!.ref, 'paid', '99.00')).toEqual([200, 'paid'])
  expect([await close(), await say(ref, 'charged_back', '102.50')]).toEqual([null, [200, 'charged_back']])
  expect(await balances(who)).toEqual({ EUR: -10_000n })
})

test('what arrives while the player has excluded himself is kept apart and given back, never credited', async () => {
  const who = await player()
  const ref = await begun(who, '100')
  const at = new Date(site.clock.now())
  await db
    .insertInto('protection_exclusion')
    .values({
      player_id: who.userId,
      kind: 'self_exclusion',
      period: 'm6',
      starts_at: at,
      ends_at: new Date(at.getTime() + 180 * DAY),
    } as never)
    .execute()
  const said = await Promise.all(Array.from({ length: 4 }, () => say(ref, 'paid', '102.50')))
  expect(said).toEqual(said.map(() => [200, 'held']))
  expect(await balances(who)).toEqual({ EUR: 0n })
  expect(await site.ledger.checkInvariants()).toEqual([])
  await Promise.all([sweepReturns(deps), sweepReturns(deps)])
  const row = await db.selectFrom('deposit').select('state').where('ref', '=', ref).executeTakeFirstOrThrow()
  expect([row.state, await balances(who)]).toEqual(['returned', { EUR: 0n }])
})

test('the first deposit brings its bonus once, of two paid at once too, and takes it back with itself', async () => {
  const who = await player()
  await db.updateTable('player_profile').set({ bonus_choice: 0 }).where('player_id', '=', who.userId).execute()
  expect((await who.visitor.call('GET', '/api/v3/bonuses/first-deposit')).body.data).toMatchObject({
    hasFirstDeposit: true,
    percentFirstDeposit: '50%',
    bonusAmount: '20.00 EUR',
    bonusPopupTitle: 'Bonus for the first deposit',
    bonusPopupBtnText: 'Deposit',
  })
  const refs = [await begun(who, '30'), await begun(who, '30')]
  await Promise.all(refs.map((ref) => say(ref, 'paid', '30.75')))
  expect(await balances(who)).toEqual({ EUR: 6_000n, 'EUR+': 1_500n })
  expect((await who.visitor.call('GET', '/api/v3/bonuses/first-deposit')).body.data.hasFirstDeposit).toBe(false)
  await Promise.all(refs.map((ref) => say(ref, 'charged_back', '30.75')))
  expect(await balances(who)).toEqual({ EUR: 0n, 'EUR+': 0n })
  // Whoever wanted no bonus, and whoever is not signed in, is promised none.
  for (const visitor of [new Visitor(site), (await player()).visitor]) {
    expect((await visitor.call('GET', '/api/v3/bonuses/first-deposit')).body.data).toMatchObject({
      hasFirstDeposit: false,
      bonusPopupTitle: '',
    })
  }
})

test('a paper check is credited to one of those who enter its code at once, and once', async () => {
  const [one, two] = [await player(), await player()]
  const { code } = await issuePaycheck(deps, { brand: 'polosa', currencyId: 2, amountMinor: 2_500n, officer: 'officer-a' })
  const enter = async (who: Player, text: string) => (await who.visitor.call('POST', office('paycheck'), { code: text })).body
  const answers = await Promise.all([one, two, one, two].map((who) => enter(who, code.toLowerCase().replaceAll('-', ' '))))
  const sums = [await balances(one), await balances(two)].map(({ EUR }) => EUR!)
  expect(sums.sort()).toEqual([0n, 2_500n])
  expect(answers.filter(({ data }) => data?.repeated === false)).toHaveLength(1)
  // One number wherever its player meets it.
  const winner = (await balances(one)).EUR === 2_500n ? one : two
  const numberIn = async (list: string) =>
    (await winner.visitor.call('POST', office(list), {})).body.data.items.map(({ id }: { id: number }) => id)
  const [number] = await numberIn('gethistorypaymentmainaccount')
  expect(await numberIn('getpaychecks')).toEqual([number])
  expect(answers.filter(({ data }) => data).map(({ data }) => data.id)).toEqual([number, number])
  // A payment of the time before said nothing of its check: the migration finds it.
  await db.updateTable('deposit').set({ external_id: null }).where('provider', '=', 'paycheck').execute()
  await sql.raw(readFileSync(new URL('../../../../migrations/0098_payments_of_checks.sql', import.meta.url), 'utf8')).execute(db)
  expect((await enter(winner, code)).data.id).toBe(number)
  const dollars = await issuePaycheck(deps, { brand: 'polosa', currencyId: 1, amountMinor: 100n, officer: 'officer-a' })
  expect((await enter(one, dollars.code)).validation_errors).toHaveProperty('code')
  const foreign = await issuePaycheck(deps, { brand: 'kairos', currencyId: 2, amountMinor: 100n, officer: 'officer-a' })
  expect((await enter(await player(), foreign.code)).success).toBe(false)
})

test('codes cannot be tried out: five wrong ones in an hour, then even the right one waits', async () => {
  const who = await player()
  const enter = async (code: string) => (await who.visitor.call('POST', office('paycheck'), { code })).body
  await Promise.all(Array.from({ length: 8 }, (_, i) => enter(`0000-0000-0000-000${i}`)))
  const tries = await db.selectFrom('paycheck_try').selectAll().where('player_id', '=', who.userId).execute()
  expect(tries).toHaveLength(5)
  const { code } = await issuePaycheck(deps, { brand: 'polosa', currencyId: 2, amountMinor: 100n, officer: 'officer-a' })
  expect((await enter(code)).error_code).toBe(44)
  site.clock.advance(HOUR + 1)
  await who.visitor.call('POST', '/web-api/user/balance')
  expect(normalCode('o0I1-lL00-0000-0000')).toBe('0011110000000000')
  expect(['', 'U'.repeat(16), '0'.repeat(15)].map(normalCode)).toEqual([null, null, null])
})

test('points are given once a key and exchanged once a key, many at once never for more than there are', async () => {
  const who = await player()
  await Promise.all([1, 2, 3].map(() => givePoints(deps, { playerId: who.userId, points: 250n, key: 'spring' })))
  expect((await balances(who))['PTS★']).toBe(250n)
  const reward = { id: 1, points: 100, amountEur: '1' }
  const currency = currencyByCode('EUR')!
  const one = key()
  const take = (k: string) => takeReward(deps, { playerId: who.userId, reward, currency, key: k, config: site.config })
  const same = await Promise.all([one, one, one].map(take))
  expect(same.filter((taken) => 'repeated' in taken && !taken.repeated)).toHaveLength(1)
  await Promise.all(Array.from({ length: 4 }, () => take(key())))
  expect(await balances(who)).toEqual({ EUR: 0n, 'PTS★': 50n, 'EUR+': 200n })
  const { data } = (await who.visitor.call('GET', office('balance-rewards'))).body
  expect(data).toMatchObject({ points: 50, money: 2, currency: 'EUR', rewards: [{ id: 1, title: 'One euro', price: 100 }] })
  const all = (await who.visitor.call('POST', '/web-api/user/balance')).body
  expect([all.accounts.length, all.bonuses.length]).toEqual([1, 2])
  expect(all.bonuses.find((a: { iso: string }) => a.iso === 'PTS')).toMatchObject({ points: 50, isPointsTypeBalance: true })
  const points = all.bonuses.find((a: { iso: string }) => a.iso === 'PTS').id as number
  expect((await who.visitor.call('POST', '/web-api/user/setactiveaccount', { account_id: points })).body.error_code).toBe(30)
  const history = (await who.visitor.call('POST', office('virtualaccount'), { account_id: points })).body.data
  expect(history.items.map((item: { sum: number }) => item.sum).sort()).toEqual([-100, -100, 250])
  const other = await player()
  expect((await other.visitor.call('POST', office('virtualaccount'), { account_id: points })).body.data.items).toEqual([])
})

test('a question about money: the form is checked whole, the payment must be one’s own, the thread is a support question', async () => {
  const [who, other] = [await player(), await player()]
  const [mine, foreign] = [await begun(who, '10'), await begun(other, '10')]
  const create = async (body: object) => (await who.visitor.call('POST', office('payment-consultant/create'), body)).body
  const asked = {
    topic_id: 1,
    transaction_id: mine,
    comment: 'It has not arrived',
    fields: { paid_at: 'yesterday', card_last_digits: '4242' },
  }
  const wrong = await create({ topic_id: 1, transaction_id: foreign, comment: ' ', fields: { card_last_digits: '4242424242424242' } })
  expect(Object.keys(wrong.validation_errors).sort()).toEqual(['card_last_digits', 'comment', 'paid_at', 'transaction_id'])
  expect((await create({ ...asked, comment: 'card 4242 4242 4242 4242' })).validation_errors).toHaveProperty('comment')
  const made = await create(asked)
  expect(made.data).toMatchObject({ status: 'open' })
  // What the thread says of the payment is what the player knows of it, not its reference.
  const line = await db.selectFrom('support_line').select('body').where('ticket_id', '=', made.data.ticket_id).executeTakeFirstOrThrow()
  expect(line.body).toMatch(/^Payment: Bank card · \+€10 · No. \d+\n/)
  expect(line.body).not.toContain(mine)
  const ticket = await db.selectFrom('support_ticket').select('kind').where('id', '=', made.data.ticket_id).executeTakeFirstOrThrow()
  expect(ticket.kind).toBe('question')
  const { items } = (await who.visitor.call('POST', office('payment-consultant/requests'), {})).body.data
  expect(items).toEqual([expect.objectContaining({ topic_id: 1, transaction_id: mine, status: 'open', answer: '' })])
  expect((await other.visitor.call('POST', office('payment-consultant/requests'), {})).body.data.items).toEqual([])
  const { items: payments } = (await who.visitor.call('POST', office('payment-consultant/transactions'), {})).body.data
  expect(payments.map((item: { transaction_id: string }) => item.transaction_id)).toEqual([mine])
  site.config.cashier!.consultant = { countries: ['AM'] }
  expect((await create(asked)).error_code).toBe(63)
  site.config.cashier!.consultant = { countries: ['KZ'] }
})

test('money by month is the ledger’s: what went in and out, nothing of others', async () => {
  const who = await player()
  await say(await begun(who, '100'), 'paid', '102.50')
  const { body } = await who.visitor.call('POST', office('withdraw'), { method_id: 1, sum: '30', request_key: key() })
  expect(body.success).toBe(true)
  const { data } = (await who.visitor.call('POST', office('getspending'), { months: 3 })).body
  const sums = { deposits: 100, withdrawals: 30, net_deposits: 70, stakes: 0, returns: 0, net: 0 }
  expect([data.currency, data.months.length, data.period, data.all_time]).toEqual(['EUR', 3, sums, sums])
  expect(data.months[0]).toMatchObject({ month: '2026-11', ...sums })
  expect((await balances(who))['EUR']).toBe(7_000n)
})

test('places and instructions are open to everybody', async () => {
  const visitor = new Visitor(site)
  const places = (await visitor.call('GET', '/web-api/payments/cash-terminals?search=касса алматы')).body.data
  expect(places).toMatchObject({ country: 'KZ', pages: 1 })
  expect(places.items.map((item: { name: string }) => item.name)).toEqual(['Cash desk No. 1'])
  const russian = (await visitor.call('GET', '/web-api/payments/cash-terminals?lng=ru&search=cash desk almaty')).body.data
  expect(russian.items).toEqual([{ city: 'Алматы', name: 'Касса № 1', address: 'пр. Абая, 44', hours: '09:00–22:00' }])
  const file = await site.app.inject({ method: 'GET', url: '/web-api/payments/instructions/deposit.txt' })
  expect(file.headers['content-disposition']).toContain('attachment')
  expect(file.body).toContain('Bank card: From \u2066₸2,800\u2069 to \u2066₸560,000\u2069; fee 2.5%')
  const out = await site.app.inject({ method: 'GET', url: '/web-api/payments/instructions/withdrawal.txt' })
  expect(out.body).toMatch(/Cash desk: .*; usually at once\r\n/)
  expect(out.body).toMatch(/Bank transfer: .*; usually 5 days\r\n/)
  expect((await site.app.inject({ method: 'GET', url: '/web-api/payments/instructions/other.txt' })).statusCode).toBe(400)
})

test('a refund or a chargeback may be of a part, several up to the whole and never more, each once however often it is told', async () => {
  const who = await player()
  const ref = await begun(who, '100')
  // Nothing goes back of what has not come: the provider is asked to say it again.
  expect(await say(ref, 'refunded', '40.00')).toEqual([409, 'contradicts'])
  await say(ref, 'paid', '102.50')
  expect(await balances(who)).toEqual({ EUR: 10_000n })
  const told = { ref, outcome: 'refunded', amount: '40.00', currency: 'EUR', now: site.clock.now(), eventId: 'part-1' } as const
  const once = sandboxCallback(site.keys, told)
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers: once.headers, payload: once.raw }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  // 40.00 of 102.50 with its share of the fee, 0.97.
  expect(await balances(who)).toEqual({ EUR: 10_000n - 4_000n + 97n })
  const shown = async () => (await who.visitor.call('POST', office('getdeposit'), { id: ref })).body.data
  expect(await shown()).toMatchObject({ state: 'done' })
  // The list says what has left the balance, and when.
  const listed = async () => (await who.visitor.call('POST', office('gethistorypaymentmainaccount'), {})).body.data.items[0]
  const today = Math.floor(site.clock.now() / 1000)
  expect(await listed()).toMatchObject({ status: 'done', sum: 100, returned_sum: 39.03, returned_date: today })
  expect(await say(ref, 'charged_back', '62.51')).toEqual([409, 'amount_differs'])
  expect(await say(ref, 'charged_back', '0.00')).toEqual([409, 'amount_differs'])
  expect(await say(ref, 'paid', '62.50')).toEqual([409, 'amount_differs'])
  // Three at once of which only two fit: whichever come first.
  const parts = await Promise.all(['25.00', '25.00', '25.00'].map((amount) => say(ref, 'charged_back', amount)))
  expect(parts.map(([status]) => status).sort()).toEqual([200, 200, 409])
  expect(await say(ref, 'refunded', '12.50')).toEqual([200, 'returned'])
  // The parts of the fee are the whole fee: nothing is left, nothing is owed.
  expect(await balances(who)).toEqual({ EUR: 0n })
  expect(await shown()).toMatchObject({ state: 'returned' })
  expect(await listed()).toMatchObject({ status: 'returned', sum: 100, returned_sum: 100, taken_back: true })
  expect(await say(ref, 'refunded', '12.50')).toEqual([409, 'amount_differs'])
  const { rows } = await sql<{ sum: string }>`
    SELECT (payload->'params'->>'sum') AS sum FROM outbox WHERE payload->>'playerId' = ${String(who.userId)} AND topic = 'player.message'
      AND payload->>'template' IN ('deposit_taken_back', 'deposit_charged_back')`.execute(db)
  expect(rows.map(({ sum }) => sum).sort()).toEqual(['12.19', '24.39', '24.39', '39.03'])
})

test('a part takes its share of the first bonus, and what is held apart goes back less its parts', async () => {
  const who = await player()
  await db.updateTable('player_profile').set({ bonus_choice: 1 }).where('player_id', '=', who.userId).execute()
  const ref = await begun(who, '40')
  await say(ref, 'paid', '41.00')
  expect(await balances(who)).toEqual({ EUR: 4_000n, 'EUR+': 2_000n })
  expect(await say(ref, 'charged_back', '20.50')).toEqual([200, 'done'])
  expect(await balances(who)).toEqual({ EUR: 2_000n, 'EUR+': 1_000n })
  expect(await say(ref, 'charged_back', '20.50')).toEqual([200, 'charged_back'])
  expect(await balances(who)).toEqual({ EUR: 0n, 'EUR+': 0n })
  const other = await begun(who, '10')
  const at = new Date(site.clock.now())
  const ends_at = new Date(at.getTime() + 180 * DAY)
  const excluded = { player_id: who.userId, kind: 'self_exclusion', period: 'm6', starts_at: at, ends_at }
  await db
    .insertInto('protection_exclusion')
    .values(excluded as never)
    .execute()
  expect(await say(other, 'paid', '10.25')).toEqual([200, 'held'])
  expect(await say(other, 'refunded', '4.00')).toEqual([200, 'held'])
  expect(await site.ledger.checkInvariants()).toEqual([])
  const given: bigint[] = []
  const sandbox = {
    ...sandboxProvider(site.keys),
    refund: async ({ amountMinor }: { amountMinor: bigint }) => (given.push(amountMinor), 'done' as const),
  }
  await sweepReturns({ ...deps, providers: { sandbox } })
  expect(given).toEqual([625n])
  const row = await db.selectFrom('deposit').select(['state', 'returned_minor']).where('ref', '=', other).executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'returned', returned_minor: 1_025n })
  expect(await balances(who)).toEqual({ EUR: 0n, 'EUR+': 0n })
})

test('money that its payer must take himself stays kept apart till he has; where to take it is told once', async () => {
  const who = await player()
  const ref = await begun(who, '100')
  const from = new Date(site.clock.now())
  const excluded = {
    player_id: who.userId,
    kind: 'self_exclusion',
    period: 'm6',
    starts_at: from,
    ends_at: new Date(from.getTime() + 180 * DAY),
  }
  await db
    .insertInto('protection_exclusion')
    .values(excluded as never)
    .execute()
  expect(await say(ref, 'paid', '102.50')).toEqual([200, 'held'])
  const told: unknown[] = []
  let isTaken = false
  const claimed = {
    ...deps,
    providers: {
      sandbox: { ...deps.providers.sandbox, refund: async () => (isTaken ? ('done' as const) : { claimAt: 'https://pay.example/p1' }) },
    },
    onToClaim: async (_tx: unknown, row: { ref: string }, what: object) => void told.push([row.ref, what]),
  }
  const stateOf = async () => (await db.selectFrom('deposit').select('state').where('ref', '=', ref).executeTakeFirstOrThrow()).state
  const listed = async () => (await who.visitor.call('POST', office('gethistorypaymentmainaccount'), {})).body.data.items[0]
  expect(await listed()).not.toHaveProperty('claim_url')
  for (let hour = 0; hour < 3; hour += 1) {
    await Promise.all([sweepReturns(claimed), sweepReturns(claimed)])
    // While it waits there, his list of payments leads to it; an hour later his token is over.
    if (hour === 0) expect(await listed()).toMatchObject({ status: 'held', claim_url: 'https://pay.example/p1' })
    site.clock.advance(HOUR)
  }
  expect([await stateOf(), told]).toEqual(['held', [[ref, { claimAt: 'https://pay.example/p1', sumMinor: 10_250n }]]])
  isTaken = true
  await sweepReturns(claimed)
  expect([await stateOf(), await balances(who), told.length]).toEqual(['returned', { EUR: 0n }, 1])
})
