/** Players' money in total against what lies apart, on a real PostgreSQL (PAY-15). */
import { expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { registry } from '#platform/server/metrics.ts'
import { inTx } from '#platform/server/db.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { currencyByCode } from '../rules/currency.ts'
import { systemAccountId } from '../rules/entry.ts'
import { countFunds, coverMinor, listFunds, owedMinor, stateFunds } from './funds.ts'

const { db } = await testDatabase(10)
const site = await accountSite({ db })
const { clock, ledger } = site
const log = { error: vi.fn(), warn: vi.fn() }
const deps = { db, clock, log }
const EUR = currencyByCode('EUR')!.id

async function rich(sum: string, currency = 'EUR') {
  const visitor = new Visitor(site)
  const player = await visitor.oneClick(currency)
  const ref = (await visitor.call('POST', '/web-api/office/deposit', { method_id: 1, sum })).body.data.id as string
  await decide(ref, 'success')
  return { visitor, ref, accountId: (await ledger.balance(player.userId))[0]!.id, playerId: player.userId }
}
const decide = (ref: string, outcome: string) => site.app.inject({ method: 'POST', url: `/dev/api/cashier/${ref}`, payload: { outcome } })
const move = (accountId: number, role: 'groups' | 'bonus', amountMinor: bigint) =>
  inTx(db, (tx) =>
    ledger.post(tx, {
      kind: role === 'groups' ? 'groupHold' : 'bonus',
      txId: ledger.ids.next(),
      key: `test:${accountId}`,
      at: new Date(clock.now()),
      entries: [
        { accountId, currencyId: EUR, amountMinor: -amountMinor },
        { accountId: systemAccountId(role, EUR), currencyId: EUR, amountMinor },
      ],
    }),
  )
const counted = async () => (await listFunds(db)).find(({ last }) => last.currency_id === EUR)!
const shortOf = async () => /polosa_player_funds_short (\d+)/.exec(await registry.metrics())![1]

test('owed is what players have, what is in play and what is on its way to them; bonuses and debts are not', async () => {
  const anna = await rich('300')
  const withdrawn = { method_id: 1, sum: '50', request_key: 'funds-request-0001' }
  expect((await anna.visitor.call('POST', '/web-api/office/withdraw', withdrawn)).body.success).toBe(true)
  await move(anna.accountId, 'groups', 2_000n)
  await rich('100')
  // Played away, then called back by the bank: he owes, which is nobody else's loss.
  const debtor = await rich('40')
  await move(debtor.accountId, 'bonus', 4_000n)
  await decide(debtor.ref, 'chargeback')
  expect((await ledger.balance(debtor.playerId))[0]!.balanceMinor).toBe(-4_000n)
  const bonus = await inTx(db, (tx) => ledger.openAccount(tx, { playerId: anna.playerId, currencyId: EUR, kind: 1 }))
  await move((bonus as { id: number }).id, 'bonus', -7_000n)
  await rich('50000', 'KZT')
  expect(await countFunds(deps)).toBe(true)
  const { last } = await counted()
  expect([last.balances_minor, last.staked_minor, last.leaving_minor, owedMinor(last)]).toEqual([33_000n, 2_000n, 5_000n, 40_000n])
  expect([last.received_minor, last.stated_minor]).toEqual([40_000n, null])
  expect((await listFunds(db)).map(({ last: row }) => owedMinor(row))).toEqual(expect.arrayContaining([40_000n, 5_000_000n]))
})

test('counted once a day, also by processes at once', async () => {
  await rich('10')
  expect(await Promise.all([1, 2, 3].map(() => countFunds(deps)))).toEqual([false, false, false])
  expect(owedMinor((await counted()).last)).toBe(40_000n)
  clock.advance(DAY)
  expect((await Promise.all([1, 2, 3].map(() => countFunds(deps)))).filter(Boolean)).toHaveLength(1)
  expect(owedMinor((await counted()).last)).toBe(41_000n)
})

test('less apart than is owed calls for somebody, and so does a day of which nobody says what lies apart', async () => {
  const { last } = await counted()
  const state = (statedMinor: bigint) => stateFunds(deps, { day: last.day, currencyId: EUR, statedMinor, officer: 'officer-a' })
  log.error.mockClear()
  expect(await state(40_999n)).toBe(true)
  expect(coverMinor((await counted()).stated!)).toBe(-1n)
  await countFunds(deps)
  expect(log.error).toHaveBeenCalledWith({ currencies: ['EUR'] }, expect.any(String))
  expect(await shortOf()).toBe('1')
  log.error.mockClear()
  log.warn.mockClear()
  await state(41_000n)
  for (const row of await listFunds(db))
    if (row.last.currency_id !== EUR)
      await stateFunds(deps, {
        day: row.last.day,
        currencyId: row.last.currency_id,
        statedMinor: owedMinor(row.last),
        officer: 'officer-a',
      })
  await countFunds(deps)
  expect([log.error.mock.calls.length, log.warn.mock.calls.length, await shortOf()]).toEqual([0, 0, '0'])
  clock.advance(DAY)
  await countFunds(deps)
  expect(log.warn).not.toHaveBeenCalled()
  clock.advance(DAY + HOUR)
  await countFunds(deps)
  expect(log.warn).toHaveBeenCalledWith({ currencies: expect.arrayContaining(['EUR', 'KZT']) }, expect.any(String))
  expect(await stateFunds(deps, { day: '2020-01-01', currencyId: EUR, statedMinor: 1n, officer: 'officer-a' })).toBe(false)
})
