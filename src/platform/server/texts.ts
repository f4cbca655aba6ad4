/** Server-side texts: locales/<lng>/<module>.json through i18next; a missing text falls back to en, then ru. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next, { type i18n } from 'i18next'

export interface Texts {
  /** `text('ru', 'bets:problem_no_funds', { sum })` */
  text(lng: string, key: string, params?: Record<string, string | number>): string
  has(lng: string, key: string): boolean
  /** Dictionaries of one language as they lie on disk: unit → key → text. */
  dictionary(lng: string): Record<string, Record<string, string>>
  languages: string[]
}

export function loadTexts(dir: string): Texts {
  const dictionaries: Record<string, Record<string, Record<string, string>>> = {}
  for (const lng of readdirSync(dir)) {
    dictionaries[lng] = {}
    for (const file of readdirSync(join(dir, lng))) {
      if (!file.endsWith('.json')) continue
      dictionaries[lng][file.slice(0, -5)] = JSON.parse(readFileSync(join(dir, lng, file), 'utf8')) as Record<string, string>
    }
  }
  const instance: i18n = i18next.createInstance()
  void instance.init({
    resources: dictionaries,
    lng: 'ru',
    fallbackLng: ['en', 'ru'],
    keySeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return {
    text: (lng, key, params) => instance.t(key, { lng, ...params }),
    has: (lng, key) => {
      const [unit, name] = key.split(':')
      return dictionaries[lng]?.[unit!]?.[name!] !== undefined
    },
    dictionary: (lng) => dictionaries[lng] ?? {},
    languages: Object.keys(dictionaries),
  }
}
