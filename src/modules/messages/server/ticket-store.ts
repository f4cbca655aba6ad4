/** Rows of questions, their lines and files. */
import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import type { TicketState } from '../rules/ticket.ts'
import type { TicketTable } from './tables.ts'

export type TicketRow = Selectable<TicketTable>

/** Questions of one player are written one after the other, so that their number is a number. */
export async function lockPlayerTickets(tx: Tx, playerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.tickets}, ${playerId})`.execute(tx)
}

export async function selectTicketOptional(db: Db | Tx, id: number, playerId: number | null): Promise<TicketRow | null> {
  const query = db.selectFrom('support_ticket').selectAll().where('id', '=', BigInt(id))
  return (await (playerId === null ? query : query.where('player_id', '=', playerId)).executeTakeFirst()) ?? null
}

export async function selectAndLockTicket(tx: Tx, id: number, playerId: number | null): Promise<TicketRow | null> {
  const query = tx.selectFrom('support_ticket').selectAll().where('id', '=', BigInt(id)).forUpdate()
  return (await (playerId === null ? query : query.where('player_id', '=', playerId)).executeTakeFirst()) ?? null
}

export interface NewLine {
  ticketId: bigint
  author: 'player' | 'operator'
  consultantId?: number
  officer?: string
  body: string
  fileId?: bigint
  at: Date
}

export async function insertLine(tx: Tx, line: NewLine): Promise<bigint> {
  const row = await tx
    .insertInto('support_line')
    .values({
      ticket_id: line.ticketId,
      author: line.author,
      consultant_id: line.consultantId ?? null,
      officer: line.officer ?? null,
      body: line.body,
      file_id: line.fileId ?? null,
      at: line.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateTicket(tx: Tx, id: bigint, state: TicketState, at: Date): Promise<void> {
  await tx.updateTable('support_ticket').set({ state, updated_at: at }).where('id', '=', id).execute()
}

export async function countOpenTickets(tx: Tx, playerId: number): Promise<number> {
  const row = await tx
    .selectFrom('support_ticket')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('player_id', '=', playerId)
    .where('state', '<>', 'closed')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Lines that the player wrote since, in all of his questions. */
export async function countLinesSince(tx: Db | Tx, playerId: number, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('support_line as l')
    .innerJoin('support_ticket as t', 't.id', 'l.ticket_id')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('t.player_id', '=', playerId)
    .where('l.author', '=', 'player')
    .where('l.at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Lines of a question, and how many of them carry a file. */
export async function countLines(tx: Db | Tx, ticketId: bigint): Promise<{ lines: number; files: number }> {
  const row = await tx
    .selectFrom('support_line')
    .select(({ fn }) => [fn.countAll<bigint>().as('lines'), fn.count<bigint>('file_id').as('files')])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return { lines: Number(row.lines), files: Number(row.files) }
}

export interface LineRow {
  id: bigint
  author: 'player' | 'operator'
  consultant_id: number | null
  officer: string | null
  body: string
  at: Date
  file_id: bigint | null
  file_name: string | null
  file_type: string | null
  file_size: number | null
}

/** Lines in order, with what is said of their files; the bytes stay where they are. */
export async function listLines(db: Db | Tx, ticketId: bigint): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT l.id, l.author, l.consultant_id, l.officer, l.body, l.at, l.file_id, f.name AS file_name, f.type AS file_type,
      f.size AS file_size
    FROM support_line l LEFT JOIN stored_file f ON f.id = l.file_id WHERE l.ticket_id = ${String(ticketId)}::bigint ORDER BY l.id`.execute(
    db,
  )
  return rows
}

/** `hasNew`: an operator's line that the player has not seen. */
export type ListedTicket = TicketRow & { hasNew: boolean }

export async function listTickets(db: Db, playerId: number, page: number, size: number): Promise<{ rows: ListedTicket[]; pages: number }> {
  const [rows, count] = await Promise.all([
    db
      .selectFrom('support_ticket as t')
      .selectAll('t')
      .select(
        sql<boolean>`EXISTS (SELECT 1 FROM support_line l WHERE l.ticket_id = t.id AND l.author = 'operator' AND l.id > t.seen_line)`.as(
          'hasNew',
        ),
      )
      .where('player_id', '=', playerId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db
      .selectFrom('support_ticket')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow(),
  ])
  return { rows, pages: Math.ceil(Number(count.n) / size) }
}

/** Whether a file belongs to a question, of this player when one is named. */
export async function hasFile(db: Db, fileId: number, playerId: number | null): Promise<boolean> {
  const query = db
    .selectFrom('support_line as l')
    .innerJoin('support_ticket as t', 't.id', 'l.ticket_id')
    .select('l.id')
    .where('l.file_id', '=', BigInt(fileId))
  return (await (playerId === null ? query : query.where('t.player_id', '=', playerId)).executeTakeFirst()) !== undefined
}
