import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ladder, MAX_PRICE, MIN_PRICE } from '#lib/price.ts'
import vectors from '../../../../test/vectors/margin.json' with { type: 'json' }
import { ADD_METHODS, addMarginSolved, powerPairExponent, quote, REMOVE_METHODS, removeMargin, removeMarginSolved } from './margin.ts'

interface Case {
  name: string
  input: Record<string, unknown>
  expected: Record<string, any>
}
const cases = vectors.cases as unknown as Case[]
const P_TOLERANCE = 2e-6
const ODDS_TOLERANCE = 6e-5

function close(actual: number, expected: number, tolerance: number, what: string): void {
  expect(Math.abs(actual - expected), `${what}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(tolerance)
}

describe('margin vectors', () => {
  it.each(cases.map((c) => [c.name, c] as const))('%s', (_name, { input, expected }) => {
    if (input['op'] === 'remove') {
      for (const method of REMOVE_METHODS) {
        const solved = removeMarginSolved(input['odds'] as number[], method)
        expected[method].p.forEach((p: number, n: number) => close(solved.values[n]!, p, P_TOLERANCE, method))
        const parameter = expected[method].k ?? expected[method].z ?? expected[method].c
        if (parameter !== undefined) close(solved.parameter, parameter, P_TOLERANCE, `${method} parameter`)
      }
    } else if (input['op'] === 'add') {
      for (const method of ADD_METHODS) {
        const solved = addMarginSolved(input['p'] as number[], input['booksum'] as number, method)
        expected[method].odds.forEach((o: number, n: number) => close(1 / solved.values[n]!, o, ODDS_TOLERANCE, method))
        const parameter = expected[method].k ?? expected[method].z ?? expected[method].c
        if (parameter !== undefined) close(solved.parameter, parameter, P_TOLERANCE, `${method} parameter`)
      }
    } else if (input['op'] === 'addLadder') {
      const solved = addMarginSolved(input['p'] as number[], input['booksum'] as number, 'power')
      close(solved.parameter, expected['k'], P_TOLERANCE, 'k')
      expected['raw'].forEach((o: number, n: number) => close(1 / solved.values[n]!, o, ODDS_TOLERANCE, 'raw'))
      expect(quote(input['p'] as number[], input['booksum'] as number)).toEqual(
        expected['odds'].map((o: string) => Math.round(Number(o) * 1000)),
      )
    } else {
      expect(input['op']).toBe('removeNegative')
      close(Math.min(...removeMargin(input['odds'] as number[], 'additive')), expected['additiveMin'], P_TOLERANCE, 'least')
    }
  })
})

const chances = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 }).map((weights) => {
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((w) => w / sum)
})

describe('properties of margin (rules 13: 12, 13)', () => {
  it('removing gives a sum of 1 and keeps the order; two-way Shin is additive', () => {
    fc.assert(
      fc.property(chances, fc.double({ min: 1.01, max: 1.12, noNaN: true }), (p, booksum) => {
        const odds = addMarginSolved(p, booksum).values.map((x) => 1 / x)
        if (odds.some((o) => o <= 1.01)) return
        for (const method of REMOVE_METHODS) {
          const back = removeMargin(odds, method)
          expect(back.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
          for (let i = 0; i < p.length; i++)
            for (let j = 0; j < p.length; j++) if (p[i]! > p[j]! + 1e-9) expect(back[i]!).toBeGreaterThan(back[j]! - 1e-12)
        }
        if (p.length === 2) expect(removeMargin(odds, 'shin')[0]).toBeCloseTo(removeMargin(odds, 'additive')[0]!, 9)
      }),
    )
  })

  it('adding then removing with the same method is the identity', () => {
    fc.assert(
      fc.property(chances, fc.double({ min: 1.005, max: 1.15, noNaN: true }), (p, booksum) => {
        for (const method of ADD_METHODS) {
          const implied = addMarginSolved(p, booksum, method).values
          expect(implied.reduce((a, b) => a + b, 0)).toBeCloseTo(booksum, 9)
          if (implied.some((x) => x >= 0.995)) continue
          removeMargin(
            implied.map((x) => 1 / x),
            method,
          ).forEach((x, n) => expect(x).toBeCloseTo(p[n]!, 7))
        }
      }),
    )
  })

  it('the pair form is the power method on two outcomes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.002, max: 0.998, noNaN: true }), fc.double({ min: 1.01, max: 1.1, noNaN: true }), (p, booksum) => {
        expect(powerPairExponent(p, booksum)).toBeCloseTo(addMarginSolved([p, 1 - p], booksum).parameter, 8)
      }),
    )
  })

  it('quoted odds never pass raw odds; the ladder is idempotent and monotone', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.001, max: 1000, noNaN: true }), fc.double({ min: 1.001, max: 1000, noNaN: true }), (x, y) => {
        const milli = ladder(x)
        expect(milli).toBeLessThanOrEqual(x * 1000 + 1e-3)
        expect(ladder(milli / 1000)).toBe(milli)
        expect(milli).toBeGreaterThanOrEqual(MIN_PRICE)
        expect(milli).toBeLessThanOrEqual(MAX_PRICE)
        if (x < y) expect(milli).toBeLessThanOrEqual(ladder(y))
      }),
    )
  })
})
