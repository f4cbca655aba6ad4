/** Stakes of the house in bets of players: flagged, never cash, never counted twice (WAG-21), by SQL over the books. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import type { OutcomeResult } from '#modules/feeds/rules/fact.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { insureTestBet, openAccounts, placeTestBet, settleFact } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
const settlement = createSettlement({ db, clock: manualClock(10_000_000), log: createLog('silent', false), sampleOneIn: 1 })
const START = 100_000n
let nextCi = 395_000_000
let account = 0
let ci = 0
let at = 2_000_000

beforeEach(async () => {
  account = (await openAccounts(db, 1, START))[0]!
  ci = nextCi += 10
})

const RESULTS = {
  won: { won: 1 },
  lost: { won: 0 },
  void: { won: 0, voidFactor: 1 },
  halfWon: { won: 1, voidFactor: 0.5 },
  halfLost: { won: 0, voidFactor: 0.5 },
} as const satisfies Record<string, Partial<OutcomeResult>>
const say = (name: keyof typeof RESULTS) =>
  settlement.apply([settleFact({ ci, at: (at += 1000), results: [{ outcome: '1', ...RESULTS[name] }] })])

const broken = async () => (await verify(db)).filter((check) => check.violations > 0).map(({ name }) => name)

/** What play has given the account, and what the bonus account has put into the bet. */
async function sums(bet: bigint): Promise<{ player: bigint; bonus: bigint }> {
  const { rows } = await sql<{ player: bigint; bonus: bigint }>`
    SELECT coalesce(sum(amount_minor) FILTER (WHERE account_id = ${account}), 0)::bigint AS player,
      coalesce(sum(amount_minor) FILTER (WHERE account_id = ${-(16 + 4)}), 0)::bigint AS bonus
    FROM ledger_entry WHERE tx_id = ${String(bet)}::bigint`.execute(db)
  return rows[0]!
}

test('a promo stake of 100 at 3.00: only the profit ever reaches the account, through every result and correction', async () => {
  const bet = await placeTestBet(db, {
    accountId: account,
    stakeMinor: 10_000n,
    legs: [{ ci, t: 1, price: 3000 }],
    terms: { promo: { code: 'FREE', minor: '10000' } },
  })
  expect(await sums(bet)).toEqual({ player: 0n, bonus: -10_000n })
  const paid = { won: 20_000n, lost: 0n, void: 0n, halfWon: 10_000n, halfLost: 0n }
  for (const name of ['won', 'lost', 'halfWon', 'void', 'won', 'halfLost', 'won'] as const) {
    await say(name)
    expect([name, await sums(bet)]).toEqual([name, { player: paid[name], bonus: -10_000n }])
  }
  const { rows } = await sql<{ promo_minor: bigint }>`SELECT promo_minor FROM bet_money WHERE bet_id = ${String(bet)}::bigint`.execute(db)
  expect([rows[0]!.promo_minor, await broken()]).toEqual([10_000n, []])
})

test('an insured stake comes back once, of a lost bet only, and goes again with a correction', async () => {
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 10_000n, legs: [{ ci, t: 1, price: 3000 }], terms: {} })
  await insureTestBet(db, { bet, accountId: account, insuredMinor: 6000n, premiumMinor: 300n })
  const paid = { won: 30_000n, lost: 6000n, void: 10_000n, halfWon: 20_000n, halfLost: 5000n }
  for (const name of ['lost', 'won', 'lost', 'void', 'halfWon', 'lost'] as const) {
    await say(name)
    await say(name)
    expect([name, (await sums(bet)).player]).toEqual([name, paid[name] - 10_300n])
  }
  expect(await broken()).toEqual([])
})

test('a nominal that was booked twice, or given to the account as cash, is found', async () => {
  const bet = await placeTestBet(db, {
    accountId: account,
    stakeMinor: 10_000n,
    legs: [{ ci, t: 1, price: 3000 }],
    terms: { promo: { code: 'FREE', minor: '10000' } },
  })
  await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor)
    VALUES (${-(16 + 4)}, ${String(bet)}::bigint, 19, 2, -10000), (${account}, ${String(bet)}::bigint, 1, 2, 10000)`.execute(db)
  expect((await broken()).join()).toMatch(/promo stakes: booked once/)
})
