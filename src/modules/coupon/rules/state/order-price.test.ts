/** Prices as they are typed: what a format shows is read back, what it never shows was meant in another one. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPrice, PRICE_FORMATS, type PriceFormat } from '#lib/price-format.ts'
import { MAX_PRICE, MIN_PRICE } from '#lib/price.ts'
import { wantedPrice } from './order-price.ts'

const VIEWS = Object.values(PRICE_FORMATS)
/** Formats whose numbers are whole, or inverse ones of three digits, name no single thousandth. */
const EXACT: readonly PriceFormat[] = [PRICE_FORMATS.decimal, PRICE_FORMATS.decimal3, PRICE_FORMATS.uk, PRICE_FORMATS.hongKong]

it('every price is read as it is shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_PRICE, max: MAX_PRICE }), fc.constantFrom(...VIEWS), (price, view) => {
      const read = wantedPrice(formatPrice(price, view), view)
      expect(read).not.toBeNull()
      if (EXACT.includes(view)) expect(Number(read)).toBe(price)
      else if (price >= 1_100 && price <= 6_000) expect(Math.abs(Number(read) - price)).toBeLessThanOrEqual(price / 100)
    }),
    { numRuns: 2_000 },
  )
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
