/** The tax on deposits and withdrawals (rules 5, `DEPOSIT_WITHDRAW`), on a real PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import vectors from '../../../../test/vectors/tax.json' with { type: 'json' }
import { must } from '#lib/assert.ts'
import { DAY } from '#lib/time.ts'
import { createLog } from '#platform/server/log.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { systemAccountId, verifyAccounts } from '#modules/ledger/server/index.ts'
import { selectPosition } from '#modules/protection/server/used.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { issuePaycheck } from './paychecks.ts'
import { sweepPayouts } from './payouts.ts'
import { sweepReturns } from './returns.ts'
import { sandboxCallback, sandboxProvider } from './sandbox.ts'
import { sweepStatements } from './statements.ts'
import { setApart } from './untaken.ts'
import { verifyPayments } from './verify-payments.ts'

type Rule = SiteConfig['taxes'][number]
const RULE: Rule = {
  country: 'KZ',
  validFrom: Date.UTC(2025, 6, 1),
  rule: 'KZ-2025-07',
  transfer: { deposit: '0.05', withdrawal: '0.05' },
  returnsStakeTax: false,
}

const { db } = await testDatabase(20)
/** What players are told that went back. */
const told: bigint[] = []
const site = await accountSite({
  db,
  cashier: () => ({ onFailed: async (_tx, _deposit, { sumMinor }) => void told.push(sumMinor) }),
  change: (config) => {
    config.registration.payAndPlay = { enabled: true, closedCountries: [] }
    config.withdrawals = { ...config.withdrawals, autoMaxEur: '500', fourEyesFromEur: '800' }
    config.cashier = { ...config.cashier, methods: { wallet: { feeInPermille: 25, feeOutPermille: 10 } } }
  },
})
const { clock, ledger } = site
const deps = { ...site.payments, providers: { sandbox: sandboxProvider(site.keys, site.book) }, log: createLog('silent', false) }
const [CARD, WALLET] = [1, 2]
const TAX = systemAccountId('tax', 2)
const office = (name: string) => `/web-api/office/${name}`
let keys = 0
const key = () => `tax-test-key-${String((keys += 1)).padStart(8, '0')}`

const sound = async () =>
  expect([await ledger.checkInvariants(), brokenOf([...(await verifyPayments(db)), ...(await verifyAccounts(db))])]).toEqual([[], []])
beforeEach(() => void (site.config.taxes = [RULE]))
afterAll(sound)

async function player() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  const say = async (path: string, body: object) => {
    const answer = await visitor.call('POST', office(path), body)
    expect(answer.body.success, JSON.stringify(answer.body)).toBe(true)
    return answer.body.data
  }
  const begun = async (sum: string, method = CARD): Promise<string> => (await say('deposit', { method_id: method, sum })).id
  return {
    visitor,
    userId,
    say,
    begun,
    paid: async (sum: string, charge = `${sum}.00`) => {
      const ref = await begun(sum, charge === `${sum}.00` ? CARD : WALLET)
      expect(await word(ref, 'paid', charge)).toEqual([200, 'done'])
      return ref
    },
    ask: (sum: string, method = CARD) => say('withdraw', { method_id: method, sum, request_key: key() }),
    money: async () => (await ledger.balance(userId)).map(({ balanceMinor }) => balanceMinor),
    lines: async () => (await say('gethistorypaymentmainaccount', {})).items,
  }
}
async function word(ref: string, outcome: 'paid' | 'refunded' | 'charged_back' | 'declined', amount: string, eventId?: string) {
  const said = { ref, outcome, amount, currency: 'EUR', now: clock.now(), ...(eventId ? { eventId } : {}) }
  const { raw, headers } = sandboxCallback(site.keys, said)
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
  const body = answer.json() as { state?: string; reason?: string }
  return [answer.statusCode, body.state ?? body.reason]
}
/** What a player has won or lost, in a session and in all. */
async function inSession({ userId }: { userId: number }) {
  const { sessionMinor, allTimeMinor } = await selectPosition(db, userId, 2, new Date(clock.now() + 1))
  return [sessionMinor, allTimeMinor]
}
/** What the house's tax account gets meanwhile. */
async function taxed(act: () => Promise<unknown>): Promise<bigint> {
  const before = await ledger.sumOfEntries(db, TAX)
  await act()
  return (await ledger.sumOfEntries(db, TAX)) - before
}

