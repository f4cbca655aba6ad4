import { afterAll, expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { transferMoney } from './transfer.ts'
import { verifyTransfers } from './verify-transfers.ts'

const { db } = await testDatabase(8)
const terms = { perEuro: { EUR: '1', USD: '1.08' }, feePermille: 10 }
const site = await accountSite({
  db,
  change: (config) => {
    config.features['accountTransfer'] = true
    config.transfers = terms
  },
})
const PATH = '/web-api/office/account/transfer'
const [USD, EUR] = [1, 2]
let serial = 0
const guid = () => `transfer-guid-${String((serial += 1)).padStart(6, '0')}`

/** A player with 100 EUR on his main account and an empty one in USD; his first password is replaced. */
async function player() {
  const visitor = new Visitor(site)
  const { userId: id } = await visitor.oneClick()
  await db.updateTable('player').set({ must_change_password: false, first_password_until: null }).where('id', '=', id).execute()
  const { body } = await visitor.call('POST', '/web-api/office/createCurrencyAccount', { currency_id: USD })
  const main = (await site.ledger.balance(id)).find(({ currency }) => currency.id === EUR)!.id
  await inTx(db, (tx) =>
    site.ledger.post(tx, {
      kind: 'deposit',
      txId: site.ledger.ids.next(),
      entries: [
        { accountId: systemAccountId('cashier', EUR), currencyId: EUR, amountMinor: -10_000n },
        { accountId: main, currencyId: EUR, amountMinor: 10_000n },
      ],
      at: new Date(site.clock.now()),
    }),
  )
  // The session's row is kept for half a second; a new sign-in reads it anew.
  site.clock.advance(1_000)
  return { visitor, id, main, dollars: body.data.id as number }
}
type Player = Awaited<ReturnType<typeof player>>

const transfer = async (who: Player, body: object) =>
  (await who.visitor.call('POST', PATH, { account_id: who.main, to_account_id: who.dollars, guid: guid(), ...body })).body
const balances = async ({ id }: Player) =>
  Object.fromEntries((await site.ledger.balance(id)).map(({ currency, balanceMinor }) => [currency.code, balanceMinor]))

afterAll(async () => expect([await site.ledger.checkInvariants(), brokenOf(await verifyTransfers(db))]).toEqual([[], []]))

test('money moves at the rate of the brand less the fee, once a guid', async () => {
  const who = await player()
  expect((await who.visitor.call('GET', PATH)).body.data).toMatchObject({ ...terms, source: 'brand', simulated: false })
  const given = { transfer_amount: 50, guid: guid() }
  expect((await transfer(who, given)).data).toEqual({ transferred: 50, received: 53.46, repeated: false })
  expect((await transfer(who, given)).data).toEqual({ transferred: 50, received: 53.46, repeated: true })
  expect(await balances(who)).toEqual({ EUR: 5_000n, USD: 5_346n })
  expect((await transfer(who, { ...given, transfer_amount: 10 })).success).not.toBe(true)
  expect(await balances(who)).toEqual({ EUR: 5_000n, USD: 5_346n })
})

test('asked again when the rates are those of another day, it says what it moved; another wish under its guid is refused', async () => {
  const who = await player()
  const given = { playerId: who.id, from: who.main, to: who.dollars, amount: 50, guid: guid() }
  const deps = { auth: site.auth.deps, ledger: site.ledger } as unknown as Parameters<typeof transferMoney>[0]
  const at = (usd: string) => ({ ...terms, perEuro: { EUR: '1', USD: usd }, day: '2026-01-01', source: 'brand', simulated: false })
  const first = await transferMoney(deps, { ...given, terms: at('1.08') })
  expect(first).toMatchObject({ receivedMinor: 5_346n, repeated: false })
  const again = await Promise.all(['1.2', '1.08', '0.9'].map((usd) => transferMoney(deps, { ...given, terms: at(usd) })))
  for (const one of again) expect(one).toMatchObject({ sentMinor: 5_000n, receivedMinor: 5_346n, repeated: true })
  expect(await transferMoney(deps, { ...given, amount: 49, terms: at('1.2') })).toMatchObject({ code: 'ledger.key_reused', status: 409 })
  expect(await balances(who)).toEqual({ EUR: 5_000n, USD: 5_346n })
})

test('many at once never send more than there is, and one guid at once moves once', async () => {
  const who = await player()
  const done = await Promise.all(Array.from({ length: 6 }, () => transfer(who, { transfer_amount: 30 })))
  expect(done.filter(({ success }) => success)).toHaveLength(3)
  expect(await balances(who)).toEqual({ EUR: 1_000n, USD: 3n * 3_207n })
  const one = guid()
  const same = await Promise.all([1, 2, 3].map(() => transfer(who, { transfer_amount: 10, guid: one })))
  expect(same.map(({ data }) => data?.repeated).sort()).toEqual([false, true, true])
  expect((await balances(who))['EUR']).toBe(0n)
})

test('both ways at once do not wait for each other for ever', async () => {
  const who = await player()
  await transfer(who, { transfer_amount: 50 })
  const back = { account_id: who.dollars, to_account_id: who.main, transfer_amount: 1 }
  const done = await Promise.all(Array.from({ length: 10 }, (_, i) => transfer(who, i % 2 ? back : { transfer_amount: 1 })))
  expect(done.every(({ success }) => success)).toBe(true)
})

test('accounts of others, the same account, wrong sums and missing rates are refused, and nothing moves', async () => {
  const [who, other] = [await player(), await player()]
  expect((await transfer(who, { account_id: other.main, transfer_amount: 1 })).error_code).toBe(30)
  expect((await transfer(who, { to_account_id: other.dollars, transfer_amount: 1 })).error_code).toBe(30)
  expect((await transfer(who, { to_account_id: who.main, transfer_amount: 1 })).validation_errors).toHaveProperty('to_account_id')
  for (const transfer_amount of [0, -5, 0.001, 'x', 1e15, true, [5], '0x5', '٥', '', null])
    expect((await transfer(who, { transfer_amount })).success).not.toBe(true)
  expect((await transfer(who, { transfer_amount: 100.01 })).error_code).toBe(103)
  expect((await transfer(who, { transfer_amount: 1, guid: 'short' })).success).not.toBe(true)
  const bonus = await inTx(db, (tx) => site.ledger.openAccount(tx, { playerId: who.id, currencyId: EUR, kind: 1 }))
  expect((await transfer(who, { to_account_id: (bonus as { id: number }).id, transfer_amount: 1 })).error_code).toBe(30)
  expect(
    (await new Visitor(site).call('POST', PATH, { account_id: who.main, to_account_id: who.dollars, transfer_amount: 1, guid: guid() }))
      .status,
  ).toBe(401)
  expect(await balances(other)).toEqual({ EUR: 10_000n, USD: 0n })
  expect((await balances(who))['USD']).toBe(0n)
})

test.each([
  ['account_transfer', 'UPDATE account_transfer SET received_minor = received_minor + 1'],
  ['account_transfer', 'UPDATE account_transfer SET sent_minor = sent_minor + 1'],
  ['account_transfer', 'UPDATE account_transfer SET to_account = from_account'],
  ['account_transfer', 'UPDATE account_transfer SET player_id = player_id + 1'],
  ['account_transfer', 'UPDATE account_transfer SET rate_to = rate_to * 2'],
  ['account_transfer', 'UPDATE account_transfer SET fee_permille = 0'],
  ['account_transfer', `UPDATE account_transfer SET at = at + interval '1 second'`],
  ['account_transfer', 'DELETE FROM account_transfer'],
  ['ledger_posting', 'DELETE FROM ledger_posting WHERE kind = 14'],
])('verify names what was changed in %s: %s', async (table, change) => {
  await transfer(await player(), { transfer_amount: 50 })
  expect(brokenOf(await verifyTransfers(db))).toEqual([])
  expect(await plantedIn(db, table, change, verifyTransfers)).not.toEqual([])
})
