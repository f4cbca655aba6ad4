/** How a part of a call's input is read by its contract: query, body or places of the path. */
import type { z } from 'zod'
import { plainReader, UNSURE } from './plain-input.ts'
import { matchKeys, soundNumbers } from './wire-input.ts'

export type PartReader = (given: unknown) => { success: true; data: unknown } | { success: false; error: z.ZodError }

/** The plain reader first, the schema for whatever it is not sure of. `anyCase`: as calls of the wire are read. */
export function partReader(schema: z.ZodType, { anyCase }: { anyCase: boolean }): PartReader {
  const plain = plainReader(schema, { anyCase })
  const prepared = anyCase ? matchKeys : soundNumbers
  return (given) => {
    const data = plain ? plain(given) : UNSURE
    return data === UNSURE ? schema.safeParse(prepared(schema, given)) : { success: true, data }
  }
}
