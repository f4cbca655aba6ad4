/** Premiums, bids and shares beside a block or a limit of the same moment: whatever is told first, holds (RG-05, RG-10). */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { EUR, testSite } from '#modules/bets/server/test-site.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { guardSpending } from './guard-spending.ts'

const { db } = await testDatabase(8)
const { clock, ledger, limits, playerWith, makeBet, line, booksAreRight } = await testSite(db, polosa.config)
const PREMIUM = 500n
const GAME = 600_950_000
line.addGame(GAME)
line.addOutcome(GAME, 1, 1_900, { p: 0 })
let lastPlayer = 76_000

/** What every spender does: the question, and then the money in the same transaction. `between` runs in the middle. */
async function spend(playerId: number, accountId: number, between: () => Promise<void> = async () => {}): Promise<Problem | null> {
  return inTx(db, async (tx) => {
    const closed = await guardSpending(tx, { playerId, amountMinor: PREMIUM, currencyId: EUR, at: new Date(clock.now()) })
    if (closed) return closed
    await between()
    const posted = await ledger.post(tx, {
      kind: 'insurancePremium',
      txId: ledger.ids.next(),
      at: new Date(clock.now()),
      entries: [
        { accountId, currencyId: EUR, amountMinor: -PREMIUM },
        { accountId: systemAccountId('house', EUR), currencyId: EUR, amountMinor: PREMIUM },
      ],
    })
    return isProblem(posted) ? posted : null
  })
}

const CHANGES: Record<string, (tx: Tx, playerId: number) => Promise<void>> = {
  'a block': (tx, playerId) => limits.block(tx, playerId, null, 'protection'),
  'a limit of losses': (tx, playerId) => limits.setLossLimit(tx, { playerId, periodDays: 1, currencyId: EUR, amountMinor: PREMIUM - 1n }),
}

it.each(Object.keys(CHANGES))('%s that comes while money is being spent is told after it: nothing leaves once it is', async (name) => {
  const player = (lastPlayer += 1)
  const account = await playerWith(player, 10_000n)
  const balance = async () => (await ledger.account(account))!.balanceMinor
  let told: bigint | null = null
  let change = Promise.resolve()
  const spent = await spend(player, account, async () => {
    change = inTx(db, (tx) => CHANGES[name]!(tx, player)).then(async () => {
      told = await balance()
    })
    // The change is on its way: it waits for the money, or has gone by.
    for (let waited = false; !waited && told === null;) {
      waited = (await lockWaits(db)) > 0
    }
  })
  await change
  expect([spent, told, await balance()]).toEqual([null, 9_500n, 9_500n])
  expect(await spend(player, account)).toMatchObject({ wire: 900_030 })
  expect(await balance()).toBe(9_500n)
})

it('a limit of losses holds at once where the clock is behind', async () => {
  const player = (lastPlayer += 1)
  await playerWith(player, 10_000n)
  await inTx(db, (tx) => CHANGES['a limit of losses']!(tx, player))
  const asked = { playerId: player, amountMinor: PREMIUM, currencyId: EUR, at: new Date(clock.now() - 60_000) }
  expect(await inTx(db, (tx) => guardSpending(tx, asked))).toMatchObject({ code: 'bets.own_limit', wire: 900_030 })
})

it('bets and premiums of a limited player at once wait for each other in one order, and none is lost', async () => {
  const player = (lastPlayer += 1)
  const account = await playerWith(player, 100_000n)
  await inTx(db, (tx) => limits.setLossLimit(tx, { playerId: player, periodDays: 1, currencyId: EUR, amountMinor: 90_000n }))
  const before = await deadlocks()
  const bet = (n: number) =>
    makeBet(player, {
      Events: [{ GameId: GAME, Type: 1, Coef: 1.9, Param: 0, Kind: 3, PlayerId: 0 }],
      Vid: 0,
      Summ: 1,
      UserId: account,
      betGUID: `beside${String(n).padStart(10, '0')}`,
    })
  const all = Array.from({ length: 40 }, (_, n) => (n % 2 ? bet(n).then(({ ErrorCode }) => ErrorCode) : spend(player, account)))
  expect(new Set(await Promise.all(all))).toEqual(new Set([0, null]))
  expect((await ledger.account(account))!.balanceMinor).toBe(100_000n - 20n * 100n - 20n * PREMIUM)
  expect(await deadlocks()).toBe(before)
})

async function deadlocks(): Promise<bigint> {
  await sql`SELECT pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ n: bigint }>`SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()`.execute(db)
  return rows[0]!.n
}

it('the books stay right', () => booksAreRight())
