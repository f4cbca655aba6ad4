import { expect, it } from 'vitest'
import { toCoupon } from './express-coupon.ts'
import { expressQuery } from './queries.ts'

const leg = (id: number) => ({
  I: id,
  CI: id + 1,
  O1: 'A',
  O2: 'B',
  S: 1_893_510_000,
  SI: 1,
  KI: 3,
  E: [{ T: 9, P: 2.5, C: 1.9, G: 17, GS: 4 }],
})

it('an express of the day carries its number into the coupon, and not the leg of its bonus (CP-16)', () => {
  const row = { I: 5001, EI: 4001, C: 3.971, G: [leg(600), leg(700), { I: 900_000_001, E: [{ T: 707, C: 1.1 }] }] }
  const [express] = expressQuery(3, 'en', false).read({ Success: true, Value: [row] })
  const [offers, more] = toCoupon(express!, { market: () => 'Total', outcome: () => 'Over (2.5)' })
  expect(more).toEqual({ dayExpressId: 4001 })
  expect(offers.map(({ gameId, type, param, price }) => [gameId, type, param, price])).toEqual([
    [600, 9, 2.5, 1900],
    [700, 9, 2.5, 1900],
  ])
})
