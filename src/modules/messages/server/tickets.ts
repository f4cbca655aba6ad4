/** Questions to support: opened, written to, closed. Whoever is not their player is told that there is none. */
import { unixSeconds } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SupportConfig } from '#platform/shared/site-config.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Consultant, LineReply, ThreadReply, TicketReply } from '../contract/support.ts'
import { fileName, fileTypeOf, MAX_FILE_BYTES } from '../rules/file.ts'
import {
  cleanLine,
  cleanText,
  LINE_WINDOW_MS,
  MAX_FILES,
  MAX_LINES,
  MAX_LINES_IN_WINDOW,
  MAX_OPEN_TICKETS,
  ticketStep,
  type TicketKind,
} from '../rules/ticket.ts'
import { readMessagesOf } from './inbox.ts'
import {
  countLinesSince,
  countOf,
  countOpenTickets,
  insertLine,
  listLines,
  listTickets,
  lockPlayerTickets,
  selectAndLockTicket,
  selectTicketOptional,
  updateTicket,
  type ListedTicket,
  type TicketRow,
} from './ticket-store.ts'

const TICKETS_A_PAGE = 20

export interface TicketDeps {
  db: Db
  clock: Clock
}

type Config = { support?: SupportConfig | undefined }

/** Cause of the message that tells of an answer. */
export const causeOf = (ticketId: bigint | number) => `ticket:${ticketId}:`

export function unknownTicket(): Problem {
  return problem('messages.unknown_ticket', { status: 404, field: 'ticket_id' })
}

