import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { currencyByCode } from '#modules/ledger/server/index.ts'
import type { StakeRange } from '#modules/limits/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { PricedLeg } from './coupon-value.ts'
import { restriction } from './why-not.ts'

const EUR = must(currencyByCode('EUR'), 'euro')
const TAKES: StakeRange = {
  minMinor: 100n,
  maxMinor: 5_000n,
  maxPayoutMinor: 0n,
  unlimited: false,
  maxCoefMilli: null,
  isWinTooLarge: false,
  equals: null,
}
const FULL: StakeRange = { ...TAKES, maxMinor: 50n }
const text = (key: string, params?: Record<string, unknown>) => `${key} ${JSON.stringify(params)}`
const ctx = { player: { id: 7 }, brand: 'polosa', config: { betting: { limits: {} } }, text } as unknown as Ctx

function leg(n: number): PricedLeg {
  const names = { opp1: `Home ${n}`, opp2: `Away ${n}`, outcome: 'W1' }
  return { selection: { gameId: 600 + n, t: 1, p: 0, playerId: 0 }, game: { ci: n }, price: 2000, names } as unknown as PricedLeg
}

/** What the coupon is told when these legs are full alone and the legs together, as an express, take so much. */
const told = (own: StakeRange, full: number[], together: StakeRange, legs = [leg(1), leg(2), leg(3)]) =>
  restriction(ctx, { fullLegs: () => full, stakeRangeOf: () => together } as never, legs, own, EUR)

test('a coupon that takes its stake is restricted by nothing', () => {
  expect(told(TAKES, [1], FULL)).toBeNull()
})

test('the games of full legs are named, each once, where they stop the coupon', () => {
  const twice = [leg(1), leg(2), leg(2)]
  expect(told(FULL, [1, 2], FULL, twice)).toEqual({
    gameIds: [602],
    text: text('coupon:restricted', { games: 'Home 2 – Away 2' }),
  })
})

test('a leg that is full alone but not together with the others is not to blame', () => {
  expect(told(FULL, [1], TAKES)).toBeNull()
})

test('legs without a price are counted by nobody, and the names stay with their games', () => {
  const unpriced = { ...leg(1), price: 1000 } as PricedLeg
  expect(told(FULL, [0], FULL, [unpriced, leg(2), leg(3)])?.gameIds).toEqual([602])
})
