/** Names of countries by our id (wire dictionaries): the language's own names where the platform has them. */
import table from '#seed/countries.json' with { type: 'json' }

/** Our id of "international". */
export const WORLD = 225

export interface Country {
  id: number
  en: string
  /** Two letters, upper case. */
  code: string
}

const rows = table as unknown as [number, string, string, string, string][]
const countries = new Map<number, Country>(rows.map(([id, en, , code]) => [id, { id, en, code }]))
const displays = new Map<string, Intl.DisplayNames | null>()

export function allCountries(): IterableIterator<Country> {
  return countries.values()
}

export function countryName(id: number, lng: string): string {
  if (id === WORLD) return regionName('001', lng) ?? countries.get(id)?.en ?? ''
  const country = countries.get(id)
  if (!country) return ''
  if (lng === 'en' || !/^[A-Z]{2}$/.test(country.code)) return country.en
  return regionName(country.code, lng) ?? country.en
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
