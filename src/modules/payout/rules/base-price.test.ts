import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divideHalfUp } from '#lib/money.ts'
import { rebasedPrice, rebasing } from './base-price.ts'

it.each([
  // A third of the stake: four decimals of it would make 49.995 of this.
  [50_000, 1_000n, 3_000n, [150_000], '150'],
  [3_459, 62_657n, 70_000n, [3_864], '3.864'],
  [2_501, 20_000n, 25_000n, [1_251, 2_499], '3.126249'],
] as const)('%d: worth %d of %d at %j', (coefficient, worthMinor, stakeMinor, prices, product) => {
  expect(rebasing(coefficient, { worthMinor, stakeMinor, prices })).toEqual({ product })
})

it('the equation that is told is true: product × worth / stake, rounded once, is the coefficient', () => {
  const price = fc.integer({ min: 1_001, max: 1_000_000 })
  const sum = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(sum, sum, fc.array(price, { minLength: 1, maxLength: 6 }), (worthMinor, stakeMinor, prices) => {
      fc.pre(worthMinor !== stakeMinor)
      const coefficient = rebasedPrice(worthMinor, stakeMinor, prices)
      fc.pre(Number.isSafeInteger(coefficient))
      const { product } = rebasing(coefficient, { worthMinor, stakeMinor, prices })!
      const [whole = '', rest = ''] = product.split('.')
      expect(divideHalfUp(BigInt(whole + rest) * worthMinor * 1_000n, stakeMinor * 10n ** BigInt(rest.length))).toBe(BigInt(coefficient))
    }),
  )
})
