/** Countries by their letters: seed/countries.json (id, name, lower code, ISO code, phone code). */
import rows from '#seed/countries.json' with { type: 'json' }
import written from '#seed/names-countries.json' with { type: 'json' }

export interface Country {
  id: number
  name: string
  iso: string
  phoneCode: string
}

type Row = [number, string, string, string, string]

/** Plays for itself, but its people are of French Polynesia, which has the same code. */
const TAHITI = 200

/** Without the rows that stand for a continent or the world: nobody lives there by law. */
const list: Country[] = (rows as unknown as Row[])
  .filter(([id, , , iso]) => iso !== '' && id !== TAHITI)
  .map(([id, name, , iso, phoneCode]) => ({ id, name, iso, phoneCode }))
const byCode = new Map(list.map((country) => [country.iso, country]))
const byId = new Map(list.map((country) => [country.id, country]))

export const countries: readonly Country[] = list

/** Languages of the written names, in their order. */
const WRITTEN = ['en', 'ru', 'ar']
const names = written as unknown as Record<string, string[]>

/** In a language that has written names, else in English. Browsers know most countries by themselves and ask here for the rest. */
export function countryName({ iso, name }: Country, lng: string): string {
  return (lng === 'en' ? undefined : names[iso]?.[WRITTEN.indexOf(lng)]) ?? name
}

/** By two letters, or by our own id as text. */
export function countryByCode(text: string): Country | undefined {
  return /^\d{1,7}$/.test(text) ? byId.get(Number(text)) : byCode.get(text.toUpperCase())
}
