import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startI18n } from './i18n.ts'
import { makeRootData, rootText, sharedText, unitFinder, unitsOf, visitOf, type RootData } from './root-data.ts'

const ROOT = new URL('../../../', import.meta.url)
const dictionary = (units: readonly string[]) =>
  Object.fromEntries(
    units.map((unit) => [unit, JSON.parse(readFileSync(new URL(`locales/ru/${unit}.json`, ROOT), 'utf8')) as Record<string, string>]),
  )

function newDocument(bare = false): RootData {
  const visit = { lng: 'ru', config: { customize: { name: 'Полоса' }, text: '</script><b>' } } as never
  return makeRootData(visit, 'n', dictionary, bare)
}

const written = (data: RootData) => JSON.parse(sharedText(data)) as { units: Record<string, object>; config: unknown }

it('what lies in the document is what the server rendered with, and cannot end its script', () => {
  const data = newDocument()
  const [units, { config }] = [unitsOf(data), visitOf(data)]
  const text = sharedText(data)
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({ units, config })
})

it('a document carries the texts of its frame, and not those of the office', () => {
  const { units } = written(newDocument())
  expect(units).toHaveProperty('line')
  expect(units).not.toHaveProperty('payments')
})

it('a window of its own takes no words of the menu, the coupon or the account along, until a part of it says some', () => {
  const data = newDocument(true)
  const texts = startI18n({ lng: 'ru', units: unitsOf(data), find: unitFinder(data) })
  expect(Object.keys(written(data).units)).toEqual(['ui', 'shell', 'platform'])
  expect(data.titles).toEqual({})
  expect(texts.has('line')).toBe(true)
  expect(written(data).units).toMatchObject(dictionary(['line']))
})

it('whatever unit a part of the page asks for while it is rendered travels with it', () => {
  const data = newDocument()
  const texts = startI18n({ lng: 'ru', units: unitsOf(data), find: unitFinder(data) })
  expect(texts.has('privacy')).toBe(true)
  expect(texts.of('content')('status_title')).toBe(dictionary(['content'])['content']!['status_title'])
  const { units } = written(data)
  expect(units).toMatchObject(dictionary(['privacy', 'content']))
})

it('texts that a screen brought itself do not travel twice', () => {
  const data = newDocument()
  const texts = startI18n({ lng: 'ru', units: unitsOf(data), find: unitFinder(data) })
  expect(texts.holds('hubs')).toBe(false)
  texts.add('hubs', { own: 'text' })
  expect(texts.of('hubs')('own')).toBe('text')
  expect(written(data).units).not.toHaveProperty('hubs')
})

it('a page that is opened from any other has its title', () => {
  const named = globSync('src/**/*.screen.tsx', { cwd: ROOT }).flatMap((file) => [
    ...readFileSync(new URL(file, ROOT), 'utf8').matchAll(/pageTitle\(matches, '([a-z-]+)', '([a-z_]+)'/g),
  ])
  expect(named.length).toBeGreaterThan(20)
  const data = newDocument()
  const without = named.filter(([, unit, key]) => rootText(data, unit!, key!) === '').map(([, unit, key]) => `${unit}:${key}`)
  expect(without).toEqual([])
})

it('the visit of a document is one object', () => {
  const data = newDocument()
  expect(visitOf(data).config.customize.name).toBe('Полоса')
  expect(visitOf(data)).toBe(visitOf(data))
})
