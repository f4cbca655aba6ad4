import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ukFraction } from './uk-fraction.ts'

test.each([
  [579, '4/7', 'what a board would write'],
  [667, '2/3', 'two thirds in thousandths'],
  [333, '1/3', 'a third'],
  [850, '17/20', 'exact and readable'],
  [1000, '1/1', 'evens'],
  [1500, '3/2', 'exact'],
  [1375, '11/8', 'exact'],
  [1910, '19/10', 'no standard near: the simplest that is'],
  [10, '1/100', 'exact, however small'],
  [53, '1/18', 'the nearest of two standard ones'],
  [29_500, '59/2', 'exact and large'],
  [29_730, '89/3', 'never the next whole one when that is far'],
  [1034, '21/20', 'what stands on boards, not 30/29'],
  [975, '20/21', 'what stands on boards, not 39/40'],
  [0, '0/1', 'nothing to win'],
])('%i thousandths → %s (%s)', (h, fraction) => {
  expect(ukFraction(h)).toBe(fraction)
})

test('is never further than a fortieth of the price or a twentieth of the winnings, and small', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (h) => {
      const [n, d] = ukFraction(h).split('/').map(Number) as [number, number]
      expect(Math.abs(h - (1000 * n) / d)).toBeLessThanOrEqual(Math.min((h + 1000) / 40, h / 20) + 1e-9)
      if (h >= 100) expect(d).toBeLessThanOrEqual(20)
    }),
  )
})
