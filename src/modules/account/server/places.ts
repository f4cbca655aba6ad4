/** Regions and greater cities: seed/regions.json (region, country, English and Russian name, cities). Ids are never reused. */
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/server/http.ts'
import rows from '#seed/regions.json' with { type: 'json' }
import { citiesCall, regionsCall } from '../contract/places.ts'
import { countryByCode } from './countries.ts'

type CityRow = [id: number, en: string, ru: string]
type Row = [id: number, iso: string, en: string, ru: string, cities: CityRow[]]

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

const byName = (lng: string) => (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, lng)

export function placeRoutes(app: FastifyInstance): void {
  route(app, regionsCall, ({ lng }, { body }) => {
    const country = countryByCode(String(body.country_id))
    const named = (byIso.get(country?.iso ?? '') ?? []).map(([region_id, , en, ru]) => ({ region_id, name: RUSSIAN.has(lng) ? ru : en }))
    return named.toSorted(byName(lng))
  })
  route(app, citiesCall, ({ lng }, { body }) => {
    const cities = byId.get(body.region_id)?.[4] ?? []
    return cities.map(([city_id, en, ru]) => ({ city_id, name: RUSSIAN.has(lng) ? ru : en })).toSorted(byName(lng))
  })
}
