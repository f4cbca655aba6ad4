import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { betState, openAccounts, placeTestBet, settleFact, wonBy } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { verify } from './verify.ts'
import { askVoid, decideVoid, listAlarms, type VoidAnswer } from './void-bet.ts'

const { db } = await testDatabase()
const clock = manualClock(10_000_000)
const log = createLog('silent', false)
const settlement = createSettlement({ db, clock, log })
const deps = { db, clock, settlement, staffPlayersOf: async () => [] }
let nextCi = 340_000_000
let account = 0
let ci = 0

beforeEach(async () => {
  account = (await openAccounts(db, 1, 10_000_000n))[0]!
  ci = nextCi += 10
})

const place = (stakeMinor: bigint, t = 1, at = 1_000_000) =>
  placeTestBet(db, { accountId: account, stakeMinor, legs: [{ ci, t, price: 2500 }], at })
const ask = (betId: bigint, reason: 'duplicate' | 'obvious_error' = 'duplicate', note = '') =>
  askVoid(deps, { betId, reason, note, officer: 'anna' })

async function state(id: bigint): Promise<string> {
  const { status, payout } = await betState(db, id)
  return `${status} ${payout}`
}

async function expectSound(): Promise<void> {
  expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
}

async function told(bet: bigint): Promise<unknown[]> {
  const { rows } = await sql<{
    payload: unknown
  }>`SELECT payload FROM outbox WHERE topic = 'settlement.voided' AND key = ${String(bet)}`.execute(db)
  return rows.map((r) => r.payload)
}

