import { expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { languageRow, languageRows } from './languages.ts'

const { languages } = polosa.config

it.each([
  ['ru', 'Русский', 'ru-RU'],
  ['en', 'English', 'en-GB'],
  ['kk', 'Қазақ тілі', 'kk-KZ'],
  ['au', 'Australian English', 'en-AU'],
  ['ka', 'ქართული', 'ka-GE'],
  ['ar', 'العربية', 'ar-EG'],
])('%s is %s, %s', (code, title, locale) => {
  expect(languageRow(languages, code)).toEqual({ id: languages.offered.indexOf(code) + 1, title, code, locale })
})

it('every language that is offered has a name of its own and a locale that Intl knows; hidden ones are in no list', () => {
  const rows = languageRows({ ...languages, hidden: ['kk', 'de'] })
  expect(rows.map(({ code }) => code)).toEqual(languages.offered.filter((code) => code !== 'kk' && code !== 'de'))
  for (const { code, title, locale } of rows) {
    expect([code, Intl.getCanonicalLocales(locale)]).toEqual([code, [locale]])
    expect(title.toLowerCase()).not.toBe(code)
  }
})