test('Kenya since 2025-07 by its vector: 100 in is 95 to play with, 95 out is 90.25 to get, 9.75 is tax', async () => {
  const vector = vectors.cases.find((one) => one.input.op === 'depositWithdraw')
  const { input, expected } = must(vector, 'the vector') as unknown as Record<'input' | 'expected', Record<string, string>>
  site.config.taxes = [{ ...RULE, transfer: { deposit: input['depositTax'], withdrawal: input['withdrawTax'] } }]
  const who = await player()
  const minor = (text: string) => BigInt(text.replace('.', ''))
  const total = await taxed(async () => {
    const ref = await who.paid(input['deposit']!)
    expect(await who.money()).toEqual([minor(expected['playable']!)])
    const tax = { rule: 'KZ-2025-07', rate: '0.05', sum: 5 }
    expect(await who.say('getdeposit', { id: ref })).toMatchObject({ sum: 100, fee: 0, tax })
    expect(await who.lines()).toMatchObject([{ type: 'deposit', sum: 100, balance_after: 95, tax }])
    const asked = await who.ask(input['withdraw']!)
    expect(asked).toMatchObject({ sum: 95, fee: 0, tax: { ...tax, sum: 4.75 } })
    await sweepPayouts(deps)
    // The provider is held to what it was told to pay.
    expect(await word(asked.id, 'paid', '95.00')).toEqual([409, 'amount_differs'])
    expect(await word(asked.id, 'paid', expected['received']!)).toEqual([200, 'paid'])
  })
  expect([total, await who.money()]).toEqual([minor(expected['taxTotal']!), [0n]])
  const lines = await who.lines()
  expect(lines.find(({ type }: { type: string }) => type === 'withdrawal')).toMatchObject({ sum: 95, tax: { sum: 4.75 } })
  // In and out without play: neither won nor lost.
  expect((await who.say('getspending', { months: 1 })).all_time).toMatchObject({ deposits: 100, withdrawals: 95, returns: 0, net: 0 })
  expect(await inSession(who)).toEqual([0n, 0n])
  await sound()
})

test('the same word many times at once takes the tax once, of a deposit and of a withdrawal', async () => {
  const who = await player()
  const ref = await who.begun('100')
  const many = <T>(act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 12 }, (_, i) => act(i)))
  expect(await taxed(() => many((i) => word(ref, 'paid', '100.00', i % 2 ? 'the-same-event' : undefined)))).toBe(500n)
  const { id } = await who.ask('60')
  await sweepPayouts(deps)
  expect(await taxed(() => many(() => word(id, 'paid', '57.00')))).toBe(300n)
  expect(await who.money()).toEqual([3_500n])
  await sound()
})

test('what is taken back or refused comes back whole; taken back and sent at once it is one of both', async () => {
  const who = await player()
  await who.paid('400')
  const taken = await taxed(async () => {
    const refused = await who.ask('100')
    await sweepPayouts(deps)
    expect(await word(refused.id, 'declined', '95.00')).toEqual([200, 'refused'])
    for (let i = 0; i < 6; i += 1) {
      const { id } = await who.ask('50')
      const cancel = () => who.visitor.call('POST', office('cancelwithdrawal'), { id })
      await Promise.all([sweepPayouts(deps), cancel(), sweepPayouts(deps), cancel()])
      const { state } = await db.selectFrom('withdrawal').select('state').where('ref', '=', id).executeTakeFirstOrThrow()
      if (state === 'sent') await word(id, 'declined', '47.50')
      else expect(state).toBe('cancelled')
    }
  })
  expect([taken, await who.money()]).toEqual([0n, [38_000n]])
  expect((await who.lines()).filter(({ type }: { type: string }) => type === 'withdrawal').map(({ tax }: { tax?: object }) => tax)).toEqual(
    Array.from({ length: 7 }, () => undefined),
  )
  await sound()
})

