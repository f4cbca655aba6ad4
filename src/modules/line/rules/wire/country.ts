/** Names of countries by our id (wire dictionaries): the language's own names where the platform has them. */
import { countryCodeOf, homeNations } from '#modules/feeds/rules/countries.ts'
import table from '#seed/countries.json' with { type: 'json' }
import written from '#seed/names-countries.json' with { type: 'json' }

export interface Country {
  id: number
  en: string
  /** Two letters, upper case. */
  code: string
}

const rows = table as unknown as [number, string, string, string, string][]
const countries = new Map<number, Country>(rows.map(([id, en, , code]) => [id, { id, en, code }]))
/** Languages of the written names, in their order. */
const WRITTEN = ['en', 'ru', 'ar']
const names = written as unknown as Record<string, string[]>
const displays = new Map<string, Intl.DisplayNames | null>()

/** Everything that a championship may name, the home nations too: they play for themselves and are not in the table. */
export function allCountries(): Country[] {
  const nations = homeNations().map(([id, code]) => ({ id, en: countryName(id, 'en'), code: code.slice(0, 2) }))
  return [...countries.values(), ...nations]
}

/** Name of a country, also of one that has a number of our own (England, Russia); '' when there is none. */
export function countryName(id: number, lng: string): string {
  const code = countryCodeOf(id)
  const written = names[code]?.[WRITTEN.indexOf(lng)]
  if (written) return written
  const english = names[code]?.[0] ?? countries.get(id)?.en ?? ''
  if (lng === 'en' && english) return english
  return (/^[A-Z]{2}$|^\d{3}$/.test(code) ? regionName(code, lng) : undefined) ?? english
}

function regionName(code: string, lng: string): string | undefined {
  if (!displays.has(lng)) displays.set(lng, displayNames(lng))
  const name = displays.get(lng)?.of(code)
  return name === undefined || name === code ? undefined : name.charAt(0).toUpperCase() + name.slice(1)
}

function displayNames(lng: string): Intl.DisplayNames | null {
  try {
    return new Intl.DisplayNames([lng, 'en'], { type: 'region', fallback: 'none' })
  } catch {
    // A language tag that Intl refuses is answered in English.
    return null
  }
}
