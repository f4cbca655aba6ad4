import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#lib/assert.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { factsOf, onwardOf, pageOf, PAGES } from './information.ts'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
const configOf = (brand: string) => (JSON.parse(readFileSync(`brands/${brand}/config.json`, 'utf8')) as { config: SiteConfig }).config
const polosa = configOf('polosa')
const kairos = configOf('kairos')
const units = (lng: string) =>
  ['shell', 'identity', 'content', 'documents', 'information'].reduce<Record<string, string>>(
    (all, unit) => ({ ...all, ...read(`locales/${lng}/${unit}.json`) }),
    {},
  )

describe.each(['ru', 'en', 'ar'])('the pages of information in %s', (lng) => {
  const texts = units(lng)

  it.each(PAGES)('%s has a title, at least two sections and names for where it leads', (page) => {
    expect(texts[`${page}_title`]).toBeTruthy()
    const sections = Object.keys(texts).filter((key) => new RegExp(`^${page}_\\d+$`).test(key))
    expect(sections.length).toBeGreaterThan(1)
    expect(sections.filter((key) => !texts[`${key}_title`])).toEqual([])
    expect(onwardOf(polosa, page).filter(({ key }) => !texts[key] && !units('en')[key])).toEqual([])
  })

  it.each([
    ['polosa', polosa],
    ['kairos', kairos],
  ])('every entry of the menu of %s has a name and an icon of the house', (_brand, { information }) => {
    const drawn = readFileSync('src/ui/icon-names.ts', 'utf8')
    const nameless = information.filter(
      ({ dict_key }) => !read(`locales/${lng === 'ar' ? 'en' : lng}/${dict_key.split(':')[0]}.json`)[must(dict_key.split(':')[1], 'a key')],
    )
    expect(nameless).toEqual([])
    expect(information.filter(({ icon }) => !drawn.includes(`'${icon}'`))).toEqual([])
  })
})

it('the set is closed: a page that a brand does not list is none of its pages, and is not led to', () => {
  expect(pageOf(polosa, 'smsbets')).toBe('smsbets')
  expect(pageOf(kairos, 'smsbets')).toBeNull()
  // It has a screen of its own, or is nothing at all.
  expect([pageOf(polosa, 'calc'), pageOf(polosa, '__proto__')]).toEqual([null, null])
  const without = { information: polosa.information.filter(({ menu_key }) => menu_key !== 'kycpolicy') }
  expect(onwardOf(without, 'amlkyc').map(({ to }) => to)).toEqual(['/information/amlpolicy'])
})

it('says what the configuration has to the matter: licences, papers, versions and the taxes of the visitor’s country today', () => {
  const texts = units('en')
  const at = (country: string, now: number) => ({ config: { ...polosa, taxes: TAXES }, texts, country, lng: 'en', now })
  const TAXES = [
    {
      country: 'DE',
      validFrom: Date.UTC(2021, 6, 1),
      rule: 'DE-1',
      stake: { mode: 'excluded' as const, rate: '0.053' },
      returnsStakeTax: true,
    },
    {
      country: 'ZM',
      validFrom: Date.UTC(2023, 0, 1),
      rule: 'ZM-1',
      payout: { base: 'net' as const, rate: '0.20' },
      returnsStakeTax: false,
    },
    {
      country: 'PL',
      validFrom: Date.UTC(2017, 3, 1),
      rule: 'PL-1',
      currency: 'PLN',
      payout: { base: 'gross' as const, rate: '0.10' },
      threshold: '2280',
      returnsStakeTax: false,
    },
    {
      country: 'KE',
      validFrom: Date.UTC(2025, 6, 1),
      rule: 'KE-1',
      transfer: { deposit: '0.05', withdrawal: '5/105' },
      returnsStakeTax: false,
    },
  ]
  const now = Date.UTC(2026, 10, 1)
  expect(factsOf('taxes', at('DE', now))).toEqual(['Tax on the stake: 5.3%'])
  expect(factsOf('taxes', at('ZM', now))).toEqual(['Tax on the win without the stake: 20%'])
  expect(factsOf('taxes', at('PL', now))).toEqual([
    'Tax on the payout: 10%',
    'Held back only from a payout above \u20662,280\u00a0zł\u2069',
  ])
  expect(factsOf('taxes', at('KE', now))).toEqual([texts['tax_none'], 'Tax on each deposit: 5%', 'Tax on each withdrawal: 4.76%'])
  expect(factsOf('taxes', at('DE', Date.UTC(2021, 5, 30)))).toEqual([texts['tax_none']])
  expect(factsOf('kycpolicy', at('KZ', now))).toContain(texts['doc_passport'])
  expect(factsOf('licenses', at('KZ', now))).toEqual(['Demonstration. A demonstration: games and money are not real.'])
  expect(factsOf('confirmTerms', at('KZ', now))[0]).toBe('Rules. Version 2026-11')
  expect(factsOf('about', at('KZ', now))).toEqual([])
})