/** Times that the bet was paid. */
async function settlementsOf(bet: bigint): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*)::integer AS n FROM ledger_entry WHERE tx_id = ${String(bet)}::bigint AND kind = 2 AND account_id > 0`.execute(db)
  return rows[0]!.n
}

const idOf = (answer: VoidAnswer): bigint => (answer.kind === 'done' ? answer.id : 0n)

describe('late bets (WAG-10)', () => {
  test('a bet that came after the result was known is void by itself, its reason is kept and its player told', async () => {
    const early = await place(1000n, 2, 1_999_000)
    const late = await place(1000n, 2, 2_060_000)
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    expect([await state(early), await state(late)]).toEqual(['2 0', '5 1000'])
    const { rows } =
      await sql`SELECT bet_id, ix, reason, state, asked_by FROM bet_void WHERE bet_id IN (${String(early)}::bigint, ${String(late)}::bigint)`.execute(
        db,
      )
    expect(rows).toEqual([{ bet_id: late, ix: 0, reason: 'late', state: 1, asked_by: null }])
    expect(await told(late)).toEqual([{ bet: String(late), player: expect.any(Number), reason: 'late' }])
    await settlement.apply([settleFact({ ci, at: 2_500_000, results: wonBy(2) })])
    expect(await told(late)).toHaveLength(1)
    await expectSound()
  })
})

describe('voided by hand (WAG-17)', () => {
  test('a small bet by one officer, and the result that comes later changes nothing', async () => {
    const bet = await place(1000n)
    expect(await ask(bet)).toMatchObject({ kind: 'done', state: 'in_force' })
    expect([await state(bet), await settlementsOf(bet)]).toEqual(['5 1000', 1])
    expect(await ask(bet, 'obvious_error', 'the same bet was meant')).toEqual({ kind: 'conflict', why: 'asked_already' })
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(2) })])
    expect([await state(bet), await settlementsOf(bet)]).toEqual(['5 1000', 1])
    expect(await told(bet)).toMatchObject([{ reason: 'duplicate' }])
    await expectSound()
  })

  test('a great one by two, who differ', async () => {
    const bet = await place(1_000_000n)
    const asked = await ask(bet)
    expect([asked.kind, await state(bet)]).toEqual(['done', '1 0'])
    const id = idOf(asked)
    expect(await decideVoid(deps, { id, officer: 'anna', decision: 'agree' })).toEqual({ kind: 'conflict', why: 'same_officer' })
    const both = await Promise.all(['boris', 'clara'].map((officer) => decideVoid(deps, { id, officer, decision: 'agree' })))
    expect(both.map((answer) => (answer.kind === 'conflict' ? answer.why : answer.kind)).sort()).toEqual(['decided_already', 'done'])
    expect(await state(bet)).toBe('5 1000000')
    expect(await told(bet)).toHaveLength(1)
    await expectSound()
  })

  test('a refusal ends it, and it can be asked for again', async () => {
    const bet = await place(1_000_000n)
    const id = idOf(await ask(bet))
    expect(await decideVoid(deps, { id, officer: 'boris', decision: 'refuse' })).toMatchObject({ state: 'refused' })
    expect(await decideVoid(deps, { id, officer: 'clara', decision: 'agree' })).toEqual({ kind: 'conflict', why: 'decided_already' })
    expect([await state(bet), (await ask(bet)).kind]).toEqual(['1 0', 'done'])
  })

  test('after the result only an obvious error that is written down; the payout is taken back', async () => {
    const bet = await place(1000n)
    await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
    expect(await ask(bet)).toEqual({ kind: 'conflict', why: 'result_known' })
    expect(await ask(bet, 'obvious_error')).toEqual({ kind: 'conflict', why: 'note_missing' })
    expect(await state(bet)).toBe('4 2500')
    expect(await ask(bet, 'obvious_error', 'price of the other side, 2.50 for 1.25')).toMatchObject({ state: 'in_force' })
    expect(await state(bet)).toBe('5 1000')
    await expectSound()
  })

  test('neither bets that do not exist nor sold ones', async () => {
    expect(await ask(1n)).toEqual({ kind: 'unknown' })
    const bet = await place(1000n)
    await sql`UPDATE bet SET status = 8 WHERE id = ${String(bet)}::bigint`.execute(db)
    expect(await ask(bet)).toEqual({ kind: 'conflict', why: 'sold' })
    await sql`UPDATE bet SET status = 1 WHERE id = ${String(bet)}::bigint`.execute(db)
  })

  test('two officers asking at once: one is heard', async () => {
    const bet = await place(1000n)
    const answers = await Promise.all([ask(bet), ask(bet)])
    expect(answers.map((a) => a.kind).sort()).toEqual(['conflict', 'done'])
    expect(await state(bet)).toBe('5 1000')
    await expectSound()
  })
})

describe('the second calculation in operation (SET-07)', () => {
  const watching = createSettlement({ db, clock, log, sampleOneIn: 1 })

  /** Plants a fault in functions of the database while the work runs: the second text in place of the first. */
  async function withFault<T>(names: string[], right: string, wrong: string, work: () => Promise<T>): Promise<T> {
    const { rows } = await sql<{
      text: string
    }>`SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = ANY(${`{${names.join(',')}}`})`.execute(db)
    for (const { text } of rows) {
      expect(text).toContain(right)
      await sql.raw(text.replace(right, wrong)).execute(db)
    }
    try {
      return await work()
    } finally {
      for (const { text } of rows) await sql.raw(text).execute(db)
    }
  }
  /** Pays twice the price. */
  const doubled = <T>(work: () => Promise<T>) =>
    withFault(['settlement_factor'], 'price::numeric * heat_num', '2 * price::numeric * heat_num', work)

  test('a wrong factor in SQL is caught before it is paid, the alarm is raised and the rest goes on', async () => {
    const won = await place(1000n)
    const other = await placeTestBet(db, {
      accountId: account,
      stakeMinor: 1000n,
      legs: [
        { ci, t: 2, price: 2000 },
        { ci: ci + 1, t: 1, price: 2000 },
      ],
    })
    const lost = await place(1000n, 3)
    const system = await placeTestBet(db, {
      accountId: account,
      stakeMinor: 1000n,
      vid: 2,
      terms: { size: 1 },
      legs: [0, 1, 2].map((n) => ({ ci: ci + n, t: 1, price: 2000 })),
    })
    const before = await db.selectFrom('account').select('balance_minor').where('id', '=', account).executeTakeFirstOrThrow()
    await doubled(() => watching.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })]))
    expect([await state(won), await state(other), await state(lost), await state(system)]).toEqual(['7 0', '2 0', '2 0', '1 0'])
    expect(await db.selectFrom('account').select('balance_minor').where('id', '=', account).executeTakeFirstOrThrow()).toEqual(before)
    const alarms = await listAlarms(db, 10)
    expect(alarms.map((a) => [a.bet_id, a.about])).toEqual([[won, 'sample']])
    expect(alarms[0]!.detail).toEqual({ planned: { status: 4, payout: '5000' }, worked: { status: 4, payout: '2500' } })
    await settlement.again([won])
    expect(await state(won)).toBe('4 2500')
    await expectSound()
  })

  test('an attempt that is rolled back raises no alarm: it is heard once, with the bet that is blocked', async () => {
    const bet = await place(1000n)
    const heard: object[] = []
    let failures = 2
    const told = createSettlement({
      db,
      clock,
      log: { ...log, error: (details: object) => void heard.push(details) } as unknown as typeof log,
      sampleOneIn: 1,
      hook(step) {
        if (step !== 'posted' || (failures -= 1) < 0) return
        throw Object.assign(new Error('two at once'), { code: '40001' })
      },
    })
    await doubled(() => told.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })]))
    expect([await state(bet), heard]).toEqual(['7 0', [expect.objectContaining({ betId: String(bet), about: 'sample' })]])
  })

  test('a bet that was wrongly written as lost is blocked with its stake among the open ones', async () => {
    const bet = await place(1000n, 2, 1_999_999)
    const names = ['settlement_lose', 'settlement_gather']
    await withFault(names, 'r.won = 0 AND r.void_halves = 0', 'r.won = 1 AND r.void_halves = 0', () =>
      watching.apply([settleFact({ ci, at: 2_000_000, results: wonBy(2) })]),
    )
    expect(await state(bet)).toBe('7 0')
    await expectSound()
    await settlement.again([bet])
    expect(await state(bet)).toBe('4 2500')
    await expectSound()
  })

  test('one in so many is looked at, none when it is switched off', async () => {
    for (const [sampleOneIn, expected] of [
      [0, '4 5000'],
      [1, '7 0'],
    ] as const) {
      ci = nextCi += 10
      const bet = await place(1000n)
      await doubled(() => createSettlement({ db, clock, log, sampleOneIn }).apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })]))
      expect(await state(bet)).toBe(expected)
    }
  })
})
