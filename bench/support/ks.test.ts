import { expect, it } from 'vitest'
import { beyondKolmogorov, ks } from './ks.ts'

it.each([
  // Smirnov, Table for estimating the goodness of fit of empirical distributions, 1948.
  [0.5, 0.036055],
  [1, 0.73],
  [1.5, 0.977782],
  [2, 0.999329],
])('K(%d) is %d', (x, k) => expect(1 - beyondKolmogorov(x)).toBeCloseTo(k, 5))

it.each([
  // The critical values that every table gives for large samples.
  [1.22, 0.1],
  [1.36, 0.05],
  [1.63, 0.01],
])('beyond %d lies one in %d', (x, share) => expect(beyondKolmogorov(x)).toBeCloseTo(share, 2))

it('finds the distance of a published pair of samples (T. W. Kirkman, Statistics to Use, control and treatment B)', () => {
  const control = [
    0.22, -0.87, -2.39, -1.79, 0.37, -1.54, 1.28, -0.31, -0.74, 1.72, 0.38, -0.17, -0.62, -1.1, 0.3, 0.15, 2.3, 0.19, -0.5, -0.09,
  ]
  const treatment = [
    -5.13, -2.19, -2.43, -3.83, 0.5, -3.25, 4.32, 1.63, 5.18, -0.43, 7.11, 4.87, -3.1, -5.81, 3.76, 6.31, 2.58, 0.07, 5.76, 3.5,
  ]
  const { d, p } = ks(control, treatment)
  expect(d).toBeCloseTo(0.45, 10)
  // 0.45 × √10 = 1.423: 2 × (e^−4.05 − e^−16.2).
  expect(p).toBeCloseTo(0.0348, 4)
})

it('equal samples, ties, other sizes and samples that lie apart', () => {
  expect(ks([1, 2, 3], [1, 2, 3])).toEqual({ d: 0, p: 1 })
  expect(ks([1, 1, 1, 2], [1, 2]).d).toBeCloseTo(0.25, 10)
  expect(ks([3, 1, 2], [12, 11, 10, 13]).d).toBe(1)
  const many = Array.from({ length: 2_000 }, (_, i) => i / 2_000)
  expect(
    ks(
      many,
      many.map((value) => value + 0.01),
    ).p,
  ).toBeGreaterThan(0.9)
  expect(
    ks(
      many,
      many.map((value) => value + 0.1),
    ).p,
  ).toBeLessThan(0.0001)
  expect(() => ks([], [1])).toThrow('two samples')
})
