import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { completed } from './i18n.ts'
import { TextStore, type Dictionary } from './text-store.ts'

const LOCALES = join(import.meta.dirname, '../../../locales')
/** `{{sum, money}}` (platform/server/texts.ts): sentences that come to the page as they are. */
const SERVER_FORM = /\{\{\w+, \w+\}\}/
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 25, 100, 101, 111, 1.5]

function unitsOf(lng: string): Record<string, Dictionary> {
  return Object.fromEntries(
    readdirSync(join(LOCALES, lng))
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(LOCALES, lng, file), 'utf8')) as Dictionary]),
  )
}

/** Parameters by the names that a text mentions. */
function paramsOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => [name!.trim(), `‹${name!.trim()}›`]))
}

it.each(readdirSync(LOCALES))('%s: every text is what i18next makes of it', (lng) => {
  const units = unitsOf(lng)
  const ours = new TextStore({ lng, units })
  const library = i18next.createInstance()
  void library.init({
    lng,
    resources: { [lng]: units },
    fallbackLng: [],
    keySeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  let compared = 0
  for (const [unit, texts] of Object.entries(units)) {
    const text = ours.of(unit)
    for (const [key, value] of Object.entries(texts)) {
      // An empty text is one that is meant to show nothing; the library shows its key. A form is the server's to write.
      if (value === '' || SERVER_FORM.test(value)) continue
      const params = paramsOf(value)
      expect(text(key, params), `${unit}:${key}`).toBe(library.t(`${unit}:${key}`, params))
      const base = /^(.*?)(_ordinal)?_(?:zero|one|two|few|many|other)$/.exec(key)
      if (!base) continue
      // A form for one or two may leave out what the others name.
      const forms = Object.keys(texts).filter((one) => one.startsWith(`${base[1]}_`))
      const named = Object.assign({}, ...forms.map((one) => paramsOf(texts[one]!))) as typeof params
      for (const count of COUNTS) {
        const asked = { ...named, count, ...(base[2] ? { ordinal: true } : {}) }
        const expected = library.t(`${unit}:${base[1]}`, asked)
        // Where a language file lacks a form the library shows the key; ours shows the form of the rest.
        if (expected === base[1]) continue
        expect(text(base[1]!, asked), `${unit}:${base[1]} ${count}`).toBe(expected)
        compared += 1
      }
    }
  }
  expect(compared).toBeGreaterThan(0)
})

it('a text that is missing shows nothing and is reported, a default stands for it', () => {
  const missing: unknown[] = []
  const text = new TextStore({
    lng: 'ru',
    units: { ui: { known: 'да', of: '{{a}} из {{ b }}' } },
    report: (error) => missing.push(error),
  }).of('ui')
  expect([text('known'), text('unknown'), text('unknown', { defaultValue: '{{x}}!', x: 1 })]).toEqual(['да', '', '1!'])
  expect(missing).toHaveLength(1)
  expect([text('of', { a: 0, b: null }), text('of', { a: '{{b}}', b: '$t(known)' })]).toEqual(['0 из ', '{{b}} из $t(known)'])
})

it('another unit is reached by its name, and one that is not here is loaded once', async () => {
  let loads = 0
  const store = new TextStore({
    lng: 'kz',
    units: { ui: {} },
    load: async () => {
      loads += 1
      return { n_one: '{{count}} ойын', n_other: '{{count}} ойындар' }
    },
  })
  await Promise.all([store.load('line'), store.load('line')])
  expect([loads, store.has('line')]).toEqual([1, true])
  expect([1, 7].map((count) => store.of('ui')('line:n', { count }))).toEqual(['1 ойын', '7 ойындар'])
})

it('a unit that does not come leaves the page with no text of it', async () => {
  const errors: unknown[] = []
  const store = new TextStore({ lng: 'ru', load: () => Promise.reject(new Error('away')), report: (error) => errors.push(error) })
  await store.load('line')
  expect([store.has('line'), store.of('line')('a'), errors.length]).toEqual([true, '', 2])
})

it('what a language lacks is filled with all forms of one other language', () => {
  const filled = completed([{ a: 'kk' }, { a: 'en', n_one: 'one', n_other: 'other' }, { n_few: 'few', n_one: 'один', b: 'ru' }])
  expect(filled).toEqual({ a: 'kk', n_one: 'one', n_other: 'other', b: 'ru' })
})

it('a text that was filled from English has the forms of English', () => {
  const filled = {
    half_ordinal_one: '{{count}}st',
    half_ordinal_two: '{{count}}nd',
    half_ordinal_few: '{{count}}rd',
    half_ordinal_other: '{{count}}th',
  }
  const games = { games_one: '{{count}} game', games_other: '{{count}} games' }
  for (const lng of ['de', 'uk', 'ja', 'kk', 'ar', 'ru']) {
    const text = new TextStore({ lng, units: { line: { ...filled, ...games } } }).of('line')
    expect([1, 2, 3, 4, 21].map((count) => text('half', { count, ordinal: true }))).toEqual(['1st', '2nd', '3rd', '4th', '21st'])
    expect([0, 1, 2, 5, 21].map((count) => text('games', { count }))).toEqual(['0 games', '1 game', '2 games', '5 games', '21 games'])
  }
})
