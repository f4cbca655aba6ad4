/**
 * Law of money: whatever is done at the same time, in whatever order, the books are right afterwards
 * (standards §5), and what was posted can never be changed.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAcceptor } from '#modules/bets/server/index.ts'
import { createLedger, systemAccountId, type Ledger } from '#modules/ledger/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../support/database.ts'
import { plantedIn } from '../support/planted-rows.ts'

const EUR = 2
const JPY = 71
const { db } = await testDatabase(12)
const clock = systemClock()
const ledger = await createLedger({ db, clock })
const acceptor = createAcceptor(rawPool(db), clock)

async function openAccounts(players: number[]): Promise<number[]> {
  const accounts: number[] = []
  for (const playerId of players) {
    for (const currencyId of [EUR, JPY]) {
      const account = await inTx(db, (tx) => ledger.openAccount(tx, { playerId, currencyId }))
      if (isProblem(account)) throw new Error(account.code)
      accounts.push(account.id)
    }
  }
  return accounts
}

/** Commits when the ledger agrees; a refusal rolls everything back. */
async function movement(work: (tx: Parameters<Parameters<typeof inTx>[1]>[0]) => ReturnType<Ledger['post']>): Promise<boolean> {
  class Refused extends Error {}
  try {
    await inTx(db, async (tx) => {
      if (isProblem(await work(tx))) throw new Refused()
    })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

type Op = { op: 'deposit' | 'withdraw' | 'bet' | 'transfer' | 'take'; account: number; other: number; amount: bigint; key: number }

const operation: fc.Arbitrary<Op> = fc.record({
  op: fc.constantFrom('deposit', 'withdraw', 'bet', 'bet', 'transfer', 'take'),
  account: fc.nat(5),
  other: fc.nat(5),
  amount: fc.bigInt({ min: 1n, max: 5_000n }),
  key: fc.nat(20),
})

let run = 0

async function perform({ op, account: index, other: otherIndex, amount, key }: Op, accounts: number[], players: number[]): Promise<void> {
  const accountId = accounts[index]!
  const currencyId = index % 2 === 0 ? EUR : JPY
  const playerId = players[Math.floor(index / 2)]!
  const txId = ledger.ids.next()
  const at = new Date(clock.now())
  const pair = (counter: number, sum: bigint) => [
    { accountId, currencyId, amountMinor: sum },
    { accountId: counter, currencyId, amountMinor: -sum },
  ]
  const posting = { txId, at, key: `${run}:${key}` }
  switch (op) {
    case 'deposit':
      return void (await movement((tx) =>
        ledger.post(tx, { ...posting, kind: 'deposit', entries: pair(systemAccountId('cashier', currencyId), amount) }),
      ))
    case 'withdraw':
      return void (await movement((tx) =>
        ledger.post(tx, { ...posting, kind: 'withdrawal', entries: pair(systemAccountId('cashier', currencyId), -amount) }),
      ))
    case 'take':
      return void (await movement((tx) =>
        ledger.post(tx, {
          kind: 'adjustment',
          txId,
          at,
          entries: pair(systemAccountId('adjustments', currencyId), -amount),
          allowNegative: true,
        }),
      ))
    case 'transfer': {
      const same = (otherIndex - (otherIndex % 2) + (index % 2)) % accounts.length
      if (same === index) return
      return void (await movement((tx) => ledger.post(tx, { kind: 'transfer', txId, at, entries: pair(accounts[same]!, -amount) })))
    }
    case 'bet':
      return void (await acceptor.accept({
        betId: txId,
        playerId,
        accountId,
        currencyId,
        guid: `law-${run}-${playerId}-${key}`,
        bodyHash: String(amount).padStart(32, '0'),
        vid: 0,
        stakeMinor: amount,
        price: '1.9',
        maxPayoutMinor: null,
        receipt: '{"v":1}',
        legs: [{ ci: 1 + (key % 4), t: 1, p: 0, playerId: 0, kind: 3, price: 1900 }],
      }))
  }
}

test('random movements and bets at the same time leave every invariant standing', async () => {
  const players = [101, 102, 103]
  const accounts = await openAccounts(players)
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 60 }), async (operations) => {
      run += 1
      await Promise.all(operations.map((one) => perform(one, accounts, players)))
      expect(await ledger.checkInvariants()).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 120_000)

test('a set that does not sum to zero in each currency is a bug, not a posting', async () => {
  const entries = [
    { accountId: systemAccountId('house', EUR), currencyId: EUR, amountMinor: 5n },
    { accountId: systemAccountId('house', JPY), currencyId: JPY, amountMinor: -5n },
  ]
  await expect(inTx(db, (tx) => ledger.post(tx, { kind: 'adjustment', txId: 1n, at: new Date(), entries }))).rejects.toThrow(/sum to zero/)
})

test('the same key posts once; with other entries it is refused', async () => {
  const [accountId] = await openAccounts([200])
  const deposit = (amountMinor: bigint) =>
    inTx(db, (tx) =>
      ledger.post(tx, {
        kind: 'deposit',
        key: 'deposit-200',
        txId: ledger.ids.next(),
        at: new Date(clock.now()),
        entries: [
          { accountId: accountId!, currencyId: EUR, amountMinor },
          { accountId: systemAccountId('cashier', EUR), currencyId: EUR, amountMinor: -amountMinor },
        ],
      }),
    )
  const answers = await Promise.all([deposit(700n), deposit(700n), deposit(700n)])
  expect(answers.map((a) => (isProblem(a) ? a.code : a.balances.get(accountId!)))).toEqual([700n, 700n, 700n])
  expect(answers.filter((a) => !isProblem(a) && !a.repeated)).toHaveLength(1)
  expect((await ledger.account(accountId!))?.balanceMinor).toBe(700n)
  const other = await deposit(800n)
  expect(isProblem(other) && other.code).toBe('ledger.key_reused')
})

test('nothing takes an account below zero but a correction, and then it says so', async () => {
  const [accountId] = await openAccounts([300])
  const take = (amountMinor: bigint, allowNegative: boolean) =>
    movement((tx) =>
      ledger.post(tx, {
        kind: 'adjustment',
        txId: ledger.ids.next(),
        at: new Date(),
        allowNegative,
        entries: [
          { accountId: accountId!, currencyId: EUR, amountMinor: -amountMinor },
          { accountId: systemAccountId('adjustments', EUR), currencyId: EUR, amountMinor },
        ],
      }),
    )
  expect(await take(1n, false)).toBe(false)
  await expect(sql`UPDATE account SET balance_minor = -1 WHERE id = ${accountId}`.execute(db)).rejects.toThrow(/account_not_below_zero/)
  expect(await take(50n, true)).toBe(true)
  const row = await db.selectFrom('account').selectAll().where('id', '=', accountId!).executeTakeFirstOrThrow()
  expect([row.balance_minor, row.receivable]).toEqual([-50n, true])
})

test('entries, receipts and legs cannot be changed or removed', async () => {
  const attempts = [
    sql`UPDATE ledger_entry SET amount_minor = amount_minor + 1`,
    sql`DELETE FROM ledger_entry`,
    sql`TRUNCATE ledger_entry`,
    sql`UPDATE bet_leg SET price = 1001`,
    sql`DELETE FROM bet_receipt`,
    sql`UPDATE bet SET stake_minor = stake_minor + 1`,
    sql`DELETE FROM bet`,
  ]
  for (const attempt of attempts) await expect(attempt.execute(db)).rejects.toThrow(/append-only|cannot be rewritten/)
})

describe('the check of the books names a changed entry', () => {
  const look = async () =>
    (await ledger.checkInvariants()).map(({ invariant: name, what }) => ({ name, checked: null, violations: 1, first: what }))
  const found = async (change: string) => [...new Set(await plantedIn(db, 'ledger_entry', change, look))]

  beforeAll(async () => {
    const [accountId] = await openAccounts([401])
    const book = (kind: 'deposit' | 'withdrawal', amountMinor: bigint) =>
      movement((tx) =>
        ledger.post(tx, {
          kind,
          txId: ledger.ids.next(),
          at: new Date(clock.now()),
          entries: [
            { accountId: accountId!, currencyId: EUR, amountMinor },
            { accountId: systemAccountId('cashier', EUR), currencyId: EUR, amountMinor: -amountMinor },
          ],
        }),
      )
    for (const sum of [500n, 300n, 500n]) await book('deposit', sum)
    await book('withdrawal', -300n)
    expect(await look()).toEqual([])
  })

  const OWN = 'account_id = (SELECT id FROM account WHERE player_id = 401 AND currency_id = 2)'
  test.each([
    ['a balance', `UPDATE ledger_entry SET balance_after = balance_after + 1 WHERE ${OWN} AND amount_minor = -300`, 'INV-3 the balances'],
    ['the last balance', `UPDATE ledger_entry SET balance_after = 0 WHERE ${OWN} AND balance_after = 1300`, 'INV-3 the balances'],
    ['no balance', `UPDATE ledger_entry SET balance_after = NULL WHERE ${OWN} AND amount_minor = 300`, 'INV-3 the balances'],
    ['one side’s time', `UPDATE ledger_entry SET at = at + interval '1 day' WHERE ${OWN} AND amount_minor = 300`, 'INV-1 every movement'],
    [
      'another account of the house',
      `UPDATE ledger_entry SET account_id = account_id + 2 WHERE account_id = ${systemAccountId('cashier', EUR)} AND kind = 4 AND amount_minor = -300`,
      'INV-1 the house',
    ],
    ['the time of a bet', `UPDATE ledger_entry SET at = at + interval '1 day' WHERE tx_id = (SELECT min(id) FROM bet)`, 'INV-4 each bet'],
  ])('%s', async (_what, change, name) => {
    const names = await found(change)
    expect([names.length, names[0]]).toEqual([1, expect.stringContaining(name)])
  })
})

test('the check of the books finds what is planted', async () => {
  const [accountId] = await openAccounts([400])
  await sql`UPDATE account SET balance_minor = 12345 WHERE id = ${accountId}`.execute(db)
  await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) VALUES (${systemAccountId('house', EUR)}, 999, 8, 5)`.execute(
    db,
  )
  const names = new Set((await ledger.checkInvariants()).map((v) => v.invariant.slice(0, 5)))
  expect([...names].sort()).toEqual(['INV-1', 'INV-3'])
})
