import { expect, it } from 'vitest'
import type { RouteRule } from '#platform/shared/site-config.ts'
import { isPageOpen, productOf, type Visitor } from './open-pages.ts'

const ON = ['line', 'live', 'results']
const guest: Visitor = { signedIn: false, language: 'ru', country: 'KZ', hasFeature: (name) => ON.includes(name), closed: [] }
const player: Visitor = { ...guest, signedIn: true }
const open = (link: string, rule: Partial<RouteRule>, who: Visitor) =>
  isPageOpen([{ path: link.replace(/[?#].*/, ''), ...rule }], link, who)

it.each(['/results', '/live', '/multi-live', '/express-day', '/favorites', '/office/security#password', '/search?q=x'])(
  'nothing leads to %s where a rule closes or hides it (AC-03…05)',
  (link) => {
    expect(open(link, {}, guest)).toBe(true)
    expect(open(link, { blockedCountries: ['KZ'] }, guest)).toBe(false)
    expect(open(link, { blockedCountries: ['DE'] }, guest)).toBe(true)
    expect([open(link, { onlyCountriesSignedIn: ['FR'] }, guest), open(link, { onlyCountriesSignedIn: ['FR'] }, player)]).toEqual([
      true,
      false,
    ])
    expect(open(link, { languages: ['en'] }, guest)).toBe(false)
    // Whoever is not signed in is asked to sign in there.
    expect(open(link, { signedIn: true }, guest)).toBe(true)
  },
)

it('nor to a section that the brand keeps off or that the player has closed for himself (XT-46)', () => {
  const barren = { ...guest, hasFeature: () => false }
  expect(['/live', '/results/live', '/multi-live'].map((link) => open(link, {}, barren))).toEqual([false, false, true])
  expect([open('/live/football', {}, { ...player, closed: ['live'] }), open('/line', {}, { ...player, closed: ['live'] })]).toEqual([
    false,
    true,
  ])
})

it.each([
  ['/line', 'line'],
  ['/live/football', 'live'],
  ['/virtualsports', 'virtual'],
  ['/marble', 'virtual'],
  ['/marble-live', 'virtual'],
  ['/slots', 'casino'],
  ['/live-casino', 'casino'],
  ['/results', null],
  ['/', null],
  ['/constructor', null],
])('%s enters the product %s', (link, product) => expect(productOf(link)).toBe(product))
