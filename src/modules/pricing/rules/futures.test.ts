import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marksOf, sameInAllFutures } from './futures.ts'
import { scorePayoff } from './score-payoffs.ts'

/** One type of each shape: result, margins, lines, exact, parity, both sides, result with total. */
const TYPES = [
  1, 2, 4, 7, 9, 10, 11, 13, 182, 197, 199, 203, 201, 731, 741, 1831, 2314, 2315, 2316, 3786, 4550, 4850, 6490, 11273, 15776, 16265,
]
const count = fc.integer({ min: 0, max: 110 })
const param = fc.oneof(
  fc.integer({ min: -60, max: 240 }),
  fc.integer({ min: -120, max: 480 }).map((n) => n / 2 + 0.5),
  fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 })).map(([x, y]) => Math.round(x * 1000 + y) / 1000),
)

function sameByTrying(h: number, a: number, payoff: (h: number, a: number) => number): boolean {
  const now = payoff(h, a)
  for (let x = h; x < h + 150; x += 1) for (let y = a; y < a + 150; y += 1) if (payoff(x, y) !== now) return false
  return true
}

describe('sameInAllFutures', () => {
  it('says so only when no score to come pays otherwise', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), count, count, param, fc.integer({ min: 3, max: 6 }), (t, h, a, p, max) => {
        const rule = scorePayoff(t)!
        const payoff = (x: number, y: number): number => rule(x, y, p, max)
        if (sameInAllFutures(h, a, marksOf(p, max), payoff)) expect(sameByTrying(h, a, payoff)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each<[string, number, number, number, number, boolean]>([
    ['a margin of one or two is open at 25 points ahead', 2314, 60, 35, 1.002, false],
    ['a draw is open at 14 goals ahead', 2, 20, 6, 0, false],
    ['6:4 in games is open at 2:3', 731, 2, 3, 6.004, false],
    ['6:4 is gone at 2:5', 731, 2, 5, 6.004, true],
    ['over 180.5 is there at 181', 9, 100, 81, 180.5, true],
    ['a home win and over 2.5 is open at 0:3', 197, 0, 3, 2.5, false],
  ])('%s', (_name, t, h, a, p, decided) => {
    expect(sameInAllFutures(h, a, marksOf(p, 4), (x, y) => scorePayoff(t)!(x, y, p, 4))).toBe(decided)
  })
})
