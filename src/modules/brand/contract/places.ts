/** Hosts, countries, currencies and languages as a brand writes them. */
import { z } from 'zod'
import { languageTag } from '#lib/language-tag.ts'
import countries from '#seed/countries.json' with { type: 'json' }
import currencies from '#seed/currencies.json' with { type: 'json' }

/** As it is compared with the host of a call, which has lost its capitals and its port by then. */
export const hostName = z
  .string()
  .max(200)
  .regex(/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/, 'must be the name of a host in small letters, without a port')

const known: ReadonlySet<string> = new Set((countries as [number, string, string, string, string][]).map(([, , , alpha2]) => alpha2))

export const country = z.string().refine((code) => known.has(code), 'is no country (two capitals as in ISO 3166)')

const codes: ReadonlySet<string> = new Set((currencies as unknown as [number, string][]).map(([, code]) => code))

export const currency = z.string().refine((code) => codes.has(code), 'is no currency of the house (its code, in capitals)')

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Two letters, as they stand in addresses; ours among them (`tw`, `br`). */
export const language = z
  .string()
  .refine((code) => /^[a-z]{2}$/.test(code) && names.of(languageTag(code)) !== undefined, 'is no language (two small letters)')
