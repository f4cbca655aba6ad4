import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import type { BetTerms, TaxTerms } from '#modules/payout/rules/terms.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import type { OutcomeResult } from '#modules/feeds/rules/fact.ts'
import {
  balances,
  betState,
  insureTestBet,
  openAccounts,
  placeTestBet,
  postTest,
  rollbackFact,
  settleFact,
  type TestBet,
} from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
const clock = manualClock(10_000_000)
const settlement = createSettlement({ db, clock, log: createLog('silent', false), sampleOneIn: 1 })
let nextCi = 330_000_000
let account = 0
let ci = 0
let at = 2_000_000

beforeEach(async () => {
  account = (await openAccounts(db, 1, 100_000n))[0]!
  ci = nextCi += 10
})

const WON: Partial<OutcomeResult> = { won: 1 }
const LOST: Partial<OutcomeResult> = { won: 0 }
const VOID: Partial<OutcomeResult> = { won: 0, voidFactor: 1 }
const HALF: Partial<OutcomeResult> = { won: 1, voidFactor: 0.5 }

/** Says what became of outcome 1 of a game; a later call corrects it. */
async function say(result: Partial<OutcomeResult>, game = 0): Promise<void> {
  await settlement.apply([settleFact({ ci: ci + game, at: (at += 1000), results: [{ outcome: '1', won: 0, ...result }] })])
}

async function state(id: bigint): Promise<string> {
  const { status, payout } = await betState(db, id)
  return `${status} ${payout}`
}

async function balance(): Promise<bigint> {
  return (await balances(db))[account]!
}

