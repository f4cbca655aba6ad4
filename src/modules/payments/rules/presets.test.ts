import fc from 'fast-check'
import { expect, it } from 'vitest'
import { depositPresets, PRESETS } from './presets.ts'

it.each([
  [280_000n, 56_000_000n, [500_000n, 1_000_000n, 2_000_000n, 5_000_000n]],
  [500n, 100_000n, [500n, 1_000n, 2_000n, 5_000n]],
  [700n, 900n, []],
  [100n, 300n, [100n, 200n]],
])('from %s to %s', (min, max, wanted) => {
  expect(depositPresets(min, max)).toEqual(wanted)
})

it('never offers what the method refuses', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (min, more) => {
      const sums = depositPresets(min, min + more)
      expect(sums.length).toBeLessThanOrEqual(PRESETS)
      expect(sums.every((sum, index) => sum >= min && sum <= min + more && (index === 0 || sum > sums[index - 1]!))).toBe(true)
    }),
  )
})
