/** Where a visitor is, from a database file that the operator gives (MaxMind's format, GEOIP_DB). */
import { existsSync, readFileSync } from 'node:fs'
import { Reader, type CityResponse } from 'maxmind'
import { EnvError } from '#platform/server/env.ts'

export type CountryOf = (ip: string) => string | null

export interface Geo {
  countryOf: CountryOf
  /** The country with the point of the town, which only files of cities have. */
  placeOf(ip: string): { country: string; point: { latitude: number; longitude: number } | null } | null
}

/**
 * Reads the whole file once: a look-up costs microseconds and no I/O. Country and city files will do. Null for
 * addresses that the file does not know. Throws EnvError when the file is missing or no such database.
 */
export function openGeo(file: string | null): Geo {
  if (file === null) return { countryOf: () => null, placeOf: () => null }
  if (!existsSync(file)) throw new EnvError(`GEOIP_DB: no file at ${file}`)
  let reader: Reader<CityResponse>
  try {
    reader = new Reader<CityResponse>(readFileSync(file))
  } catch {
    throw new EnvError(`GEOIP_DB: ${file} is not a MaxMind database`)
  }
  const placeOf: Geo['placeOf'] = (ip) => {
    try {
      const found = reader.get(ip)
      const country = found?.country?.iso_code
      if (country === undefined || !/^[A-Z]{2}$/.test(country)) return null
      const { latitude, longitude } = found?.location ?? {}
      return { country, point: latitude === undefined || longitude === undefined ? null : { latitude, longitude } }
    } catch {
      // An address of a kind that the file does not hold (IPv6 in an IPv4 file) has no known country.
      return null
    }
  }
  return { placeOf, countryOf: (ip) => placeOf(ip)?.country ?? null }
}
