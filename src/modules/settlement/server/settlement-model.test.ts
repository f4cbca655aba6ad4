/**
 * SET-03: whatever the order, the repeats and the corrections, and whoever settles, the books end as if every
 * bet had been settled once with the last result. The model is the rules and the second calculation.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import type { OutcomeResult } from '#modules/feeds/rules/fact.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { effectiveMarket } from '../rules/effective.ts'
import type { SettledBet } from '#modules/payout/rules/bet.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { betOf } from '#modules/payout/rules/money.ts'
import type { BetTerms, BonusTerms, TaxTerms } from '#modules/payout/rules/terms.ts'
import { referenceMoney } from '#modules/payout/rules/reference.ts'
import { asReference } from '#modules/payout/rules/reference-bridge.ts'
import { actionRows, marketAction, type SettleFact } from './actions.ts'
import {
  betState,
  cancelFact,
  editTestBet,
  isCancelledIn,
  openAccounts,
  placeTestBet,
  rollbackFact,
  settleFact,
  takeHalf,
  type TestBet,
  wonBy,
} from './fixtures.ts'
import { targetOf } from './other-kinds.ts'
import { createSettlement, type SettlementDeps } from './settlement.ts'
import { sweepAll } from './test-scene.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase(20)
const clock = manualClock(100_000_000)
const log = createLog('silent', false)
const GAMES = 4
let nextCi = 320_000_000

const settler = (extra: Partial<SettlementDeps> = {}) => createSettlement({ db, clock, log, chunkLegs: 7, ...extra })

interface PlannedBet {
  account: number
  stake: bigint
  vid: number
  legs: { game: number; t: number; price: number; kind: 1 | 3 }[]
  at: number
  max: bigint | null
  terms?: BetTerms
  /** Of an edit: how many of its first legs the replaced bet had, and since when. */
  kept?: { legs: number; at: number }
}
interface PlannedFact {
  kind: 'live' | 'confirmed' | 'rollback' | 'cancel' | 'cancelBack'
  game: number
  results: OutcomeResult[]
  at: number
  range: number
}

const outcome = (t: number): fc.Arbitrary<OutcomeResult> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<0 | 1>(0, 1).map((won) => ({ outcome: String(t), won })) },
    { weight: 1, arbitrary: fc.constant<OutcomeResult>({ outcome: String(t), won: 0, voidFactor: 1 }) },
    { weight: 1, arbitrary: fc.constantFrom<0 | 1>(0, 1).map((won) => ({ outcome: String(t), won, voidFactor: 0.5 as const })) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 2, max: 7 }).map((n) => ({ outcome: String(t), won: 1 as const, deadHeat: 1 / n })),
    },
    { weight: 1, arbitrary: fc.constant<OutcomeResult>({ outcome: String(t), won: null }) },
  )

const tax: fc.Arbitrary<TaxTerms> = fc.constantFrom<TaxTerms>(
  { rule: 'A', stake: { mode: 'included', rate: '0.15' }, payout: { base: 'net', rate: '0.2' }, returnsStakeTax: true },
  {
    rule: 'B',
    stake: { mode: 'excluded', rate: '0.12' },
    payout: { base: 'gross', rate: '0.1' },
    threshold: '100',
    returnsStakeTax: false,
  },
  {
    rule: 'C',
    payout: {
      base: 'net',
      mode: 'progressive',
      brackets: [
        { from: '0', rate: '0' },
        { from: '50', rate: '1/40' },
      ],
    },
    returnsStakeTax: true,
  },
)
interface Extra {
  tax?: TaxTerms
  bonus?: BonusTerms
  basePrice?: number
  jointPrice?: number
  promo?: 'whole' | 'part'
}
const extras: fc.Arbitrary<Extra> = fc.record(
  {
    tax,
    bonus: fc.constantFrom<BonusTerms>(
      { kind: 'day', percent: 10, expressId: 1 },
      { kind: 'boost', minPrice: 1200, table: { 2: 10, 3: 15 } },
    ),
    basePrice: fc.integer({ min: 1001, max: 90_000 }),
    jointPrice: fc.integer({ min: 1001, max: 90_000 }),
    promo: fc.constantFrom('whole' as const, 'part' as const),
  },
  { requiredKeys: [] },
)

