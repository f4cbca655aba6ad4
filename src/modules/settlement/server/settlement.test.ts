import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testDatabase } from '../../../../test/support/database.ts'
import { createLog } from '#platform/server/log.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createSettlement } from './settlement.ts'
import { balances, betState, cancelFact, openAccounts, placeTestBet, postTest, rollbackFact, settleFact, wonBy } from './fixtures.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
const clock = manualClock(10_000_000)
const log = createLog('silent', false)
const touched: number[][] = []
const settlement = createSettlement({ db, clock, log, onTouched: (ids) => touched.push(ids) })
let nextCi = 310_000_000
let account = 0
let ci = 0

beforeEach(async () => {
  account = (await openAccounts(db, 1, 100_000n))[0]!
  ci = nextCi += 10
  touched.length = 0
})

async function balance(): Promise<bigint> {
  return (await balances(db))[account]!
}

async function expectSound(): Promise<void> {
  expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
}

const single = (t: number, price: number, stakeMinor = 1000n, at = 1_000_000) =>
  placeTestBet(db, { accountId: account, stakeMinor, legs: [{ ci, t, price }], at })

describe('singles and expresses', () => {
  test('a won single is paid, a lost one is not, the books stay sound and the player is told once', async () => {
    const won = await single(1, 1850)
    const lost = await single(2, 3000)
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    expect(await betState(db, won)).toEqual({ status: 4, payout: 1850n })
    expect(await betState(db, lost)).toEqual({ status: 2, payout: 0n })
    expect(await balance()).toBe(100_000n - 2000n + 1850n)
    expect(touched).toHaveLength(1)
    await expectSound()
  })

  test('an express waits for its last leg, is lost with its first lost one, and a void leg counts 1.00', async () => {
    const legs = (last: number) => [
      { ci, t: 1, price: 1500 },
      { ci: ci + 1, t: 1, price: 2000 },
      { ci: ci + 2, t: last, price: 2600 },
    ]
    const winner = await placeTestBet(db, { accountId: account, stakeMinor: 10_000n, legs: legs(1) })
    const loser = await placeTestBet(db, {
      accountId: account,
      stakeMinor: 10_000n,
      legs: [{ ci, t: 2, price: 3000 }, ...legs(1).slice(1)],
    })
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    expect([await betState(db, winner), await betState(db, loser)]).toEqual([
      { status: 1, payout: 0n },
      { status: 2, payout: 0n },
    ])
    await settlement.apply([settleFact({ ci: ci + 1, at: 2_000_000, results: [{ outcome: '1', won: 0, voidFactor: 1 }] })])
    await settlement.apply([settleFact({ ci: ci + 2, at: 2_000_000, results: wonBy(1) })])
    expect(await betState(db, winner)).toEqual({ status: 4, payout: 39_000n })
    await expectSound()
  })

  test('all legs void: the stake comes back as returned', async () => {
    const bet = await single(1, 1850)
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: [{ outcome: '1', won: 0, voidFactor: 1 }] })])
    expect(await betState(db, bet)).toEqual({ status: 5, payout: 1000n })
    expect(await balance()).toBe(100_000n)
    await expectSound()
  })

  test('the maximum payout cuts', async () => {
    const bet = await placeTestBet(db, {
      accountId: account,
      stakeMinor: 1000n,
      legs: [{ ci, t: 1, price: 78_000 }],
      maxPayoutMinor: 50_000n,
    })
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    expect(await betState(db, bet)).toEqual({ status: 4, payout: 50_000n })
    await expectSound()
  })

  test('CT-14 and CT-15: quarter lines and a dead heat', async () => {
    const halfWin = await placeTestBet(db, {
      accountId: account,
      stakeMinor: 1000n,
      legs: [{ ci, t: 3829, p: -0.75, price: 1950 }],
    })
    const halfLose = await placeTestBet(db, {
      accountId: account,
      stakeMinor: 1000n,
      legs: [{ ci, t: 3827, p: 2.25, price: 1950 }],
    })
    const shared = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci: ci + 1, t: 1, price: 5000 }] })
    await settlement.apply([
      settleFact({
        ci,
        at: 2_000_000,
        market: 'asian_handicap',
        spec: 'line=-0.75',
        results: [{ outcome: '3829:-0.75', won: 1, voidFactor: 0.5 }],
      }),
      settleFact({
        ci,
        at: 2_000_000,
        market: 'asian_total',
        spec: 'line=2.25',
        results: [{ outcome: '3827:2.25', won: 0, voidFactor: 0.5 }],
      }),
      settleFact({ ci: ci + 1, at: 2_000_000, market: 'winner', results: [{ outcome: '1', won: 1, deadHeat: 0.5 }] }),
    ])
    expect([await betState(db, halfWin), await betState(db, halfLose), await betState(db, shared)]).toEqual([
      { status: 4, payout: 1475n },
      { status: 4, payout: 500n },
      { status: 4, payout: 2500n },
    ])
    await expectSound()
  })

  test('CT-16: a leg that is not decided keeps the coupon open', async () => {
    const bet = await placeTestBet(db, {
      accountId: account,
      stakeMinor: 1000n,
      legs: [
        { ci, t: 1, price: 1500 },
        { ci: ci + 1, t: 1, price: 2000 },
      ],
    })
    await settlement.apply([
      settleFact({ ci, at: 2_000_000, results: wonBy(1) }),
      settleFact({ ci: ci + 1, at: 2_000_000, results: [{ outcome: '1', won: null }] }),
    ])
    expect(await betState(db, bet)).toEqual({ status: 1, payout: 0n })
    await expectSound()
  })
})