test('what goes back of a deposit gives its share of the tax back, in any pieces, also of what is spent', async () => {
  const who = await player()
  // With a fee on top: 102.50 were paid for 100.
  const ref = await who.paid('100', '102.50')
  expect(await who.money()).toEqual([9_500n])
  expect(await taxed(() => word(ref, 'refunded', '34.17'))).toBe(-166n)
  expect((await who.lines())[0]).toMatchObject({ tax: { sum: 3.34 }, returned_sum: 33.34 })
  expect(told).toEqual([9_500n - (await who.money())[0]!])
  await sound()
  await who.ask('20', WALLET)
  expect(await taxed(() => word(ref, 'charged_back', '68.33'))).toBe(-334n)
  expect(await who.money()).toEqual([-2_000n])
  expect((await who.lines())[0]).not.toHaveProperty('tax')
  // A credit that covers a debt is taxed as a whole: the tax may leave another.
  expect(await taxed(() => who.paid('21'))).toBe(105n)
  expect(await who.money()).toEqual([-5n])
  await sound()
})

test('fee and tax come out of a payout beside each other, and the statement of the provider meets the books', async () => {
  const who = await player()
  await who.paid('100', '102.50')
  const { id, fee, tax } = await who.ask('50', WALLET)
  expect([fee, tax.sum]).toEqual([0.5, 2.5])
  await sweepPayouts(deps)
  // The desk says what it was told.
  const said = await who.visitor.call('POST', `/dev/api/cashier/${id}`, { outcome: 'success' })
  expect(said.body).toMatchObject({ status: 200, state: 'paid' })
  const { rows } = await sql<{
    minor: bigint
  }>`SELECT e.amount_minor AS minor FROM ledger_posting p JOIN ledger_entry e ON e.tx_id = p.tx_id
    WHERE p.key = ${`sandbox:${id}`} AND e.account_id = ${systemAccountId('cashier', 2)}`.execute(db)
  expect(rows).toEqual([{ minor: 4_700n }])
  clock.advance(2 * DAY)
  await sweepStatements(deps)
  expect(await db.selectFrom('payment_difference').select(['kind', 'ref']).where('ref', '=', id).execute()).toEqual([])
})

test('the rule is that of the moment when a payment is begun: what is changed later changes nothing of it', async () => {
  const who = await player()
  await who.paid('200')
  const before = await who.begun('100')
  const asked = await who.ask('50')
  site.config.taxes = [RULE, { ...RULE, validFrom: clock.now(), rule: 'KZ-2026-11', transfer: { deposit: '0.2' } }]
  const after = await who.begun('100')
  expect(await who.ask('10')).not.toHaveProperty('tax')
  expect(await taxed(() => word(before, 'paid', '100.00'))).toBe(500n)
  expect(await taxed(() => word(after, 'paid', '100.00'))).toBe(2_000n)
  await sweepPayouts(deps)
  expect(await taxed(() => word(asked.id, 'paid', '47.50'))).toBe(250n)
  site.config.taxes = [{ ...RULE, country: 'KE' }]
  expect(await taxed(() => who.paid('10'))).toBe(0n)
})

