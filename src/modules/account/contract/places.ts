/** Regions and cities of a country (wire 13.1). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { wireInt } from '#platform/shared/wire-schema.ts'

const id = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)

export const regionsCall = endpoint({
  method: 'POST',
  path: office('getRegions'),
  envelope: 'C',
  auth: 'none',
  wire: true,
  /** Number of the country, or its two letters. */
  body: z.object({ country_id: z.union([z.string().regex(/^[A-Za-z]{2}$/), wireInt(0, 2 ** 31 - 1)]) }),
  reply: z.array(z.object({ region_id: z.number().int(), name: z.string() })),
  summary: 'Regions of a country; none for a country whose regions are not known, there the city is typed',
})

export const citiesCall = endpoint({
  method: 'POST',
  path: office('getCitiesByRegion'),
  envelope: 'C',
  auth: 'none',
  wire: true,
  body: z.object({ region_id: id }),
  reply: z.array(z.object({ city_id: z.number().int(), name: z.string() })),
  summary: 'Greater cities of a region; one that is missing is typed',
})