/** The terms that a bet of this kind can have; none for most, which stay plain. */
function termsFor(vid: number, games: number, stake: bigint, extra: Extra): BetTerms | undefined {
  const { promo, basePrice, jointPrice, bonus, ...rest } = extra
  const all = Array.from({ length: games }, (_, i) => [i])
  const terms: BetTerms = {
    ...rest,
    ...(vid === 2 ? { size: 1 } : {}),
    ...(vid === 4 ? { blocks: all, withLobby: games > 2, size: 1 } : {}),
    ...(vid === 5 ? { blocks: all, blockStakes: all.map((_, i) => (i === 0 ? String(stake) : i % 2 ? null : '500')) } : {}),
    ...(vid === 11 ? { blockStakes: all.map(() => null) } : {}),
    ...(promo ? { promo: { code: 'P', minor: String(promo === 'whole' ? stake : stake / 3n) } } : {}),
    ...(vid > 1 ? {} : bonus ? { bonus } : {}),
    ...(vid > 1 ? {} : basePrice ? { basePrice } : jointPrice && games > 1 ? { jointPrice } : {}),
  }
  return Object.keys(terms).length > 0 ? terms : undefined
}

/** Of most bets long before the first result, of some among them. */
const MOMENTS = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }).map((n) => n * 1000) },
  { weight: 1, arbitrary: fc.integer({ min: 19_900, max: 21_500 }) },
)

const edit = fc.record({
  legs: fc.integer({ min: 1, max: GAMES }),
  at: MOMENTS,
  basePrice: fc.integer({ min: 1001, max: 90_000 }),
  worth: fc.bigInt({ min: 1n, max: 60_000n }),
})

const plannedBet: fc.Arbitrary<PlannedBet> = fc
  .record({
    extra: fc.option(extras, { nil: {} as Extra }),
    account: fc.nat(2),
    stake: fc.bigInt({ min: 1n, max: 50_000n }),
    vid: fc.constantFrom(0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 11),
    games: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }),
    types: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: GAMES, maxLength: GAMES }),
    prices: fc.array(fc.integer({ min: 1001, max: 30_000 }), { minLength: GAMES, maxLength: GAMES }),
    inPlay: fc.array(fc.boolean(), { minLength: GAMES, maxLength: GAMES }),
    at: MOMENTS,
    max: fc.option(fc.bigInt({ min: 60_000n, max: 400_000n })),
    edit: fc.option(edit, { freq: 1 }),
  })
  .map(({ games, types, prices, inPlay, vid: wanted, extra, edit: change, ...rest }) => {
    const vid = games.length === 1 ? 0 : wanted === 0 ? 1 : wanted
    const legs = games.map((game, i) => ({ game, t: types[i]!, price: prices[i]!, kind: inPlay[i] ? (1 as const) : (3 as const) }))
    if (change && vid <= 1) {
      const kept = { legs: Math.min(change.legs, games.length), at: Math.min(change.at, rest.at) }
      return { ...rest, vid, legs, terms: { basePrice: change.basePrice, worth: String(change.worth) }, kept }
    }
    const terms = termsFor(vid, games.length, rest.stake, extra)
    return { ...rest, vid, legs, ...(terms ? { terms } : {}) }
  })

const SOME = { undecided: true } as const
const LINE = { line: true, from: 5000 } as const
const RANGES = [{}, { from: 3000 }, { from: 2000, to: 6000 }, SOME, { ...SOME, from: 2000, to: 6000 }, LINE]

