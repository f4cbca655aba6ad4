/** SQL of limits, exclusions and their history. */
import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import type { Exclusion } from '../rules/exclusion.ts'
import type { LimitKind, LimitPeriod, OwnLimit } from '../rules/limits.ts'
import type { ProtectionExclusionTable, ProtectionLimitTable } from './tables.ts'

export interface StoredLimit extends OwnLimit {
  id: number
  playerId: number
  kind: LimitKind
  period: LimitPeriod
  currencyId: number
}

export interface StoredExclusion extends Exclusion {
  id: number
  playerId: number
  period: string
}

/** First of a player's changes and deposits, then whoever comes next: none is decided on what another is changing. */
export async function lockPlayer(tx: Tx, playerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.protection}, ${playerId})`.execute(tx)
}

function limitOf(row: Selectable<ProtectionLimitTable>): StoredLimit {
  return {
    id: row.id,
    playerId: row.player_id,
    kind: row.kind,
    period: row.period,
    currencyId: row.currency_id,
    amount: row.amount,
    startsAt: row.starts_at.getTime(),
    pending:
      row.pending_asked_at && row.pending_from
        ? { amount: row.pending_amount, askedAt: row.pending_asked_at.getTime(), activeFrom: row.pending_from.getTime() }
        : null,
  }
}

export async function listLimits(db: Db | Tx, playerId: number): Promise<StoredLimit[]> {
  return (await db.selectFrom('protection_limit').selectAll().where('player_id', '=', playerId).orderBy('id').execute()).map(limitOf)
}

/** Null for an unknown limit and for one of somebody else (WEB-01). */
export async function selectLimitOptional(tx: Tx, playerId: number, id: number): Promise<StoredLimit | null> {
  const row = await tx.selectFrom('protection_limit').selectAll().where('id', '=', id).where('player_id', '=', playerId).executeTakeFirst()
  return row ? limitOf(row) : null
}

const columnsOf = (limit: OwnLimit) => ({
  amount: limit.amount,
  starts_at: new Date(limit.startsAt),
  pending_amount: limit.pending?.amount ?? null,
  pending_asked_at: limit.pending ? new Date(limit.pending.askedAt) : null,
  pending_from: limit.pending ? new Date(limit.pending.activeFrom) : null,
})

export async function insertLimit(tx: Tx, given: Omit<StoredLimit, 'id'>): Promise<StoredLimit> {
  const { playerId, kind, period, currencyId } = given
  const row = await tx
    .insertInto('protection_limit')
    .values({ player_id: playerId, kind, period, currency_id: currencyId, ...columnsOf(given) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return limitOf(row)
}

export async function updateLimit(tx: Tx, id: number, limit: OwnLimit): Promise<void> {
  await tx.updateTable('protection_limit').set(columnsOf(limit)).where('id', '=', id).execute()
}

export async function deleteLimit(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('protection_limit').where('id', '=', id).execute()
}

export function exclusionOf(row: Selectable<ProtectionExclusionTable>): StoredExclusion {
  return {
    id: row.id,
    playerId: row.player_id,
    kind: row.kind,
    period: row.period,
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? null,
    reopenAskedAt: row.reopen_asked_at?.getTime() ?? null,
  }
}

export async function listExclusions(db: Db | Tx, playerId: number): Promise<StoredExclusion[]> {
  const rows = await db.selectFrom('protection_exclusion').selectAll().where('player_id', '=', playerId).orderBy('id').execute()
  return rows.map(exclusionOf)
}

/** Of many players at once. */
export async function listExclusionsOf(db: Db | Tx, playerIds: readonly number[]): Promise<StoredExclusion[]> {
  if (playerIds.length === 0) return []
  const { rows } = await sql<Selectable<ProtectionExclusionTable>>`
    SELECT * FROM protection_exclusion WHERE player_id = ANY(${`{${playerIds.join()}}`}::int[]) ORDER BY id`.execute(db)
  return rows.map(exclusionOf)
}

/** What is told of a change, in text. */
export async function insertEvent(tx: Tx, playerId: number, what: string, details: Record<string, string>, at: Date): Promise<void> {
  await tx
    .insertInto('protection_event')
    .values({ player_id: playerId, what, details: JSON.stringify(details), at })
    .execute()
}

export const EVENTS_PAGE = 20

export async function listEvents(
  db: Db,
  playerId: number,
  page: number,
): Promise<{ rows: { id: bigint; what: string; details: Record<string, string>; at: Date }[]; pages: number }> {
  const of = db.selectFrom('protection_event').where('player_id', '=', playerId)
  const { n } = await of.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow()
  const rows = await of
    .selectAll()
    .orderBy('id', 'desc')
    .limit(EVENTS_PAGE)
    .offset((page - 1) * EVENTS_PAGE)
    .execute()
  return {
    rows: rows.map((row) => ({ ...row, details: row.details as Record<string, string> })),
    pages: Math.ceil(Number(n) / EVENTS_PAGE),
  }
}
