/** A database belongs to the keys that it was begun with: under others its sealed values do not open and its marks match nobody. */
import { sql } from 'kysely'
import { inTx, type Db } from '#platform/server/db.ts'
import { EnvError } from '#platform/server/env.ts'
import type { KeyService } from './keys.ts'

const SETTING = 'keys'

/**
 * Notes the fingerprints of the keys, and compares them at every later start. Keys are rotated by adding one to `sealKeys` and
 * naming it in `currentSealKey`: a new one is noted, one that is missing or another under its name is refused. Throws EnvError.
 */
export async function refuseOtherKeys(db: Db, keys: KeyService): Promise<void> {
  const own = keys.fingerprints()
  const other = await inTx(db, async (tx) => {
    await sql`INSERT INTO setting (key, value) VALUES (${SETTING}, ${JSON.stringify(own)}::jsonb) ON CONFLICT (key) DO NOTHING`.execute(tx)
    const { rows } = await sql<{ value: Record<string, string> }>`SELECT value FROM setting WHERE key = ${SETTING} FOR UPDATE`.execute(tx)
    const known = rows[0]!.value
    const differing = Object.keys(known).find((name) => own[name] !== known[name])
    if (differing !== undefined) return differing
    if (Object.keys(own).some((name) => known[name] === undefined))
      await sql`UPDATE setting SET value = ${JSON.stringify(own)}::jsonb WHERE key = ${SETTING}`.execute(tx)
    return null
  })
  if (other !== null)
    throw new EnvError(
      `POLOSA_KEYS: this database was begun with other keys (${other} is missing or differs): give it its own key file, every process the same`,
    )
}