/** Sum of the entries of a bet on an account of the house. */
async function houseSum(id: bigint, role: number): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS total FROM ledger_entry WHERE tx_id = ${String(id)}::bigint AND account_id = ${-(16 + role)}`.execute(
    db,
  )
  return rows[0]!.total
}

async function expectSound(): Promise<void> {
  expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
}

const place = (given: Partial<TestBet> & { terms?: BetTerms }) =>
  placeTestBet(db, { accountId: account, stakeMinor: 10_000n, legs: [{ ci, t: 1, price: 3000 }], ...given })

const KENYA: TaxTerms = {
  rule: 'KE',
  stake: { mode: 'included', rate: '0.15' },
  payout: { base: 'net', rate: '0.2' },
  returnsStakeTax: true,
}
const TAX = 6
const BONUS = 4
const ADVANCES = 9

describe('taxes', () => {
  test('are taken from stake and payout, and each correction moves every part', async () => {
    const bet = await place({ terms: { tax: KENYA } })
    expect([await balance(), await houseSum(bet, TAX)]).toEqual([90_000n, 1304n])
    await say(WON)
    // 86.96 · 3 = 260.87, less 20 % of what is above the effective stake.
    expect([await state(bet), await houseSum(bet, TAX)]).toEqual(['4 22609', 1304n + 3478n])
    await say(LOST)
    expect([await state(bet), await houseSum(bet, TAX)]).toEqual(['2 0', 1304n])
    await say(VOID)
    expect([await state(bet), await houseSum(bet, TAX), await balance()]).toEqual(['5 10000', 0n, 100_000n])
    await say(HALF)
    expect([await state(bet), await houseSum(bet, TAX)]).toEqual(['4 15652', 1304n + 1739n])
    await expectSound()
    await settlement.apply([rollbackFact({ ci, at: (at += 1000) })])
    expect([await state(bet), await houseSum(bet, TAX), await balance()]).toEqual(['1 0', 1304n, 90_000n])
    await expectSound()
  })

  test('no balance is told below zero between: what was paid is taken back after its tax, and a new payout is paid before it is taxed', async () => {
    const bet = await place({ stakeMinor: 100_000n, terms: { tax: KENYA } })
    for (const results of [WON, HALF, WON]) await say(results)
    const { rows } = await sql<{
      kind: number
      n: number
      balance: string
    }>`SELECT kind, n, balance_after::text AS balance FROM ledger_entry
      WHERE account_id = ${account} AND tx_id = ${String(bet)}::bigint AND n > 0 ORDER BY n, balance_after`.execute(db)
    expect(rows.filter(({ balance: after }) => after.startsWith('-'))).toEqual([])
    expect(rows.filter(({ n }) => n === 1).map(({ kind }) => kind)).toEqual([18, 2])
    await expectSound()
  })

  test('a void bet keeps its stake tax where the rule says so', async () => {
    const bet = await place({ terms: { tax: { ...KENYA, returnsStakeTax: false } } })
    await say(VOID)
    expect([await state(bet), await houseSum(bet, TAX)]).toEqual(['5 8696', 1304n])
    await expectSound()
  })

  test('a win that was withdrawn and is then corrected leaves a receivable', async () => {
    const bet = await place({ stakeMinor: 90_000n, terms: { tax: KENYA } })
    await say(WON)
    const now = await balance()
    await postTest(db, { accountId: account, tx: bet + 500_000_000n, kind: 'adjustment', minor: -now, role: 'adjustments' })
    await say(LOST)
    const row = await db.selectFrom('account').select(['balance_minor', 'receivable']).where('id', '=', account).executeTakeFirstOrThrow()
    expect(row).toEqual({ balance_minor: 10_000n - now, receivable: true })
    await say(HALF)
    await expectSound()
  })
})

describe('additions and house money', () => {
  const legs = () => [0, 1, 2, 3].map((n) => ({ ci: ci + n, t: 1, price: 1500 }))

  test('a boost is paid by the bonus account and leaves with the win', async () => {
    const bet = await place({ legs: legs(), terms: { bonus: { kind: 'boost', minPrice: 1200, table: { 3: 10, 4: 20 } } } })
    for (let game = 0; game < 4; game += 1) await say(WON, game)
    // 100 · 1.5⁴ = 506.25, and 20 % of the 406.25 won.
    expect([await state(bet), await houseSum(bet, BONUS)]).toEqual([`4 ${50_625 + 8125}`, -8125n])
    await say(VOID, 2)
    expect([await state(bet), await houseSum(bet, BONUS)]).toEqual([`4 ${33_750 + 2375}`, -2375n])
    await say(LOST, 3)
    expect([await state(bet), await houseSum(bet, BONUS)]).toEqual(['2 0', 0n])
    await expectSound()
  })

  test('a promo bet costs the player nothing and pays its profit only', async () => {
    const bet = await place({ terms: { promo: { code: 'X', minor: '10000' } } })
    expect(await balance()).toBe(100_000n)
    await say(WON)
    expect([await state(bet), await balance()]).toEqual(['4 20000', 120_000n])
    await say(VOID)
    expect([await state(bet), await balance()]).toEqual(['5 0', 100_000n])
    await expectSound()
  })

  test('an insured bet gives the insured part back when it loses, and only then', async () => {
    const bet = await place({})
    await insureTestBet(db, { bet, accountId: account, insuredMinor: 5000n, premiumMinor: 300n })
    await say(LOST)
    expect(await state(bet)).toBe('2 5000')
    await say(WON)
    expect(await state(bet)).toBe('4 30000')
    await expectSound()
  })

  test('the rest of a bet that was sold in part runs on, corrections too', async () => {
    const bet = await place({})
    await sellHalf(bet)
    await say(WON)
    expect(await state(bet)).toBe('4 15000')
    await say(HALF)
    expect(await state(bet)).toBe('4 10000')
    await say(VOID)
    expect(await state(bet)).toBe('5 5000')
    await expectSound()
  })

  test('a bet that was sold stays as it is', async () => {
    const bet = await place({})
    await sql`UPDATE bet SET status = 8 WHERE id = ${String(bet)}::bigint`.execute(db)
    await say(WON)
    expect(await state(bet)).toBe('8 0')
    await sql`UPDATE bet SET status = 1 WHERE id = ${String(bet)}::bigint`.execute(db)
    await settlement.again([bet])
    expect(await state(bet)).toBe('4 30000')
  })
})

/** As a sale does: 60.00 for half of a stake of 100.00. */
async function sellHalf(bet: bigint): Promise<void> {
  const id = String(bet)
  await db.transaction().execute(async (tx) => {
    await sql`UPDATE bet SET plain = false, settled_version = settled_version + 1 WHERE id = ${id}::bigint`.execute(tx)
    await sql`INSERT INTO bet_money (bet_id, sold_stake_minor, sold_minor) VALUES (${id}::bigint, 5000, 6000)`.execute(tx)
    await sql`UPDATE account SET balance_minor = balance_minor + 6000 WHERE id = ${account}`.execute(tx)
    await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, balance_after)
      VALUES (${account}, ${id}::bigint, 10, 1, 6000, (SELECT balance_minor FROM account WHERE id = ${account})),
      (-18, ${id}::bigint, 10, 1, -5000, NULL), (-17, ${id}::bigint, 10, 1, -1000, NULL)`.execute(tx)
  })
}

describe('advances', () => {
  const decide = async (bet: bigint, covered: number) => {
    await sql`UPDATE bet_advance SET state = ${covered}::smallint WHERE bet_id = ${String(bet)}::bigint`.execute(db)
    await settlement.again([bet])
  }

  test('a bet waits for its advance, and is paid when the advance is covered', async () => {
    const bet = await place({ advanceMinor: 4000n })
    await say(WON)
    expect(await state(bet)).toBe('1 0')
    await decide(bet, 1)
    expect([await state(bet), await houseSum(bet, ADVANCES)]).toEqual(['4 30000', -4000n])
    await expectSound()
  })

  test('one that is not covered gives back the own part of a bet that won, nothing of one that lost', async () => {
    const won = await place({ advanceMinor: 4000n })
    const lost = await place({ advanceMinor: 4000n, legs: [{ ci: ci + 1, t: 1, price: 2000 }] })
    await say(WON)
    await say(LOST, 1)
    await decide(won, 2)
    await decide(lost, 2)
    expect([await state(won), await houseSum(won, ADVANCES)]).toEqual(['5 6000', 0n])
    expect([await state(lost), await houseSum(lost, ADVANCES)]).toEqual(['5 0', 0n])
    await expectSound()
  })
})

