/** Rows of identification. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import type { ProofOf } from '../rules/state.ts'
import type { RequestTable } from './tables.ts'

export type RequestRow = Selectable<RequestTable>

/** Steps of one player are written one after the other. */
export async function lockPlayer(tx: Tx, playerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.identity}, ${playerId})`.execute(tx)
}

/** In the order in which they were made. */
export async function listRequests(db: Db | Tx, playerId: number): Promise<RequestRow[]> {
  return db.selectFrom('identity_request').selectAll().where('player_id', '=', playerId).orderBy('id').execute()
}

export function proofOf(row: Pick<RequestRow, 'kind' | 'state' | 'valid_until'>): ProofOf {
  return { kind: row.kind, state: row.state, validUntil: row.valid_until?.getTime() ?? null }
}

export interface NewRequest {
  playerId: number
  brand: string
  kind: RequestRow['kind']
  state: 'started' | 'pending'
  docType?: number
  sealedFields?: string | null
  numberMac?: Buffer | null
  documentUntil?: Date | null
  session?: { id: string; provider: string; flowType: string; code: string; until: Date }
  at: Date
}

export async function insertRequest(tx: Tx, given: NewRequest): Promise<RequestRow> {
  return tx
    .insertInto('identity_request')
    .values({
      player_id: given.playerId,
      brand: given.brand,
      kind: given.kind,
      state: given.state,
      doc_type: given.docType ?? 0,
      sealed_fields: given.sealedFields ?? null,
      number_mac: given.numberMac ?? null,
      document_until: given.documentUntil ?? null,
      provider: given.session?.provider ?? '',
      session_id: given.session?.id ?? null,
      flow_type: given.session?.flowType ?? '',
      verification_code: given.session?.code ?? '',
      session_until: given.session?.until ?? null,
      score: null,
      created_at: given.at,
      decided_at: null,
      valid_until: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertStep(
  tx: Tx,
  step: { playerId: number; requestId: bigint | null; what: string; reason?: string; officer?: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('identity_step')
    .values({
      player_id: step.playerId,
      request_id: step.requestId,
      what: step.what,
      reason: step.reason ?? '',
      officer: step.officer ?? '',
      at: step.at,
    })
    .execute()
}

/**
 * Ends what a player has begun in this way and not finished; answers the names of those sessions. One whose answer is being
 * written just now ends by itself, and is not waited for: the answer waits for the player, whom we hold.
 */
export async function endStarted(tx: Tx, given: { playerId: number; kind: RequestRow['kind']; at: Date }): Promise<string[]> {
  const rows = await tx
    .selectFrom('identity_request')
    .select(['id', 'session_id'])
    .where('player_id', '=', given.playerId)
    .where('kind', '=', given.kind)
    .where('state', '=', 'started')
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of rows) {
    await tx.updateTable('identity_request').set({ state: 'timeout', decided_at: given.at }).where('id', '=', id).execute()
    await insertStep(tx, { playerId: given.playerId, requestId: id, what: 'replaced', at: given.at })
  }
  return rows.flatMap(({ session_id: session }) => session ?? [])
}

export async function selectBySessionOptional(db: Db | Tx, sessionId: string, playerId: number | null): Promise<RequestRow | null> {
  const query = db.selectFrom('identity_request').selectAll().where('session_id', '=', sessionId)
  return (await (playerId === null ? query : query.where('player_id', '=', playerId)).executeTakeFirst()) ?? null
}

export async function selectAndLockRequest(tx: Tx, id: bigint): Promise<RequestRow | null> {
  return (await tx.selectFrom('identity_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

export interface DocumentRow {
  id: bigint
  doc_type: number
  field: string
  file_id: bigint
  request_id: bigint | null
  at: Date
  state: RequestRow['state'] | null
  valid_until: Date | null
  comment: string | null
}

/** Files with the state of the request that they were handed in with, the latest first. */
export async function listDocuments(db: Db | Tx, playerId: number): Promise<DocumentRow[]> {
  return db
    .selectFrom('identity_document as d')
    .leftJoin('identity_request as r', 'r.id', 'd.request_id')
    .select(['d.id', 'd.doc_type', 'd.field', 'd.file_id', 'd.request_id', 'd.at', 'r.state', 'r.valid_until', 'r.comment'])
    .where('d.player_id', '=', playerId)
    .orderBy('d.id', 'desc')
    .limit(200)
    .execute()
}
