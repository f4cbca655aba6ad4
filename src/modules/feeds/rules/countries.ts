/** Country codes of feeds against our country ids (seed/countries.json); what is not a country is 225, the world. */
import table from '#seed/countries.json' with { type: 'json' }

const rows = table as unknown as [id: number, en: string, two: string, iso: string, phone: string][]

export const INTERNATIONAL = 225
const EUROPE = 223

const byCode = new Map<string, number>(rows.filter(([, , , iso]) => iso !== '').map(([id, , , iso]) => [iso, id]))
const codes = new Map<number, string>(rows.filter(([, , , iso]) => iso !== '').map(([id, , , iso]) => [id, iso]))

/** M49 numbers of feeds and the words that sources use for confederations. */
const regions: Record<string, string> = {
  EUROPE: '150',
  AFRICA: '002',
  NCAMERICA: '003',
  SAMERICA: '005',
  ASIA: '142',
  OCEANIA: '009',
  WORLD: '001',
  INT: '001',
}

/** ISO 3166-1 alpha-2, 'GB-ENG', 'XK' or an M49 number, upper case; confederation words become numbers. */
export function canonicalCountryCode(code: string): string {
  const upper = code.trim().toUpperCase()
  return regions[upper] ?? (upper === 'UK' ? 'GB' : upper)
}

/** The table names the United States without a code. */
byCode.set('US', 153)
codes.set(153, 'US')

/** Own numbers start at 1,000,000 (wire 1.32): the home nations and the kingdom itself are not in the table. */
const OWN: Record<string, number> = { GB: 1_000_000, 'GB-ENG': 1_000_001, 'GB-SCT': 1_000_002, 'GB-WLS': 1_000_003, 'GB-NIR': 1_000_004 }
for (const [code, id] of Object.entries(OWN)) {
  byCode.set(code, id)
  codes.set(id, code)
}
export function homeNations(): [id: number, code: string][] {
  return Object.entries(OWN).map(([code, id]) => [id, code])
}

/** A two-letter code that the table lacks keeps a number that can be read back. */
const OWN_ISO = 1_001_000

/** Our id of a country or region code; unknown codes that are no country are the world. */
export function countryIdOf(code: string): number {
  const canonical = canonicalCountryCode(code)
  if (canonical === '150') return EUROPE
  const known = byCode.get(canonical)
  if (known !== undefined) return known
  if (!/^[A-Z]{2}$/.test(canonical)) return INTERNATIONAL
  return OWN_ISO + (canonical.charCodeAt(0) - 65) * 26 + (canonical.charCodeAt(1) - 65)
}

/** Countries whose clubs play for the cups of Europe. */
const EUROPEAN =
  'AD AL AM AT AZ BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GB-ENG GB-NIR GB-SCT GB-WLS GE GI GR HR HU IE IL IS IT KZ LI LT LU LV MC MD ME ' +
  'MK MT NL NO PL PT RO RS RU SE SI SK SM TR UA VA XK'
const european = new Set([EUROPE, ...EUROPEAN.split(' ').map(countryIdOf)])

/** A country of Europe, or Europe itself: its cups. */
export function isOfEurope(countryId: number | undefined): boolean {
  return countryId !== undefined && european.has(countryId)
}

export function countryCodeOf(countryId: number): string {
  const known = codes.get(countryId)
  if (known !== undefined) return known
  const own = countryId - OWN_ISO
  if (own >= 0 && own < 26 * 26) return String.fromCharCode(65 + Math.trunc(own / 26), 65 + (own % 26))
  return countryId === EUROPE ? '150' : '001'
}
