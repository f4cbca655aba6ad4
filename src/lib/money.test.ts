import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorFromSum, minorFromWire, minorText, moneyFault, parseMinor, shortMinorText, wireMoney } from './money.ts'
import { priceProduct } from './price.ts'

const exponents = fc.constantFrom(0, 2, 3, 8)
const sums = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n })

test('a sum on the wire is the number that its decimal text says, small or large', () => {
  fc.assert(fc.property(sums, exponents, (minor, exponent) => wireMoney(minor, exponent) === Number(minorText(minor, exponent))))
})

test('a wire number is read as its decimal text is, and one with too many decimals is not money', () => {
  const numbers = fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  )
  fc.assert(
    fc.property(numbers, exponents, (value, exponent) => {
      const text = String(value)
      if (!text.includes('e')) expect(minorFromWire(value, exponent)).toBe(parseMinor(text, exponent))
    }),
  )
  expect(minorFromWire(1.005, 2)).toBeNull()
  expect(minorFromWire(1.14, 2)).toBe(114n)
  expect(minorFromWire(Number.NaN, 2)).toBeNull()
  expect(minorFromWire(Infinity, 2)).toBeNull()
})

test.each([
  [1200n, 2, '12'],
  [1250n, 2, '12.50'],
  [100n, 0, '100'],
  [1n, 8, '0.00000001'],
  [-1000n, 2, '-10'],
] as const)('%s at %s decimals is short as %s and reads back', (minor, exponent, text) => {
  expect(shortMinorText(minor, exponent)).toBe(text)
  expect(parseMinor(text, exponent)).toBe(minor)
})

test('prices multiply exactly, however many', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_001_000 }), { maxLength: 30 }), (prices) => {
      const product = prices.reduce((all, price) => all * BigInt(price), 1n)
      expect(priceProduct(prices)).toEqual({ num: product, den: 1000n ** BigInt(prices.length) })
    }),
  )
})

test.each([
  ['10.1234', 2, 'decimals'],
  [1.2345, 2, 'decimals'],
  [0.0015, 3, 'decimals'],
  [1e-9, 8, 'decimals'],
  ['5000.5', 0, 'whole'],
  [100.5, 0, 'whole'],
  ['1e3', 2, 'form'],
  ['', 2, 'form'],
  [Number.NaN, 2, 'form'],
  ['9'.repeat(29), 2, 'large'],
  ['99999999999999999', 3, 'large'],
  [1e300, 2, 'large'],
  [1e17, 2, 'large'],
] as const)('%s at %i decimals is no money: %s', (sum, exponent, fault) => {
  expect(typeof sum === 'number' ? minorFromWire(sum, exponent) : parseMinor(sum, exponent)).toBeNull()
  expect(moneyFault(sum, exponent)).toBe(fault)
})

test('a sum that was added up as binary numbers is what was meant; one with a decimal too many stays none', () => {
  expect([0.1 + 0.2, 1.1400000000000001, 19.99 * 3].map((sum) => minorFromSum(sum, 2))).toEqual([30n, 114n, 5_997n])
  expect([minorFromWire(0.1 + 0.2, 2), minorFromSum(1.005, 2), minorFromSum(Number.NaN, 2)]).toEqual([null, null, null])
  expect(minorFromSum(-1, 2)).toBe(-100n)
})