describe('corrections', () => {
  test('CT-01 and CT-12: the same fact again, or the same result confirmed, pays once', async () => {
    await single(1, 1850)
    const fact = settleFact({ ci, at: 2_000_000, certainty: 'live', results: wonBy(1) })
    await settlement.apply([fact])
    const once = await balance()
    expect((await settlement.apply([fact])).runId).toBeNull()
    expect((await settlement.apply([settleFact({ ci, at: 2_000_100, results: wonBy(1) })])).runId).toBeNull()
    expect(await balance()).toBe(once)
    await expectSound()
  })

  test('CT-13: a different confirmed result is a reversal and a new payment', async () => {
    const home = await single(1, 1850)
    const away = await single(3, 4200)
    await settlement.apply([settleFact({ ci, at: 2_000_000, certainty: 'live', results: wonBy(1) })])
    await settlement.apply([settleFact({ ci, at: 2_000_100, results: wonBy(3) })])
    expect([await betState(db, home), await betState(db, away)]).toEqual([
      { status: 2, payout: 0n },
      { status: 4, payout: 4200n },
    ])
    expect(await balance()).toBe(100_000n - 2000n + 4200n)
    const { rows } = await sql<{
      kind: number
      amount_minor: bigint
    }>`SELECT kind, amount_minor FROM ledger_entry WHERE account_id = ${account} AND tx_id = ${String(home)}::bigint ORDER BY n, kind`.execute(
      db,
    )
    expect(rows.map((r) => [r.kind, r.amount_minor])).toEqual([
      [1, -1000n],
      [2, 1850n],
      [3, -1850n],
    ])
    await expectSound()
  })

  test('CT-17: rolled back after pay-out and withdrawal, the balance is below zero and marked', async () => {
    const bet = await single(1, 5000)
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    const all = await balance()
    await postTest(db, { accountId: account, tx: bet + 7_000_000n, kind: 'adjustment', minor: -all, role: 'adjustments' })
    await settlement.apply([rollbackFact({ ci, at: 2_000_100 })])
    expect(await betState(db, bet)).toEqual({ status: 1, payout: 0n })
    expect(await balance()).toBe(-5000n)
    const row = await db.selectFrom('account').select('receivable').where('id', '=', account).executeTakeFirstOrThrow()
    expect(row.receivable).toBe(true)
    await expectSound()
    await settlement.apply([settleFact({ ci, at: 2_000_200, results: wonBy(1) })])
    expect(await balance()).toBe(0n)
    await expectSound()
  })

  test('CT-18: a cancel with a time range voids the bets placed inside it', async () => {
    const at = [1_000_000, 1_500_000, 2_000_000]
    const ids = []
    for (const time of at) {
      const legs = [1, 2, 3].map((k) => ({ ci: ci + k - 1, t: 1, price: 2000 }))
      ids.push(await placeTestBet(db, { accountId: account, stakeMinor: 3000n, legs, vid: 2, at: time, receipt: { expressNum: 2 } }))
    }
    await settlement.apply([
      ...[0, 1, 2].map((k) => settleFact({ ci: ci + k, at: 3_000_000, results: wonBy(1) })),
      cancelFact({ ci, at: 2_500_000, from: 1_500_000, to: 2_000_000 }),
    ])
    const paid = await Promise.all(ids.map(async (id) => (await betState(db, id)).payout))
    // All won: 3 · 4 · 1000. One leg 1.00: (2 + 2 + 4) · 1000.
    expect(paid).toEqual([12_000n, 8000n, 12_000n])
    await expectSound()
  })

  test('CT-19: cancel, settle and cancel rollback in all six orders end in one balance', async () => {
    const facts = () => [
      cancelFact({ ci, at: 2_000_000, key: 'c' }),
      settleFact({ ci, at: 2_000_100, key: 's', results: wonBy(1) }),
      cancelFact({ ci, at: 2_000_200, key: 'r', back: true }),
    ]
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      ci = nextCi += 10
      account = (await openAccounts(db, 1, 100_000n))[0]!
      const bet = await single(1, 1850)
      for (const i of order) await settlement.apply([facts()[i]!])
      expect(await betState(db, bet)).toEqual({ status: 4, payout: 1850n })
      expect(await balance()).toBe(100_850n)
    }
    await expectSound()
  })

  test('CT-20: the confirmed result stays when the live one arrives after it', async () => {
    const bet = await single(1, 1850)
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    await settlement.apply([settleFact({ ci, at: 2_000_100, certainty: 'live', results: wonBy(3) })])
    await settlement.apply([settleFact({ ci, at: 1_900_000, certainty: 'live', results: wonBy(3) })])
    expect(await betState(db, bet)).toEqual({ status: 4, payout: 1850n })
  })

  test('CT-41: a bet accepted after the result was known is void', async () => {
    const bet = await single(1, 1850, 1000n, 2_000_500)
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    expect(await betState(db, bet)).toEqual({ status: 5, payout: 1000n })
    await expectSound()
  })
})