test('money that is kept apart is not taxed, and what nobody came back for goes back whole', async () => {
  const away = await player()
  const ref = await away.begun('100')
  const at = new Date(clock.now())
  const closed = {
    player_id: away.userId,
    kind: 'self_exclusion',
    period: 'always',
    starts_at: at,
    ends_at: null,
    reopen_asked_at: null,
  } as const
  await db.insertInto('protection_exclusion').values(closed).execute()
  expect(await taxed(() => word(ref, 'paid', '100.00'))).toBe(0n)
  await sound()
  await sweepReturns(deps)
  const guest = new Visitor(site, { browser: true })
  const order = { fields: { country: 'KZ', currency: 'EUR', terms: true }, method_id: CARD, sum: 100, bonusId: 0 }
  const { body } = await guest.call('POST', '/flexreg-api/v1/pay-and-play/begin', order)
  const first = /pay\/([\w-]+)/.exec(body.url)![1]!
  site.config.taxes = []
  expect(await taxed(() => word(first, 'paid', '100.00'))).toBe(500n)
  const row = await db.selectFrom('deposit').selectAll().where('ref', '=', first).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ tax_minor: 500n, tax_rule: 'KZ-2025-07', tax_rate: '0.05', balance_after: 9_500n })
  await sound()
  expect(await taxed(() => setApart(deps, first))).toBe(-500n)
  await sound()
  await sweepReturns(deps)
  expect((await ledger.balance(row.player_id)).filter(({ balanceMinor }) => balanceMinor !== 0n)).toEqual([])
})

test('a paper check is a deposit, and taxed as one', async () => {
  const who = await player()
  const { code } = await issuePaycheck(deps, { brand: 'polosa', currencyId: 2, amountMinor: 2_500n, officer: 'anna' })
  const total = await taxed(async () => {
    const credited = await Promise.all([1, 2, 3].map(() => who.say('paycheck', { code })))
    for (const one of credited) expect(one).toMatchObject({ sum: 25, tax: { rule: 'KZ-2025-07', sum: 1.25 } })
  })
  expect([total, await who.money()]).toEqual([125n, [2_375n]])
  expect(await who.lines()).toMatchObject([{ sum: 25, balance_after: 23.75, tax: { sum: 1.25 } }])
})

test('limits and officers count what is paid in and asked for, and the tax is no loss at play', async () => {
  const who = await player()
  const limits = (method: 'GET' | 'POST', body?: object) =>
    who.visitor.call(method, '/limit-service/v1/limits', body, { authorization: '', 'x-auth': `Bearer ${who.visitor.token}` })
  for (const [type, amount] of Object.entries({ deposit: '120', loss: '50' }))
    expect((await limits('POST', { type, period: 'day', amount })).status).toBe(200)
  await who.paid('100')
  const set: { type: string; used: number }[] = (await limits('GET')).body.limits
  expect(Object.fromEntries(set.map(({ type, used }) => [type, used]))).toEqual({
    deposit: 100,
    loss: 0,
  })
  const over = await who.visitor.call('POST', office('deposit'), { method_id: CARD, sum: '21' })
  expect(over.body.success).toBe(false)
  const rich = await player()
  await rich.paid('1000')
  // 510 less its tax would need no officer.
  expect(await rich.ask('510')).toMatchObject({ state: 'requested' })
})

test('every changed tax is named', async () => {
  const who = await player()
  const ref = await who.paid('100')
  const { id } = await who.ask('40')
  await sweepPayouts(deps)
  await word(id, 'paid', '38.00')
  const look = async (table: string, change: string) => (await plantedIn(db, table, change, verifyPayments)).join()
  for (const change of ['tax_minor = tax_minor + 1', 'tax_minor = 0', "tax_rate = '0.5'"]) {
    expect(await look('deposit', `UPDATE deposit SET ${change} WHERE ref = '${ref}'`)).toContain('deposits: the tax')
    expect(await look('withdrawal', `UPDATE withdrawal SET ${change} WHERE ref = '${id}'`)).toContain('withdrawals: ')
  }
  expect(await look('ledger_posting', 'DELETE FROM ledger_posting WHERE kind = 33')).toContain('deposits: the tax')
  expect(await look('ledger_posting', 'DELETE FROM ledger_posting WHERE kind = 34')).toContain('withdrawals: ')
  const gone = await plantedIn(db, 'ledger_posting', 'DELETE FROM ledger_posting WHERE kind IN (33, 34)', verifyAccounts)
  expect(gone.join()).toContain('postings: every payment')
})
