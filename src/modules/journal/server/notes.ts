/** Rows that are written once and stand by themselves: what players did to their limits, what providers said (migration 0145). */
import { sql } from 'kysely'
import type { Statement } from '#platform/server/checks.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { NOTE_KINDS } from '../rules/entry.ts'
import { idList, type Document } from './documents.ts'

type NoteKind = (typeof NOTE_KINDS)[keyof typeof NOTE_KINDS]

/** By the number in `journal_due.what`. */
export const NOTES_DUE: ReadonlyMap<number, NoteKind> = new Map([
  [4, NOTE_KINDS.protection],
  [5, NOTE_KINDS.callback],
])

interface NoteRow {
  id: bigint
  at: Date
  told: unknown[]
}

/** Rows that do not exist are not in the answer. */
export async function noteDocuments(db: Db | Tx, kind: number, ids: readonly bigint[]): Promise<Map<bigint, Document>> {
  if (ids.length === 0) return new Map()
  const list = idList(ids)
  const { rows } =
    kind === NOTE_KINDS.protection
      ? await sql<NoteRow>`SELECT id, at, json_build_array(player_id, what, details::text) AS told
          FROM protection_event WHERE id = ANY(${list}::bigint[])`.execute(db)
      : await sql<NoteRow>`SELECT id, received_at AS at, json_build_array(provider, event_id, encode(body_hash, 'hex'), outcome) AS told
          FROM payment_callback WHERE id = ANY(${list}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, at, told }) => [id, { v: 1, document: 'note', kind, row: String(id), at: at.getTime(), told }]))
}

const coverOf = (name: string, table: string, kind: NoteKind, what: number): Statement => ({
  name,
  text: `SELECT r.id::text AS what FROM ${table} r
    WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.subject = r.id AND j.kind = ${kind} AND j.account_id = 0 AND j.n = 0)
      AND NOT EXISTS (SELECT 1 FROM journal_due d WHERE d.what = ${what} AND r.id = ANY(d.ids)) ORDER BY r.id`,
})

export const NOTES_COVER: readonly Statement[] = [
  coverOf('journal: every change of a limit or a break is in it', 'protection_event', NOTE_KINDS.protection, 4),
  coverOf('journal: every word of a provider is in it', 'payment_callback', NOTE_KINDS.callback, 5),
]