describe('other kinds', () => {
  test('a system, a lucky, a patent, a chain and an anti-express follow the rules', async () => {
    const legs = [1500, 2000, 2600].map((price, k) => ({ ci: ci + k, t: 1, price }))
    const place = (vid: number, receipt = {}) => placeTestBet(db, { accountId: account, stakeMinor: 15_000n, legs, vid, receipt })
    const ids = [await place(2, { expressNum: 2 }), await place(7), await place(8), await place(3), await place(6)]
    await settlement.apply([
      settleFact({ ci, at: 2_000_000, results: wonBy(1) }),
      settleFact({ ci: ci + 1, at: 2_000_000, results: wonBy(1) }),
      settleFact({ ci: ci + 2, at: 2_000_000, results: wonBy(3) }),
    ])
    const states = await Promise.all(ids.map((id) => betState(db, id)))
    // 5000 · 3.0; 15000/7 · 6.5; 15000/4 · 3.0; 15000 → 22500 → 37500 → 22500; price 1.070.
    expect(states.map((s) => s.payout)).toEqual([15_000n, 13_929n, 11_250n, 22_500n, 16_050n])
    await expectSound()
  })
})

test('a bet that cannot be worked out is blocked and holds up nothing', async () => {
  const legs = [1500, 2000, 2600].map((price, k) => ({ ci: ci + k, t: 1, price }))
  const shapeless = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs, vid: 2 })
  const beside = await single(1, 1850)
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  expect(await betState(db, shapeless)).toEqual({ status: 1, payout: 0n })
  await settlement.apply([1, 2].map((k) => settleFact({ ci: ci + k, at: 2_000_000, results: wonBy(1) })))
  expect([await betState(db, shapeless), await betState(db, beside)]).toEqual([
    { status: 7, payout: 0n },
    { status: 4, payout: 1850n },
  ])
  await expectSound()
})

test('a system of twelve legs is worked out by both calculations', async () => {
  const legs = Array.from({ length: 12 }, (_, k) => ({ ci: ci + 1_000_000 + k, t: 1, price: 1333 }))
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: 9240n, legs, vid: 2, receipt: { expressNum: 6 } })
  await settlement.apply(legs.map((leg) => settleFact({ ci: leg.ci, at: 2_000_000, results: wonBy(1) })))
  // Every one of the 924 variants pays 10 · 1.333^6.
  expect(await betState(db, bet)).toEqual({ status: 4, payout: 51_839n })
  await expectSound()
})

// The last: what it takes away is not put back.
test('a bet that has lost legs is blocked, one that has lost all is left, and neither holds up those beside it', async () => {
  const place = (games: number[]) =>
    placeTestBet(db, {
      accountId: account,
      stakeMinor: 1000n,
      legs: games.map((k) => ({ ci: ci + k, t: 1, price: 2000 })),
      vid: 1,
      terms: {},
    })
  const [one, all, beside] = [await place([0, 1]), await place([0]), await place([0])]
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`DELETE FROM bet_leg WHERE (bet_id = ${one} AND ix = 1) OR bet_id = ${all}`.execute(tx)
  })
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  await settlement.again([one, all, beside])
  expect(await Promise.all([one, all, beside].map(async (bet) => (await betState(db, bet)).status))).toEqual([7, 1, 4])
  const broken = (await verify(db)).filter((check) => check.violations > 0).map(({ name }) => name)
  expect(broken).toContain('INV-6 a bet has as many legs as it says and a receipt')
})