test('a bet that is sold in part while its chunk is worked out is worked out again', async () => {
  const bet = await place({})
  let sold = false
  const racing = createSettlement({
    db,
    clock,
    log: createLog('silent', false),
    workers: 1,
    hook: async (step) => {
      if (step !== 'gathered' || sold) return
      sold = true
      await sellHalf(bet)
    },
  })
  await racing.apply([settleFact({ ci, at: (at += 1000), results: [{ outcome: '1', won: 1 }] })])
  expect([sold, await state(bet)]).toEqual([true, '4 15000'])
  await expectSound()
})

test('terms that nobody understands stop the bet and not its neighbours', async () => {
  const strange = await place({ terms: { bonus: { kind: 'later', percent: 3 } as never } })
  const fine = await place({ terms: { tax: { ...KENYA, returnsStakeTax: false } } })
  await say(WON)
  expect([(await betState(db, strange)).status, (await betState(db, fine)).status]).toEqual([7, 4])
  const { rows } = await sql<{ about: string }>`SELECT about FROM settlement_alarm WHERE bet_id = ${String(strange)}::bigint`.execute(db)
  expect(rows).toEqual([{ about: 'unreadable' }])
})

describe('races', () => {
  const RUNNERS = [701, 702, 703] as const
  /** Where each came in, 0 = did not start. */
  async function finish(places: readonly number[]): Promise<void> {
    const outcome = (t: number, p: string, i: number, won: boolean): OutcomeResult =>
      places[i] === 0
        ? { outcome: `${t}${p}@${RUNNERS[i]}`, won: 0, voidFactor: 1 }
        : { outcome: `${t}${p}@${RUNNERS[i]}`, won: won ? 1 : 0 }
    const facts = [
      { market: 'outright', spec: '', results: RUNNERS.map((_, i) => outcome(2637, '', i, places[i] === 1)) },
      { market: 'each_way', spec: 'n=2', results: RUNNERS.map((_, i) => outcome(1_000_001, ':2', i, places[i]! <= 2)) },
    ]
    at += 1000
    await settlement.apply(facts.map((fact) => settleFact({ ci, at, ...fact })))
  }
  const terms: BetTerms = {
    size: 1,
    blocks: [[0], [1]],
    eachWay: true,
    rule4: [0, 1].map((leg) => ({
      leg,
      runners: [
        [702, 25],
        [703, 10],
      ] as const,
    })),
  }
  const eachWay = () =>
    place({
      vid: 4,
      legs: [
        { ci, t: 2637, price: 5000, playerId: 701 },
        { ci, t: 1_000_001, p: 2, price: 2000, playerId: 701 },
      ],
      terms,
    })

  test('an each-way bet pays its halves, less what withdrawn runners take, and is corrected like any other', async () => {
    const bet = await eachWay()
    await finish([1, 2, 3])
    expect(await state(bet)).toBe(`4 ${25_000 + 10_000}`)
    await finish([2, 1, 3])
    expect(await state(bet)).toBe('4 10000')
    await finish([1, 0, 2])
    // 5000 · (1 + 4 · 0.75) + 5000 · (1 + 1 · 0.75)
    expect(await state(bet)).toBe(`4 ${20_000 + 8_750}`)
    await finish([1, 0, 0])
    expect(await state(bet)).toBe(`4 ${18_000 + 8_250}`)
    await finish([0, 1, 2])
    expect(await state(bet)).toBe('5 10000')
    await finish([3, 1, 2])
    expect(await state(bet)).toBe('2 0')
    await expectSound()
  })

  test('a shared place pays by the rule that the bet was made under, whatever it is corrected to (rules 3.4)', async () => {
    const won = async (shared: Pick<OutcomeResult, 'deadHeat' | 'tied'>) => {
      at += 1000
      await settlement.apply([settleFact({ ci, at, market: 'outright', results: [{ outcome: '2637@701', won: 1, ...shared }] })])
    }
    const legs = [{ ci, t: 2637, price: 6000, playerId: 701 }]
    const [house, industry] = [await place({ legs, terms: { houseHeat: [0] } }), await place({ legs })]
    const states = async () => [await state(house), await state(industry)]
    await won({ deadHeat: 1 / 2 })
    expect(await states()).toEqual(['4 30000', '4 30000'])
    await won({ deadHeat: 1 / 3 })
    expect(await states()).toEqual(['5 10000', '4 20000'])
    await won({ deadHeat: 1 / 2, tied: 4 })
    expect(await states()).toEqual(['5 10000', '4 30000'])
    await expectSound()
    await won({ deadHeat: 1 / 2 })
    expect(await states()).toEqual(['4 30000', '4 30000'])
    await won({})
    expect(await states()).toEqual(['4 60000', '4 60000'])
    await expectSound()
  })
})
