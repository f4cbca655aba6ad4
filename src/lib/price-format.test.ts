import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatPrice, priceFormatOf } from './price-format.ts'
import { ladder } from './price.ts'

const vectors = JSON.parse(readFileSync(new URL('../../test/vectors/odds_formats.json', import.meta.url), 'utf8')) as {
  views: Record<string, string>
  cases: {
    name: string
    input: { op?: string; raw?: string; decimal: string; thousandths?: number }
    expected: Record<string, string>
  }[]
}

/** The vectors keep three decimals, the site trims them. */
function trimmed(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? String(Number(text)) : text
}

describe('odds formats, every vector', () => {
  for (const { name, input, expected } of vectors.cases) {
    if (input.op === 'ladder') {
      test(`ladder ${name}`, () => expect(ladder(Number(input.raw)) / 1000).toBe(Number(expected['odds'])))
      continue
    }
    test(name, () => {
      const milli = input.thousandths ?? Math.round(Number(input.decimal) * 1000)
      for (const [view, key] of Object.entries(vectors.views)) {
        const want = key === 'decimal' ? (expected['decimal'] ?? (milli === 0 ? '-' : String(milli / 1000))) : expected[key]
        if (want === undefined) continue
        expect(formatPrice(milli, priceFormatOf(Number(view))), `${key} of ${input.decimal}`).toBe(trimmed(want))
      }
    })
  }
})

test('an unknown view is decimal', () => {
  expect(formatPrice(1850, priceFormatOf(99))).toBe('1.85')
  expect(formatPrice(1850, priceFormatOf(Number.NaN))).toBe('1.85')
})
