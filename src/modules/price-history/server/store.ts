/** Histories in the database: one row a game, points packed. */
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import { GameHistory } from '../rules/game-history.ts'
import './tables.ts'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)
/** Quick and still a third of the size: points of a game look alike. */
const LEVEL = 1
const MAX_UNPACKED = 8 * 1024 * 1024
/** Games in one statement: three hundred at once would keep everybody waiting while they are written out. */
const ROWS = 40

export async function listHistories(db: Db, cis: readonly number[]): Promise<Map<number, GameHistory>> {
  const found = new Map<number, GameHistory>()
  if (cis.length === 0) return found
  const rows = await db.selectFrom('price_history').select(['ci', 'names', 'points']).where('ci', 'in', cis).execute()
  for (const { ci, names, points } of rows) {
    const bytes = await unpack(points, { maxOutputLength: MAX_UNPACKED })
    const copy = new Uint8Array(bytes)
    found.set(ci, GameHistory.decode(names, new Uint32Array(copy.buffer, 0, Math.floor(copy.length / 4))))
  }
  return found
}

/** False when another process is writing. */
export async function upsertHistories(db: Db, histories: ReadonlyMap<number, GameHistory>, at: Date): Promise<boolean> {
  const rows: Row[] = []
  for (const [ci, history] of histories) {
    const { names, points } = history.encode()
    rows.push({ ci, names, points: await pack(Buffer.from(points.buffer, points.byteOffset, points.byteLength), { level: LEVEL }) })
  }
  return db.transaction().execute(async (tx) => {
    // Only one process writes at a time; the others try again at their next turn.
    const locked = await sql<{ ok: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCKS.priceHistory}) AS ok`.execute(tx)
    if (!locked.rows[0]!.ok) return false
    for (let from = 0; from < rows.length; from += ROWS) await upsertRows(tx, rows.slice(from, from + ROWS), at)
    return true
  })
}

interface Row {
  ci: number
  names: string
  points: Buffer
}

async function upsertRows(db: Db, rows: readonly Row[], at: Date): Promise<void> {
  await db
    .insertInto('price_history')
    .values(rows.map((row) => ({ ...row, updated_at: at })))
    .onConflict((conflict) =>
      conflict.column('ci').doUpdateSet((excluded) => ({
        names: excluded.ref('excluded.names'),
        points: excluded.ref('excluded.points'),
        updated_at: excluded.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Not those of games that are still offered: their prices may have stood for weeks. */
export async function deleteHistories(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM price_history h WHERE updated_at < ${before} AND NOT EXISTS (
    SELECT 1 FROM game g WHERE g.ci = h.ci AND g.status NOT IN ('ended', 'closed', 'cancelled', 'abandoned'))`.execute(db)
}
