/** The vectors of resettlement, on the books: what a correction posts, what it leaves and whether the account may still bet (rules 3.7). */
import { expect, test } from 'vitest'
import vectors from '../../../../test/vectors/settlement.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { must } from '#lib/assert.ts'
import { parseMinor } from '#lib/money.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { balances, betState, openAccounts, placeTestBet, postTest, settleFact, wonBy } from './fixtures.ts'
import { createSettlement } from './settlement.ts'

interface Resettle {
  name: string
  input: { op: string; balance: string; stake: string; oldPayout: string; newPayout: string }
  expected: { entries: { type: 'SETTLEMENT_REVERSAL' | 'SETTLEMENT'; amount: string }[]; balance: string; bettingBlocked: boolean }
}
const cases = (vectors.cases as unknown as Resettle[]).filter(({ input }) => input.op === 'resettle')
const minor = (text: string) => must(parseMinor(text, 2), `money ${text}`)
const KINDS = { SETTLEMENT: 2, SETTLEMENT_REVERSAL: 3 }
const ci = 319_000_000

const { db } = await testDatabase()
const settlement = createSettlement({ db, clock: manualClock(10_000_000), log: createLog('silent', false), onTouched() {} })

test.each(cases.map((one, n) => [one.name, one, n] as const))('%s', async (_name, { input, expected }, n) => {
  const game = ci + n
  const [was, becomes] = [minor(input.oldPayout), minor(input.newPayout)]
  const stake = minor(input.stake)
  const account = (await openAccounts(db, 1, stake))[0]!
  const price = Number(((was || becomes) * 1000n) / stake)
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: stake, legs: [{ ci: game, t: 1, price }] })
  await settlement.apply([settleFact({ ci: game, at: 2_000_000, certainty: 'live', results: wonBy(was > 0n ? 1 : 3) })])
  expect((await betState(db, bet)).payout).toBe(was)
  const elsewhere = minor(input.balance) - (await balances(db))[account]!
  await postTest(db, { accountId: account, tx: bet + 7_000_000n, kind: 'adjustment', minor: elsewhere, role: 'adjustments' })
  const before = await db.selectFrom('ledger_entry').select('kind').where('account_id', '=', account).where('tx_id', '=', bet).execute()

  await settlement.apply([settleFact({ ci: game, at: 2_000_100, results: wonBy(becomes > 0n ? 1 : 3) })])
  const entries = await db
    .selectFrom('ledger_entry')
    .select(['kind', 'amount_minor'])
    .where('account_id', '=', account)
    .where('tx_id', '=', bet)
    .orderBy('n')
    .orderBy('kind')
    .execute()
  // An entry of nothing is not posted.
  const posted = expected.entries.map(({ type, amount }) => [KINDS[type], minor(amount)]).filter(([, amount]) => amount !== 0n)
  expect(entries.slice(before.length).map((one) => [one.kind, one.amount_minor])).toEqual(posted)
  const left = await db.selectFrom('account').select(['balance_minor', 'receivable']).where('id', '=', account).executeTakeFirstOrThrow()
  expect(left).toEqual({ balance_minor: minor(expected.balance), receivable: expected.bettingBlocked })
})
