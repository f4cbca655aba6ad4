import { milliText } from '#lib/price.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combine, combinedMilli, possiblePayout, wireCombined } from './combined.ts'

const prices = fc.array(fc.integer({ min: 1001, max: 1_001_000 }), { minLength: 1, maxLength: 50 })

test('the product is exact and independent of the order', () => {
  fc.assert(
    fc.property(prices, (legs) => {
      const reversed = combine(legs.toReversed())
      expect(combine(legs)).toEqual(reversed)
    }),
  )
})

test('the screen shows half up at three decimals', () => {
  // 1.5 · 2.333 · 1.111 = 3.8879445; a binary product of 1.85 · 1.85 · 2.1 prints 7.187249…
  expect(milliText(combinedMilli(combine([1500, 2333, 1111])))).toBe('3.888')
  expect(milliText(combinedMilli(combine([1850, 1850, 2100])))).toBe('7.187')
  expect(wireCombined(combine([1900]))).toBe(1.9)
})

test('the payout is rounded once and cut to the cap', () => {
  expect(possiblePayout(10_000n, combine([1500, 2000, 2600]), null)).toBe(78_000n)
  expect(possiblePayout(1n, combine([1500]), null)).toBe(2n)
  expect(possiblePayout(10_000n, combine([1500, 2000, 2600]), 50_000n)).toBe(50_000n)
})

test('a payout is never below the stake nor above the cap, for the largest coupons too', () => {
  fc.assert(
    fc.property(prices, fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.bigInt({ min: 10n ** 16n, max: 10n ** 18n }), (legs, stake, cap) => {
      const payout = possiblePayout(stake, combine(legs), cap)
      expect(payout >= stake && payout <= cap).toBe(true)
    }),
  )
})
