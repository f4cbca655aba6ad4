/** SET-01: the same facts give the same books, in whatever order they come and however the work is cut. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import type { BetTerms, TaxTerms } from '#modules/payout/rules/terms.ts'
import { manualClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import type { SettleFact } from './actions.ts'
import { openAccounts, placeTestBet, settleFact, type TestBet } from './fixtures.ts'
import { settlementHash } from './settlement-hash.ts'
import { createSettlement } from './settlement.ts'
import { verify } from './verify.ts'

const BETS = 1_500
const GAMES = 60
const CI = 350_000_000
const VIDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11]

/** A small generator of equal numbers for equal seeds. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const TAX: TaxTerms = { rule: 'KE', stake: { mode: 'included', rate: '0.15' }, payout: { base: 'net', rate: '0.2' }, returnsStakeTax: true }

function termsOf(vid: number, legs: number, roll: (below: number) => number, stake: bigint): BetTerms | undefined {
  const each = Array.from({ length: legs }, (_, i) => [i])
  const terms: BetTerms = {
    ...(vid === 2 ? { size: 2 } : {}),
    ...(vid === 4 ? { blocks: each, withLobby: true, size: 2 } : {}),
    ...(vid === 5 ? { blocks: each, blockStakes: each.map((_, i) => (i === 0 ? String(stake) : null)) } : {}),
    ...(vid === 6 ? { antiExpressPrice: 1050 } : {}),
    ...(vid === 11 ? { blockStakes: each.map(() => null) } : {}),
    ...(roll(5) === 0 ? { tax: TAX } : {}),
    ...(vid === 1 && roll(3) === 0 ? { bonus: { kind: 'boost', minPrice: 1200, table: { 3: 10, 4: 20 } } as const } : {}),
  }
  return Object.keys(terms).length > 0 ? terms : undefined
}

function mixedBet(i: number, accounts: number[]): TestBet {
  const roll = dice(i + 1)
  roll(2)
  const vid = VIDS[i % VIDS.length]!
  const count = vid === 0 ? 1 : 3 + roll(3)
  const first = roll(GAMES)
  const stakeMinor = BigInt(100 + roll(10_000))
  const legs = Array.from({ length: count }, (_, n) => ({ ci: CI + ((first + n * 7) % GAMES), t: 1 + roll(3), price: 1100 + roll(3000) }))
  const terms = termsOf(vid, count, roll, stakeMinor)
  return { id: BigInt(5_000_000 + i), accountId: accounts[roll(accounts.length)]!, stakeMinor, vid, legs, ...(terms ? { terms } : {}) }
}

/** Results of every game, one in ten corrected, some void or in halves. */
function facts(): SettleFact[] {
  const roll = dice(99)
  const said = (game: number, at: number, key: string) => {
    const winner = 1 + roll(3)
    const odd = roll(8)
    return settleFact({
      ci: CI + game,
      at,
      key,
      results: [1, 2, 3].map((t) => ({
        outcome: String(t),
        won: t === winner ? (1 as const) : (0 as const),
        ...(odd === 0 ? { voidFactor: 1 as const } : odd === 1 && t === winner ? { voidFactor: 0.5 as const } : {}),
      })),
    })
  }
  return Array.from({ length: GAMES }, (_, game) => [
    said(game, 2_000_000, `first-${game}`),
    ...(game % 10 === 0 ? [said(game, 3_000_000, `second-${game}`)] : []),
  ]).flat()
}

async function settle(db: Db, order: SettleFact[], how: { chunkLegs: number; workers: number; at: number }): Promise<string> {
  const accounts = await openAccounts(db, 20, 10n ** 9n)
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let i = lane; i < BETS; i += 8) await placeTestBet(db, mixedBet(i, accounts))
  })
  await Promise.all(lanes)
  const settlement = createSettlement({ db, clock: manualClock(10_000_000), log: createLog('silent', false), ...how, sampleOneIn: 10 })
  for (let i = 0; i < order.length; i += how.at) await settlement.apply(order.slice(i, i + how.at))
  return settlementHash(db)
}

test('1,500 bets of ten kinds settled twice, in other orders and other pieces, end in one hash', { timeout: 120_000 }, async () => {
  const [one, two] = await Promise.all([testDatabase(12), testDatabase(12)])
  const all = facts()
  const roll = dice(5)
  const shuffled = all.map((fact) => ({ fact, rank: roll(1000) })).sort((a, b) => a.rank - b.rank).map((x) => x.fact) // prettier-ignore
  const first = await settle(one.db, all, { chunkLegs: 5000, workers: 1, at: 10 })
  const second = await settle(two.db, shuffled, { chunkLegs: 300, workers: 3, at: 1 })
  expect(second).toBe(first)
  for (const { db } of [one, two]) expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
  const open = await one.db.selectFrom('bet').select('id').where('status', 'in', [1, 7]).execute()
  expect(open).toEqual([])
})