const plannedFacts: fc.Arbitrary<PlannedFact[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('live', 'confirmed', 'confirmed', 'rollback', 'cancel', 'cancelBack'),
      game: fc.nat(GAMES - 1),
      results: fc.tuple(outcome(1), outcome(2), outcome(3)),
      range: fc.nat(RANGES.length - 1),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((facts) => facts.map((f, i) => ({ ...f, kind: f.kind as PlannedFact['kind'], at: 20_000 + i * 100 })))

function factOf(plan: PlannedFact, ci: number, i: number): SettleFact {
  const head = { ci: ci + plan.game, at: plan.at, key: `k${ci}-${i}` }
  switch (plan.kind) {
    case 'live':
    case 'confirmed':
      return settleFact({ ...head, certainty: plan.kind, results: plan.results })
    case 'rollback':
      return rollbackFact(head)
    case 'cancel':
    case 'cancelBack':
      return cancelFact({ ...head, ...RANGES[plan.range], back: plan.kind === 'cancelBack' })
  }
}

function testBet(bet: PlannedBet, accounts: number[], ci: number): TestBet {
  const legs = bet.legs.map((l) => ({ ci: ci + l.game, t: l.t, price: l.price, kind: l.kind }))
  return {
    accountId: accounts[bet.account]!,
    stakeMinor: bet.stake,
    legs,
    vid: bet.vid,
    at: bet.at,
    maxPayoutMinor: bet.max,
    ...(bet.terms ? { terms: bet.terms } : {}),
  }
}

/** An edit is placed as what it replaces, and edited at once. */
async function placePlanned(bet: PlannedBet, accounts: number[], ci: number): Promise<bigint> {
  const planned = testBet(bet, accounts, ci)
  if (!bet.kept || !planned.terms) return placeTestBet(db, planned)
  const { terms: _, vid: __, ...rest } = planned
  const replaced = await placeTestBet(db, { ...rest, legs: planned.legs.slice(0, bet.kept.legs), at: bet.kept.at })
  return editTestBet(db, replaced, { ...planned, terms: planned.terms, kept: Array.from({ length: bet.kept.legs }, (_leg, ix) => ix) })
}

/** What the bet must end as, from the facts in the order of sending and from nothing in the database. */
function modelBet(bet: PlannedBet, facts: SettleFact[], ci: number): SettledBet {
  const legs = bet.legs.map((leg, ix) => {
    const at = bet.kept && ix < bet.kept.legs ? bet.kept.at : bet.at
    const rows = facts.flatMap((f) => actionRows(f).rows).filter((r) => r.ci === ci + leg.game)
    const actions = rows.map((r) =>
      marketAction({
        ...r,
        sent_at: new Date(r.sent_at),
        from_at: r.from_at ? new Date(r.from_at) : null,
        to_at: r.to_at ? new Date(r.to_at) : null,
      }),
    )
    const found = effectiveMarket(actions).results.find((r) => r.t === leg.t)
    const isVoid = isCancelledIn(actions, leg.t, at, leg.kind) || at > (found?.knownAt ?? Infinity)
    return { price: leg.price, result: isVoid ? legResult('VOID') : (found?.result ?? null) }
  })
  return { ...betOf({ vid: bet.vid, stakeMinor: bet.stake, legs, terms: bet.terms ?? null, maxPayoutMinor: bet.max, exponent: 2 }), legs }
}

const withdraw = (account: number, n: number) => takeHalf(db, account, BigInt(account) * 1_000_000n + BigInt(n) + 10n ** 15n)

async function expectSettledOnce(ids: bigint[], bets: PlannedBet[], facts: SettleFact[], ci: number): Promise<void> {
  for (const [i, bet] of bets.entries()) {
    const model = modelBet(bet, facts, ci)
    const target = targetOf(model)
    expect([i, await betState(db, ids[i]!)]).toEqual([i, { status: target.status, payout: target.payoutMinor }])
    if (model.legs.every((l) => l.result)) expect(target.payoutMinor).toBe(referenceMoney(asReference(model)).net)
  }
}

async function expectSound(): Promise<void> {
  expect((await verify(db)).filter((c) => c.violations > 0)).toEqual([])
}

const scenario = fc.record({
  bets: fc.array(plannedBet, { minLength: 1, maxLength: 12 }),
  plans: plannedFacts,
  order: fc.array(fc.nat(1000), { minLength: 20, maxLength: 20 }),
})

/** The facts in a random order, each up to twice. */
function shuffled<T>(items: T[], order: number[]): T[] {
  const twice = [...items, ...items.filter((_, i) => order[i % order.length]! % 3 === 0)]
  return twice
    .map((item, i) => ({ item, rank: order[i % order.length]! + i / 1000 }))
    .sort((a, b) => a.rank - b.rank)
    .map((x) => x.item)
}

test('random orders, repeats, corrections and withdrawals end as one settlement with the last result', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ bets, plans, order }) => {
      const ci = (nextCi += 10)
      const accounts = await openAccounts(db, 3)
      const ids: bigint[] = []
      for (const bet of bets) ids.push(await placePlanned(bet, accounts, ci))
      const facts = plans.map((plan, i) => factOf(plan, ci, i))
      const settlement = settler()
      for (const [i, fact] of shuffled(facts, order).entries()) {
        await settlement.apply([fact])
        if (order[i % order.length]! % 5 === 0) await withdraw(accounts[i % 3]!, i)
      }
      await expectSettledOnce(ids, bets, facts, ci)
    }),
    { numRuns: Number(process.env['SETTLEMENT_RUNS'] ?? 25) },
  )
  await expectSound()
})

