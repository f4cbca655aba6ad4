/** The keys that a database knows to sign its journal. A receipt signed by any other is foreign to all who check it. */
import { sql } from 'kysely'
import type { Millis } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { EnvError } from '#platform/server/env.ts'
import { LOCKS } from '#platform/server/locks.ts'
import { keyId, type JournalKey } from './key.ts'

/**
 * The first key of a database is noted, and so is a new one that was `chosen` by name (POLOSA_JOURNAL_KEY). One that a machine has
 * merely made for itself beside those is refused. Throws EnvError.
 */
export async function refuseOtherJournalKey(db: Db, key: JournalKey, { chosen, now }: { chosen: boolean; now: Millis }): Promise<void> {
  const known = await inTx(db, async (tx) => {
    // Of two machines that begin one database with keys of their own, the second is refused.
    await sql`SELECT pg_advisory_xact_lock(${LOCKS.journalKey})`.execute(tx)
    const ids = (await listKeys(tx)).map(({ id }) => id)
    if (ids.length > 0 && !ids.includes(key.id) && !chosen) return ids
    await noteKey(tx, key, now)
    return null
  })
  if (known)
    throw new EnvError(
      `POLOSA_JOURNAL_KEY: receipts of this database are signed with another key (${known.at(-1)!}) than the one under POLOSA_HOME (${key.id}): give every machine the same key, or name a new one here`,
    )
}

export async function noteKey(tx: Tx, { id, publicKey }: JournalKey, at: Millis): Promise<void> {
  await sql`INSERT INTO journal_key (id, public_key, first_at) VALUES (${id}, ${publicKey}, ${new Date(at)}) ON CONFLICT DO NOTHING`.execute(
    tx,
  )
}

/** Oldest first. */
export async function listKeys(db: Db | Tx): Promise<{ id: string; publicKey: Buffer }[]> {
  const { rows } = await sql<{ id: string; public_key: Buffer }>`SELECT id, public_key FROM journal_key ORDER BY first_at, id`.execute(db)
  return rows.map(({ id, public_key }) => ({ id, publicKey: public_key })).filter(({ id, publicKey }) => keyId(publicKey) === id)
}
