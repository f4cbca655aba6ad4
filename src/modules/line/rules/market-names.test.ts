import { expect, test } from 'vitest'
import others from '#seed/names-markets.json' with { type: 'json' }
import { allMarketTypes } from './market-book.ts'
import { marketLanguage, marketText } from './market-names.ts'

const book = [...allMarketTypes()].flatMap((type) => [type, ...type.outcomes])
/** What the site fills in: sides, numbers, players. Their number must not change, nor that of the line's letter. */
const places = (text: string): string => (text.match(/\(\)|\^\d\^|\[\]|\bN\b/g) ?? []).toSorted().join()

test.each(Object.entries(others))('%s names every market and outcome of the book, with the same places', (lng, texts) => {
  const known = new Set(book.map(({ en }) => en))
  expect(Object.keys(texts).filter((text) => !known.has(text))).toEqual([])
  for (const one of book) {
    expect(marketText(one, lng), one.en).toBeTruthy()
    expect(texts, one.en).toHaveProperty([one.en])
    expect(places(marketText(one, lng)), one.en).toBe(places(one.en))
  }
})

test('a language without names of its own reads English', () => {
  expect(marketText({ en: 'Total', ru: 'Тотал' }, 'fr')).toBe('Total')
  expect([marketLanguage('fr'), marketLanguage('ru'), marketLanguage('ar')]).toEqual(['en', 'ru', 'ar'])
})

test('where the side is said once above its outcomes, none of them begins with "or"', () => {
  const ofOneSide = [...allMarketTypes()].filter(({ outcomes }) =>
    ['^1^ ', '^2^ '].some((side) => outcomes.length > 1 && outcomes.every(({ en }) => en.startsWith(side))),
  )
  expect(ofOneSide.length).toBeGreaterThan(1)
  expect(ofOneSide.flatMap(({ outcomes }) => outcomes.flatMap(({ en }) => (/^\^\d\^ or /.test(en) ? [en] : [])))).toEqual([])
})
