/** Server-side texts: locales/<lng>/<module>.json through i18next; a missing text falls back to en, then ru. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next, { type i18n } from 'i18next'
import { displayName } from '#lib/display-name.ts'
import { intlLanguage, moneyInSentence } from '#lib/number-format.ts'

export interface Texts {
  /** `text('ru', 'bets:problem_no_funds', { sum })` */
  text(lng: string, key: string, params?: Record<string, string | number>): string
  has(lng: string, key: string): boolean
  /** Dictionaries of one language as they lie on disk: unit → key → text. */
  dictionary(lng: string): Record<string, Record<string, string>>
  languages: string[]
}

/** Texts of files that somebody edits while the process runs. */
export interface EditedTexts extends Texts {
  /** Reads all files anew; throws what is wrong with one of them and then leaves all as it was. */
  reload(): void
}

type Dictionaries = Record<string, Record<string, Record<string, string>>>

function readDictionaries(dir: string): Dictionaries {
  const found: Dictionaries = {}
  for (const lng of readdirSync(dir)) {
    found[lng] = {}
    for (const file of readdirSync(join(dir, lng))) {
      if (!file.endsWith('.json')) continue
      found[lng][file.slice(0, -5)] = JSON.parse(readFileSync(join(dir, lng, file), 'utf8')) as Record<string, string>
    }
  }
  return found
}

/** `signOf`: how a currency is signed, "₸" for KZT; left out: as the language's own tables have it. */
export function loadTexts(dir: string, signOf: (code: string) => string | undefined = () => undefined): EditedTexts {
  let dictionaries = readDictionaries(dir)
  const instance: i18n = i18next.createInstance()
  void instance.init({
    resources: dictionaries,
    lng: 'ru',
    fallbackLng: ['en', 'ru'],
    keySeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  // `{{sum, money}}`: decimal text, its currency behind it or as a parameter of the same sentence.
  instance.services.formatter!.add('money', (value: unknown, lng, { currency }: { currency?: unknown }) =>
    readableMoney(String(value), typeof currency === 'string' ? currency : '', { lng: lng ?? 'en', signOf }),
  )
  // `{{until, instant}}`: unix milliseconds. Where the reader lives is not known here, so the zone stands beside the time.
  instance.services.formatter!.add('instant', (value: unknown, lng) => instantInWords(Number(value), lng ?? 'en'))
  // `{{country, country}}`: a code of two letters.
  instance.services.formatter!.add('country', (value: unknown, lng) => displayName(String(value), 'region', lng ?? 'en'))
  return {
    text: (lng, key, params) => instance.t(key, { lng, ...params }),
    has: (lng, key) => {
      const [unit, name] = key.split(':')
      return dictionaries[lng]?.[unit!]?.[name!] !== undefined
    },
    dictionary: (lng) => dictionaries[lng] ?? {},
    languages: Object.keys(dictionaries),
    reload() {
      dictionaries = readDictionaries(dir)
      for (const [lng, units] of Object.entries(dictionaries))
        for (const [unit, keys] of Object.entries(units)) {
          instance.removeResourceBundle(lng, unit)
          instance.addResourceBundle(lng, unit, keys)
        }
    },
  }
}

function instantInWords(at: number, lng: string): string {
  const format = new Intl.DateTimeFormat(intlLanguage(lng), { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(at)} UTC`
}

/** "20000.00 KZT" as people write it, whole in a sentence of the other direction; what is no sum stays as it is. */
function readableMoney(
  text: string,
  currency: string,
  { lng, signOf }: { lng: string; signOf: (code: string) => string | undefined },
): string {
  const [, whole, decimals = '', code = currency] = /^(-?\d+)(?:\.(\d+))?(?: ([A-Z0-9]+))?$/.exec(text) ?? []
  if (whole === undefined) return text
  const symbol = signOf(code)
  const view = { code, exponent: decimals.length, ...(symbol ? { symbol } : {}) }
  return moneyInSentence(BigInt(whole + decimals), view, lng)
}
