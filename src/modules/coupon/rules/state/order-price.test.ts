/** Prices as they are typed: what a format shows is read back, what it never shows was meant in another one. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPriceView } from '#lib/number-format.ts'
import { formatPrice, PRICE_FORMATS, type PriceFormat } from '#lib/price-format.ts'
import { MAX_PRICE, MIN_PRICE } from '#lib/price.ts'
import { bidPrice, namedPrice, priceFault, wantedPrice } from './order-price.ts'

const VIEWS = Object.values(PRICE_FORMATS)
/** Every price that the line can have, and those between its steps that an express has. */
const prices = fc.oneof(fc.integer({ min: MIN_PRICE, max: 3_000 }), fc.integer({ min: MIN_PRICE, max: MAX_PRICE }))

it('a price is read as the lowest of those that are shown like it: what the line shows is met', () => {
  fc.assert(
    fc.property(prices, fc.constantFrom(...VIEWS.filter((view) => view !== PRICE_FORMATS.uk)), (price, view) => {
      const shown = formatPrice(price, view)
      const read = Number(wantedPrice(shown, view))
      expect(read).toBeLessThanOrEqual(price)
      expect([price, formatPrice(read, view)]).toEqual([price, shown])
      if (read > MIN_PRICE) expect(formatPrice(read - 1, view)).not.toBe(shown)
    }),
    { numRuns: 5_000 },
  )
})

it('a fraction is read as the lowest price at which the page shows it, and never as more than it is', () => {
  const lowest = new Map<string, number>()
  for (let price = MIN_PRICE; price < 9_000; price += 1) {
    const shown = formatPriceView(price, PRICE_FORMATS.uk)
    if (!lowest.has(shown)) lowest.set(shown, price)
  }
  expect(lowest.get('21/20')).toBe(2026)
  for (const [shown, price] of lowest) {
    const [n, d] = shown.split('/').map(Number) as [number, number]
    expect([shown, wantedPrice(shown, PRICE_FORMATS.uk)]).toEqual([shown, BigInt(Math.min(price, 1000 + Math.ceil((1000 * n) / d)))])
  }
})

it.each([
  ['-150', PRICE_FORMATS.us, 1663n],
  ['-110', PRICE_FORMATS.us, 1901n],
  ['+150', PRICE_FORMATS.us, 2500n],
  ['-0.5', PRICE_FORMATS.malay, 2999n],
  ['-1.1', PRICE_FORMATS.indonesian, 1909n],
  // No price shows these: the next one that shows more.
  ['-3334', PRICE_FORMATS.us, 1030n],
  ['-1', PRICE_FORMATS.malay, 2000n],
  ['1/3', PRICE_FORMATS.uk, 1318n],
  [' 9/2 ', PRICE_FORMATS.uk, 5366n],
  ['4/4', PRICE_FORMATS.uk, 1977n],
  // Never shown: the board says 20/21 of it.
  ['39/40', PRICE_FORMATS.uk, 1975n],
  ['1000/1', PRICE_FORMATS.uk, 976_586n],
] as const)('%s in format %d is %d', (text, view, milli) => expect(wantedPrice(text, view)).toBe(milli))

it('the price that a number is shows it as well, and is what sums are reckoned with', () => {
  fc.assert(
    fc.property(prices, fc.constantFrom(...VIEWS), (price, view) => {
      const shown = formatPrice(price, view)
      // The American view has two texts for even money, and the line prints it with a plus.
      const same = view === PRICE_FORMATS.us && shown === '-100' ? '+100' : shown
      expect([price, formatPrice(Number(namedPrice(shown, view)), view)]).toEqual([price, same])
    }),
    { numRuns: 5_000 },
  )
  const us = PRICE_FORMATS.us
  expect(['-110', '-150', '-200', '+150'].map((text) => namedPrice(text, us))).toEqual([1_909n, 1_666n, 1_500n, 2_500n])
  expect([namedPrice('-0.5', PRICE_FORMATS.malay), namedPrice('-1.1', PRICE_FORMATS.indonesian)]).toEqual([3_000n, 1_909n])
})

it('a bid that names what the line shows is one at the price of now', () => {
  expect(['-110', '', '-109', '-120', 'x'].map((price) => bidPrice({ price, view: PRICE_FORMATS.us }, 1_908n))).toEqual([
    1_908n,
    1_908n,
    1_917n,
    1_833n,
    null,
  ])
})

it('a bid that names the fraction which the page shows is one at the price of now, any other is its own number', () => {
  const at = (price: string) => bidPrice({ price, view: PRICE_FORMATS.uk }, 2_027n)
  expect(['21/20', '1/1', '11/10', '4/7'].map(at)).toEqual([2_027n, 2_000n, 2_100n, 1_572n])
})

/** Whether a number of thousandths lies where a format has its own. */
const SHOWN: Readonly<Record<PriceFormat, (thousandths: number) => boolean>> = {
  [PRICE_FORMATS.decimal]: (value) => value > 1_000,
  [PRICE_FORMATS.decimal3]: (value) => value > 1_000,
  [PRICE_FORMATS.uk]: () => false,
  [PRICE_FORMATS.us]: (value) => Math.abs(value) >= 100_000 && value % 1_000 === 0,
  [PRICE_FORMATS.hongKong]: (value) => value > 0,
  [PRICE_FORMATS.indonesian]: (value) => Math.abs(value) >= 1_000,
  [PRICE_FORMATS.malay]: (value) => value !== 0 && Math.abs(value) <= 1_000,
}

const thousandths = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.integer({ min: -3_000, max: 3_000 }),
  fc.integer({ min: -900, max: 900 }).map((whole) => whole * 1_000),
)

it('a number that the format never shows is no price', () => {
  fc.assert(
    fc.property(thousandths, fc.constantFrom(...VIEWS), (value, view) => {
      const known = SHOWN[view](value)
      expect([value, view, wantedPrice(String(value / 1_000), view) !== null]).toEqual([value, view, known])
    }),
    { numRuns: 2_000 },
  )
})

it('a decimal price in the American view is none', () => {
  expect(['2.8', '180', '+180', '180.5'].map((text) => wantedPrice(text, PRICE_FORMATS.us))).toEqual([null, 2800n, 2800n, null])
})

it.each([
  ['1001.001', PRICE_FORMATS.decimal],
  ['1000000', PRICE_FORMATS.decimal],
  ['999999999999', PRICE_FORMATS.decimal],
  ['9999999/1', PRICE_FORMATS.uk],
  ['+10000000', PRICE_FORMATS.us],
  ['1000000', PRICE_FORMATS.hongKong],
] as const)('%s in format %d is a price, and too high', (text, view) => expect(priceFault(text, view)).toBe('high'))
