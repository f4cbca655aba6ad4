/** The money of a player can leave from whichever of his accounts it lies on, also when he has excluded himself (ACC-21, RG-11). */
import { afterAll, expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { HOUR, MINUTE, unixSeconds } from '#lib/time.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { excludePlayer } from '#modules/protection/server/exclude.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { insertDeposit } from './deposits.ts'
import { sandboxCallback, SANDBOX } from './sandbox.ts'

const { db } = await testDatabase(8)
const site = await accountSite({
  db,
  change: (config) => {
    config.features['accountTransfer'] = true
    config.transfers = { perEuro: { EUR: '1', USD: '1.08', BTC: '0.00001', RUB: '100' }, feePermille: 10 }
  },
})
const office = (name: string) => `/web-api/office/${name}`
let serial = 0
const key = (what: string) => `${what}-key-${String((serial += 1)).padStart(8, '0')}`
afterAll(async () => expect(await site.ledger.checkInvariants()).toEqual([]))

async function player() {
  const visitor = new Visitor(site)
  const { userId: id } = await visitor.oneClick('EUR')
  await db.updateTable('player').set({ must_change_password: false, first_password_until: null }).where('id', '=', id).execute()
  // The session's row is kept for half a second.
  site.clock.advance(1_000)
  const accounts = new Map((await site.ledger.balance(id)).map((account) => [account.currency.code, account]))
  const post = async (name: string, body: object) => (await visitor.call('POST', office(name), body)).body
  return {
    id,
    post,
    accounts,
    async open(code: string) {
      const [{ id: currencyId }] = (await db.selectFrom('currency').select('id').where('code', '=', code).execute()) as [{ id: number }]
      const account = await inTx(db, (tx) => site.ledger.openAccount(tx, { playerId: id, currencyId }))
      if ('code' in account) throw new Error(account.code)
      accounts.set(code, account)
      return account.id
    },
    /** Paid by a way, whichever is offered where he is. */
    async paid(method: string, amount: string, code = 'EUR') {
      const { id: accountId, currency } = accounts.get(code)!
      const minor = BigInt(amount.replace('.', ''))
      const sums = { currencyId: currency.id, amountMinor: minor, feeMinor: 0n, bonusMinor: 0n }
      const at = new Date(site.clock.now())
      const { ref } = await inTx(db, (tx) =>
        insertDeposit(tx, { ref: key('paid'), brand: 'polosa', playerId: id, accountId, method, provider: SANDBOX, ...sums, at }),
      )
      await say(ref, 'paid', amount, code)
      return ref
    },
    async ways(code = 'EUR'): Promise<number[]> {
      const { data } = await post('getwithdrawdata', { account_id: accounts.get(code)!.id })
      return data.methods.map((method: { id: number }) => method.id)
    },
    withdraw: (code: string, method_id: number, sum: string) =>
      post('withdraw', { account_id: accounts.get(code)!.id, method_id, sum, request_key: key('withdraw') }),
    transfer: (from: string, to: string, transfer_amount: number) =>
      post('account/transfer', {
        account_id: accounts.get(from)!.id,
        to_account_id: accounts.get(to)!.id,
        guid: key('transfer'),
        transfer_amount,
      }),
    async exclude() {
      await excludePlayer({ db, clock: site.clock, limits: site.limits }, { playerId: id, period: 'always', reasonId: 0, comment: '' })
      await site.protection.hear(id)
    },
  }
}

async function say(ref: string, outcome: 'paid' | 'refunded', amount: string, currency: string) {
  const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount, currency, now: site.clock.now() })
  expect((await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })).statusCode).toBe(200)
}

const [CARD, BANK, CRYPTO, LIGHTNING] = [1, 3, 5, 55]

