/** What is not handed to the rules: an open bet of which SQL says that its lost legs cannot have decided it yet. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { legResult, type LegResult } from '#modules/payout/rules/leg.ts'
import { betMoney, betOf } from '#modules/payout/rules/money.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { rawPool } from '#platform/server/db.ts'
import { openAccounts, placeTestBet } from './fixtures.ts'

const { db } = await testDatabase()

interface Shape {
  vid: number
  legs: number
  terms: BetTerms
  /** The gate looks only when the rules decide; else it may look in vain, because it knows neither amounts nor blocks. */
  exact: boolean
}

const blocks = [[2], [0, 1], [3], [4]]
const SHAPES: Record<string, Shape> = {
  express: { vid: 1, legs: 4, terms: { basePrice: 5000 }, exact: true },
  'system 2 of 5': { vid: 2, legs: 5, terms: { size: 2 }, exact: true },
  'system 4 of 5': { vid: 2, legs: 5, terms: { size: 4 }, exact: true },
  chain: { vid: 3, legs: 4, terms: {}, exact: false },
  'multi-bet': { vid: 4, legs: 5, terms: { blocks, size: 3 }, exact: false },
  'multi-bet with a lobby': { vid: 4, legs: 5, terms: { blocks, size: 2, withLobby: true }, exact: false },
  'conditional, all on every block': { vid: 5, legs: 5, terms: { blocks, blockStakes: [null, null, null, null] }, exact: false },
  'conditional, parts': { vid: 5, legs: 5, terms: { blocks, blockStakes: ['1000', '400', null, '600'] }, exact: false },
  'anti-express': { vid: 6, legs: 3, terms: { antiExpressPrice: 1071 }, exact: true },
  lucky: { vid: 7, legs: 4, terms: {}, exact: true },
  patent: { vid: 8, legs: 4, terms: {}, exact: true },
  'multi-single': { vid: 11, legs: 3, terms: { blockStakes: [null, null, null] }, exact: true },
}

const ENDS: readonly (LegResult | null)[] = [null, legResult('LOSE'), legResult('WIN')]

/** Every way in which legs can stand, with one that waits and one that is lost at least. */
function everyState(legs: number): (LegResult | null)[][] {
  const all = Array.from({ length: 3 ** legs }, (_, n) => Array.from({ length: legs }, (_, i) => ENDS[Math.floor(n / 3 ** i) % 3] ?? null))
  return all.filter((state) => state.includes(null) && state.some(isLost))
}

const isLost = (end: LegResult | null): boolean => end?.won === 0

test.each(Object.entries(SHAPES))('%s: no bet that the rules decide is held back', async (_, { vid, legs, terms, exact }) => {
  const [account] = await openAccounts(db, 1)
  const prices = Array.from({ length: legs }, (_, i) => ({ ci: 395_000_000 + i, t: 1, price: 1500 + i * 100 }))
  const bet = await placeTestBet(db, { accountId: account!, stakeMinor: 1000n, vid, legs: prices, terms })
  const agreed = betOf({ vid, stakeMinor: 1000n, legs: prices, terms, exponent: 2 })
  const states = everyState(legs)
  const { rows } = await rawPool(db).query<{ said: boolean }>(
    `SELECT settlement_may_be_lost($1::smallint, $2::bigint, $3, x.lost, x.first_lost, x.first_waiting) AS said
     FROM unnest($4::bigint[], $5::smallint[], $6::smallint[]) WITH ORDINALITY AS x(lost, first_lost, first_waiting, n) ORDER BY x.n`,
    [
      vid,
      String(bet),
      legs,
      states.map((state) => state.filter(isLost).length),
      states.map((state) => state.findIndex(isLost)),
      states.map((state) => state.indexOf(null)),
    ],
  )
  const decided = states.map(
    (state) => betMoney({ ...agreed, legs: agreed.legs.map((leg, i) => ({ ...leg, result: state[i]! })) }) !== null,
  )
  const heldBack = states.filter((_, i) => decided[i] && !rows[i]!.said)
  expect(heldBack).toEqual([])
  if (exact) expect(states.filter((_, i) => !decided[i] && rows[i]!.said)).toEqual([])
})
