/** Names as shown: dictionary first, transcription for the rest (feeds §12). */
import type { Names } from '#modules/feeds/rules/fact.ts'
import clubs from '#seed/names-clubs.json' with { type: 'json' }
import countries from '#seed/names-countries.json' with { type: 'json' }
import leagues from '#seed/names-leagues.json' with { type: 'json' }
import { canonicalCountryCode } from '../countries.ts'
import { shortName } from './short-name.ts'
import { transcribe } from './transcribe.ts'

const CLUBS = clubs as Record<string, Record<string, string>>
const COUNTRIES = countries as unknown as Record<string, [en: string, ru: string, ar: string]>
const LEAGUES = leagues as unknown as Record<string, [en: string, ru: string, ar?: string]>

export type NameKind = 'club' | 'country' | 'person'

/** Names of a country by ISO 3166-1, GB-ENG …, an M49 code or the word of a source for it (EUROPE); the code itself when it is unknown. */
export function countryNames(code: string): Names {
  const [en, ru, ar] = COUNTRIES[canonicalCountryCode(code)] ?? [code, code, code]
  return { en, ru, ar }
}

/** Names of a football league or cup of our tables: "<Country>. <League>". */
export function leagueNames(key: string, countryCode: string, delivered: string): Names {
  const [en, ru, ar] = LEAGUES[key] ?? [delivered, transcribe(delivered, countryCode)]
  return under(countryCode, { en, ru, ...(ar === undefined ? {} : { ar }) })
}

/** "<Country>. <Name>" in every language of the name. */
export function under(countryCode: string, names: Names): Names {
  const country = countryNames(countryCode)
  return Object.fromEntries(Object.entries(names).map(([lang, name]) => [lang, `${country[lang] ?? country['en']}. ${name}`]))
}

/** Display names of a competitor. `short` is the short name when the caller resolved equal ones (short-name.ts). */
export function displayNames(name: string, countryCode: string, kind: NameKind, short = shortName(name)): Names {
  if (kind === 'country') return countryNames(countryCode)
  if (kind === 'person') return { en: name, ru: transcribe(name, countryCode) }
  const own = CLUBS[countryCode]
  return { en: short, ru: own?.[name] ?? own?.[short] ?? transcribe(short, countryCode) }
}