test('SQL, rules and the second calculation agree to the minor unit on expresses of up to eight legs', { timeout: 120_000 }, async () => {
  const ci = nextCi + 1000
  nextCi += 2000
  const accounts = await openAccounts(db, 10, 10n ** 12n)
  const results = fc.sample(fc.tuple(outcome(1), outcome(2), outcome(3)), { numRuns: 40, seed: 7 })
  const facts = results.map((r, i) => settleFact({ ci: ci + i, at: 20_000, key: `d${ci}-${i}`, results: r }))
  const games = fc.uniqueArray(fc.nat(results.length - 1), { minLength: 1, maxLength: 8 })
  const bets = fc.sample(
    fc
      .record({
        games,
        stake: fc.bigInt({ min: 1n, max: 9_999_999n }),
        price: fc.integer({ min: 1001, max: 99_999 }),
        t: fc.integer({ min: 1, max: 3 }),
        at: fc.integer({ min: 1, max: 9 }),
        max: fc.option(fc.bigInt({ min: 10n ** 7n, max: 10n ** 9n })),
      })
      .map(({ games: g, price, t, at, ...rest }): PlannedBet => ({
        ...rest,
        at,
        account: at,
        vid: g.length === 1 ? 0 : 1,
        legs: g.map((game, i) => ({ game, t: 1 + ((t + i) % 3), price: 1001 + ((price * (i + 1)) % 40_000), kind: 3 })),
      })),
    { numRuns: 600, seed: 11 },
  )
  const ids: bigint[] = []
  for (const bet of bets) ids.push(await placeTestBet(db, testBet(bet, accounts, ci)))
  await settler({ chunkLegs: 500 }).apply(facts)
  let paid = 0
  for (const [i, bet] of bets.entries()) {
    const target = targetOf(modelBet(bet, facts.slice(0), ci))
    expect([i, await betState(db, ids[i]!)]).toEqual([i, { status: target.status, payout: target.payoutMinor }])
    if (target.payoutMinor > 0n) paid += 1
  }
  expect(paid).toBeGreaterThan(50)
})

test('two settlers at once with bets being placed', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ bets: planned, plans, order }) => {
      const bets = planned.filter((bet) => !bet.kept)
      const ci = (nextCi += 10)
      const accounts = await openAccounts(db, 3)
      const facts = plans.map((plan, i) => factOf(plan, ci, i))
      const ids: bigint[] = []
      const place = async (list: PlannedBet[]) => {
        for (const bet of list) ids.push(await placeTestBet(db, testBet(bet, accounts, ci)))
      }
      await place(bets.slice(0, bets.length / 2))
      const settlers = [settler(), settler()]
      await Promise.all([place(bets.slice(ids.length)), ...shuffled(facts, order).map((fact, i) => settlers[i % 2]!.apply([fact]))])
      await sql`UPDATE settlement_run SET late_from_bet_id = 0`.execute(db)
      await sweepAll(db, clock, settlers[0]!)
      await expectSettledOnce(ids, bets, facts, ci)
    }),
    { numRuns: Number(process.env['SETTLEMENT_RUNS'] ?? 8) },
  )
  await expectSound()
})

test(
  'a settler that fails between the steps of any chunk leaves work that another finishes exactly once',
  { timeout: 120_000 },
  async () => {
    const ci = (nextCi += 10)
    const accounts = await openAccounts(db, 20)
    const ids: bigint[] = []
    for (let i = 0; i < 240; i += 1)
      ids.push(await placeTestBet(db, { accountId: accounts[i % 20]!, stakeMinor: 1000n, legs: [{ ci, t: 1 + (i % 3), price: 2500 }] }))
    const fact = settleFact({ ci, at: 2_000_000, results: wonBy(1) })
    let steps = 0
    let failAt = 2
    const failing = () =>
      settler({
        workers: 1,
        hook: () => {
          if ((steps += 1) >= failAt) throw new Error('killed')
        },
      })
    await expect(failing().apply([fact])).rejects.toThrow('killed')
    for (failAt = 3; failAt < 14; failAt += 1) {
      steps = 0
      await expect(failing().resume()).rejects.toThrow('killed')
      await expectMoneyMatches(ids)
    }
    await settler().resume()
    expect(await Promise.all(ids.map((id) => betState(db, id)))).toEqual(
      ids.map((_, i) => (i % 3 === 0 ? { status: 4, payout: 2500n } : { status: 2, payout: 0n })),
    )
    await expectSound()
  },
)

/** Half settled or not: entries and bets agree. */
async function expectMoneyMatches(ids: bigint[]): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT b.id FROM bet b LEFT JOIN ledger_entry e ON e.tx_id = b.id AND e.account_id = b.account_id AND e.kind IN (2, 3)
    WHERE b.id = ANY(${`{${ids.join(',')}}`}::bigint[]) GROUP BY b.id, b.payout_minor HAVING coalesce(sum(e.amount_minor), 0) <> b.payout_minor`.execute(
    db,
  )
  expect(rows).toEqual([])
}