test('what lies on another account leaves by the way that it came by, or goes back first, and nothing comes in', async () => {
  const who = await player()
  await who.open('USD')
  await who.paid('card', '400.00')
  expect((await who.transfer('EUR', 'USD', 300)).success).toBe(true)
  await who.exclude()
  expect((await who.post('deposit', { method_id: CARD, sum: '10' })).error_code).toBe(42)
  expect(await who.ways('USD')).toEqual([CARD])
  expect(await who.withdraw('USD', CARD, '100')).toMatchObject({ success: true })
  expect(await who.transfer('USD', 'EUR', 100)).toMatchObject({ success: true })
  const bonus = await inTx(db, (tx) => site.ledger.openAccount(tx, { playerId: who.id, currencyId: 2, kind: 1 }))
  if ('code' in bonus) throw new Error(bonus.code)
  who.accounts.set('bonus', bonus)
  expect((await who.transfer('EUR', 'bonus', 1)).error_code).toBe(30)
})

test('winnings leave by the way of a deposit that has gone back', async () => {
  const who = await player()
  const ref = await who.paid('card', '100.00')
  const { id: accountId } = who.accounts.get('EUR')!
  const entry = (id: number, amountMinor: bigint) => ({ accountId: id, currencyId: 2, amountMinor })
  await inTx(db, (tx) =>
    site.ledger.post(tx, {
      kind: 'casinoWin',
      txId: site.ledger.ids.next(),
      at: new Date(site.clock.now()),
      entries: [entry(accountId, 90_000n), entry(systemAccountId('house', 2), -90_000n)],
    }),
  )
  await say(ref, 'refunded', '100.00', 'EUR')
  expect(await who.ways()).toEqual([CARD])
  expect((await who.withdraw('EUR', CARD, '50')).data).toMatchObject({ state: 'approved', send_after: 0 })
})

test('a deposit that was never credited opens no way', async () => {
  const who = await player()
  await who.post('deposit', { method_id: CARD, sum: '100' })
  expect(await who.ways()).toEqual([])
})

test('only ways that pay the currency of the account; the bank stands in for one of another country, as a new way', async () => {
  const who = await player()
  await who.open('RUB')
  await who.paid('sbp', '10000.00', 'RUB')
  expect(await who.ways('RUB')).toEqual([9])
  expect((await who.transfer('RUB', 'EUR', 5_000)).success).toBe(true)
  expect(await who.ways('EUR')).toEqual([BANK])
  site.clock.advance(MINUTE)
  const asked = unixSeconds(site.clock.now() + 24 * HOUR)
  expect((await who.withdraw('EUR', BANK, '10')).data.send_after).toBe(asked)
  // The second waits for what the first has begun.
  site.clock.advance(MINUTE)
  expect((await who.withdraw('EUR', BANK, '10')).data.send_after).toBe(asked)
  await who.paid('card', '10.00')
  expect(await who.ways('EUR')).toEqual([CARD])
})

test('coins never leave to a bank, nor money to coins: it goes back to the account that it came to', async () => {
  const who = await player()
  await who.open('BTC')
  await who.paid('lightning', '0.00100000', 'BTC')
  expect(await who.ways('BTC')).toEqual([LIGHTNING])
  expect((await who.transfer('BTC', 'EUR', 0.0005)).success).toBe(true)
  expect(await who.ways('EUR')).toEqual([])
  expect((await who.withdraw('EUR', BANK, '10')).validation_errors).toHaveProperty('method_id')
  await who.exclude()
  expect((await who.transfer('EUR', 'BTC', 20)).success).toBe(true)

  const other = await player()
  await other.open('BTC')
  await other.paid('card', '100.00')
  expect((await other.transfer('EUR', 'BTC', 50)).success).toBe(true)
  expect(await other.ways('BTC')).toEqual([])
  expect((await other.withdraw('BTC', CRYPTO, '0.0002')).validation_errors).toHaveProperty('method_id')
  await other.paid('voucher', '20.00')
  expect(await other.ways('EUR')).toEqual([CARD])
})

test('cash and vouchers leave by bank, also beside coins', async () => {
  const who = await player()
  await who.open('BTC')
  await who.paid('voucher', '20.00')
  await who.paid('crypto', '0.00100000', 'BTC')
  expect([await who.ways('EUR'), await who.ways('BTC')]).toEqual([[BANK], [CRYPTO]])
})
