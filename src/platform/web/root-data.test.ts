import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeRootData, rootText, sharedText, unitsOf, visitOf, type RootData } from './root-data.ts'

const FILES = ['ui', 'shell', 'site', 'platform', 'coupon', 'account', 'line', 'auth', 'history', 'security', 'payments']
const dictionary = (units: readonly string[]) =>
  Object.fromEntries(
    units.map((unit) => [
      unit,
      JSON.parse(readFileSync(new URL(`../../../locales/ru/${unit}.json`, import.meta.url), 'utf8')) as Record<string, string>,
    ]),
  )

let nonces = 0

function documentOf(path: string): RootData {
  const visit = { lng: 'ru', config: { customize: { name: 'Полоса' }, text: '</script><b>' } } as never
  return makeRootData(path, visit, `n${(nonces += 1)}`, dictionary)
}

it('what lies in the document is what the server rendered with, and cannot end its script', () => {
  const data = documentOf('/ru/line')
  const text = sharedText(data)
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({ units: unitsOf(data), config: visitOf(data).config })
})

it('a page of the line carries the texts of its frame, not those of the office', () => {
  const units = Object.keys(unitsOf(documentOf('/ru/line/football')))
  expect(units).toContain('line')
  expect(units).not.toContain('payments')
  expect(Object.keys(unitsOf(documentOf('/ru/office/history')))).toEqual(expect.arrayContaining(FILES))
})

it.each([
  ['auth', 'sign_in_title'],
  ['auth', 'second_title'],
  ['account', 'office_settings'],
  ['account', 'register_title'],
  ['history', 'history'],
  ['history', 'bet'],
  ['payments', 'deposit_title'],
  ['security', 'title'],
  ['shell', 'not_found_title'],
])('a page that is opened from the line has its title: %s %s', (unit, key) => {
  expect(rootText(documentOf('/ru/line'), unit, key)).toBe(dictionary([unit])[unit]![key])
})

it('the visit of a document is one object', () => {
  const data = documentOf('/ru')
  expect(visitOf(data).config.customize.name).toBe('Полоса')
  expect(visitOf(data)).toBe(visitOf(data))
})
