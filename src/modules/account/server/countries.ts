/** Countries by their letters: seed/countries.json (id, name, lower code, ISO code, phone code). */
import rows from '#seed/countries.json' with { type: 'json' }

export interface Country {
  id: number
  name: string
  iso: string
  phoneCode: string
}

type Row = [number, string, string, string, string]

const list: Country[] = (rows as unknown as Row[]).map(([id, name, , iso, phoneCode]) => ({ id, name, iso, phoneCode }))
const byCode = new Map(list.map((country) => [country.iso, country]))
const byId = new Map(list.map((country) => [country.id, country]))

export const countries: readonly Country[] = list

/** By two letters, or by our own id as text. */
export function countryByCode(text: string): Country | undefined {
  return /^\d{1,5}$/.test(text) ? byId.get(Number(text)) : byCode.get(text.toUpperCase())
}
