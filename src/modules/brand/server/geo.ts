/** The visitor's country from a database file that the operator gives (MaxMind's format, GEOIP_DB). */
import { existsSync, readFileSync } from 'node:fs'
import { Reader, type CountryResponse } from 'maxmind'

export type CountryOf = (ip: string) => string | null

/**
 * Reads the whole file once: a look-up costs microseconds and no I/O. Country and city files will do. Null for
 * addresses that the file does not know. Throws with one sentence when the file is missing or no such database.
 */
export function openGeo(file: string | null): CountryOf {
  if (file === null) return () => null
  if (!existsSync(file)) throw new Error(`GEOIP_DB: no file at ${file}`)
  let reader: Reader<CountryResponse>
  try {
    reader = new Reader<CountryResponse>(readFileSync(file))
  } catch {
    throw new Error(`GEOIP_DB: ${file} is not a MaxMind database`)
  }
  return (ip) => {
    try {
      const code = reader.get(ip)?.country?.iso_code
      return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
    } catch {
      // An address of a kind that the file does not hold (IPv6 in an IPv4 file) has no known country.
      return null
    }
  }
}