/** Problems: messages.text_missing, messages.too_many_open, messages.too_often. */
export async function openTicket(
  { db, clock }: TicketDeps,
  given: { playerId: number; brand: string; language: string; kind: TicketKind; subject: string; text: string },
): Promise<TicketRow | Problem> {
  const subject = cleanLine(given.subject)
  const body = cleanText(given.text)
  if (subject === '') return problem('messages.text_missing', { field: 'subject' })
  if (body === '') return problem('messages.text_missing', { field: 'text' })
  const at = new Date(clock.now())
  const { playerId, brand, language, kind } = given
  return inTx(db, async (tx) => {
    const refused = await refuseWriter(tx, playerId, at)
    if (refused) return refused
    if ((await countOpenTickets(tx, playerId)) >= MAX_OPEN_TICKETS)
      return problem('messages.too_many_open', { params: { most: MAX_OPEN_TICKETS }, field: 'text' })
    const ticket = await tx
      .insertInto('support_ticket')
      .values({ brand, player_id: playerId, kind, subject, language, opened_at: at, updated_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertLine(tx, { ticketId: ticket.id, author: 'player', body, at })
    return ticket
  })
}

async function refuseWriter(tx: Tx, playerId: number, at: Date): Promise<Problem | null> {
  await lockPlayerTickets(tx, playerId)
  const lines = await countLinesSince(tx, playerId, new Date(at.getTime() - LINE_WINDOW_MS))
  return lines >= MAX_LINES_IN_WINDOW ? problem('messages.too_often', { status: 429, field: 'text' }) : null
}

export interface Attachment {
  name: string
  bytes: Buffer
}

/** Problems: messages.unknown_ticket, messages.text_missing, messages.ticket_closed, messages.too_often, messages.too_long. */
export async function writeLine(
  { db, clock }: TicketDeps,
  given: { playerId: number; ticketId: number; text: string; file?: Attachment },
): Promise<{ ticket: TicketRow; line: number } | Problem> {
  const { playerId, ticketId, file } = given
  const body = cleanText(given.text)
  if (body === '' && !file) return problem('messages.text_missing', { field: 'text' })
  const at = new Date(clock.now())
  return inTx(db, async (tx) => {
    const refused = await refuseWriter(tx, playerId, at)
    if (refused) return refused
    const ticket = await selectAndLockTicket(tx, ticketId, playerId)
    if (!ticket) return unknownTicket()
    const state = ticketStep(ticket.state, 'player_writes')
    if (!state) return problem('messages.ticket_closed', { field: 'text', status: 409 })
    if ((await countOf(tx, 'support_line', ticket.id)) >= MAX_LINES) return problem('messages.too_long', { field: 'text' })
    const fileId = file ? await insertFile(tx, ticket.id, file, at) : null
    if (isProblem(fileId)) return fileId
    const id = await insertLine(tx, { ticketId: ticket.id, author: 'player', body, at, ...(fileId === null ? {} : { fileId }) })
    await updateTicket(tx, ticket.id, state, at)
    return { ticket, line: Number(id) }
  })
}

/** Problems: messages.file_kind, messages.file_size, messages.too_many_files. */
async function insertFile(tx: Tx, ticketId: bigint, { name, bytes }: Attachment, at: Date): Promise<bigint | Problem> {
  const type = fileTypeOf(bytes)
  if (!type) return problem('messages.file_kind', { field: 'file' })
  if (bytes.length > MAX_FILE_BYTES) return problem('messages.file_size', { field: 'file' })
  if ((await countOf(tx, 'support_file', ticketId)) >= MAX_FILES)
    return problem('messages.too_many_files', { field: 'file', params: { most: MAX_FILES } })
  const row = await tx
    .insertInto('support_file')
    .values({ ticket_id: ticketId, name: fileName(name, type), type, bytes, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Problems: messages.unknown_ticket. A closed one stays closed. */
export async function closeTicket({ db, clock }: TicketDeps, playerId: number, ticketId: number): Promise<TicketRow | Problem> {
  return inTx(db, async (tx) => {
    const ticket = await selectAndLockTicket(tx, ticketId, playerId)
    if (!ticket) return unknownTicket()
    if (ticketStep(ticket.state, 'close')) await updateTicket(tx, ticket.id, 'closed', new Date(clock.now()))
    return ticket
  })
}

/** The thread as its player sees it; what he sees is not news any more. */
export async function readThread(
  { db, clock }: TicketDeps,
  given: { playerId: number; ticketId: number; config: Config },
): Promise<{ thread: ThreadReply; wasNews: boolean } | Problem> {
  const ticket = await selectTicketOptional(db, given.ticketId, given.playerId)
  if (!ticket) return unknownTicket()
  const lines = await listLines(db, ticket.id)
  const last = lines.at(-1)?.id ?? 0n
  if (last > ticket.seen_line)
    await db.updateTable('support_ticket').set({ seen_line: last }).where('id', '=', ticket.id).where('seen_line', '<', last).execute()
  const wasNews = await readMessagesOf(db, given.playerId, causeOf(ticket.id), new Date(clock.now()))
  const people = given.config.support?.consultants ?? []
  return {
    thread: { ticket: ticketReply({ ...ticket, hasNew: false }), lines: lines.map((line) => lineReply(line, people)) },
    wasNews,
  }
}

export async function readTickets(db: Db, playerId: number, page: number): Promise<{ items: TicketReply[]; pages: number }> {
  const { rows, pages } = await listTickets(db, playerId, page, TICKETS_A_PAGE)
  return { items: rows.map(ticketReply), pages }
}

function ticketReply(row: ListedTicket): TicketReply {
  return {
    id: Number(row.id),
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    date: unixSeconds(row.opened_at.getTime()),
    updated: unixSeconds(row.updated_at.getTime()),
    isNew: row.hasNew,
  }
}

function lineReply(line: Awaited<ReturnType<typeof listLines>>[number], people: readonly Consultant[]): LineReply {
  const { file_id: fileId } = line
  return {
    id: Number(line.id),
    mine: line.author === 'player',
    consultant: people.find(({ id }) => id === line.consultant_id) ?? null,
    text: line.body,
    file:
      fileId === null ? null : { id: Number(fileId), name: line.file_name ?? '', type: line.file_type ?? '', size: line.file_size ?? 0 },
    date: unixSeconds(line.at.getTime()),
  }
}
