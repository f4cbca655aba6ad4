/**
 * Regions and greater cities: seed/regions.json (region, country, its names in English, Russian and Arabic, cities). Names
 * are written by people, never spelled out by a machine: cities have Latin and Russian ones only. Ids are never reused.
 */
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/server/http.ts'
import rows from '#seed/regions.json' with { type: 'json' }
import { citiesCall, regionsCall } from '../contract/places.ts'
import { countryByCode } from './countries.ts'

type CityRow = [id: number, en: string, ru: string]
type Row = [id: number, iso: string, en: string, ru: string, ar: string, cities: CityRow[]]

const regions = rows as unknown as Row[]
const byIso = Map.groupBy(regions, ([, iso]) => iso)
const byId = new Map(regions.map((region) => [region[0], region]))

/** Languages whose readers know the Russian names; all others get the Latin ones. */
const RUSSIAN: ReadonlySet<string> = new Set(['ru', 'kk', 'ky', 'be', 'uk', 'tg'])

/** Whether a region lies in a country. */
export function regionIsOf(regionId: number, countryId: number): boolean {
  const region = byId.get(regionId)
  return region !== undefined && countryByCode(region[1])?.id === countryId
}

/** `ar` also where a region of its readers stands behind it. */
const regionName = (lng: string, [, , en, ru, ar]: Row) => (RUSSIAN.has(lng) ? ru : /^ar\b/.test(lng) ? ar : en)

const byName = (lng: string) => (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, lng)

export function placeRoutes(app: FastifyInstance): void {
  route(app, regionsCall, ({ lng }, { body }) => {
    const country = countryByCode(String(body.country_id))
    const named = (byIso.get(country?.iso ?? '') ?? []).map((row) => ({ region_id: row[0], name: regionName(lng, row) }))
    return named.toSorted(byName(lng))
  })
  route(app, citiesCall, ({ lng }, { body }) => {
    const cities = byId.get(body.region_id)?.[5] ?? []
    return cities.map(([city_id, en, ru]) => ({ city_id, name: RUSSIAN.has(lng) ? ru : en })).toSorted(byName(lng))
  })
}
