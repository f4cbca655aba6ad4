/** Questions to support: opened, written to, closed. Whoever is not their player is told that there is none. */
import { unixSeconds } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SupportConfig } from '#platform/shared/site-config.ts'
import type { Files, TakenFile } from '#modules/files/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Consultant, LineReply, ThreadReply, TicketReply } from '../contract/support.ts'
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
  type TicketState,
} from '../rules/ticket.ts'
import { readMessagesOf } from './inbox.ts'
import {
  countLines,
  countLinesSince,
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
  files: Files
}

type Config = { support?: SupportConfig | undefined }

/** Cause of the message that tells of an answer. */
export const causeOf = (ticketId: bigint | number) => `ticket:${ticketId}:`

export function unknownTicket(): Problem {
  return problem('messages.unknown_ticket', { status: 404, field: 'ticket_id' })
}

/** What makes a question a dispute: the bet, and the day by which it is answered. */
export interface Dispute {
  bet: string
  due: Date
}

export interface NewTicket {
  playerId: number
  brand: string
  language: string
  kind: TicketKind
  subject: string
  text: string
  dispute?: Dispute
}

/** Problems: those of openTicketIn. */
export async function openTicket(deps: Pick<TicketDeps, 'db' | 'clock'>, given: NewTicket): Promise<TicketRow | Problem> {
  return inTx(deps.db, (tx) => openTicketIn(deps, tx, given))
}

/** In the transaction of what the question is about. Problems: messages.text_missing, messages.too_many_open, messages.too_often. */
export async function openTicketIn({ clock }: Pick<TicketDeps, 'clock'>, tx: Tx, given: NewTicket): Promise<TicketRow | Problem> {
  const subject = cleanLine(given.subject)
  const body = cleanText(given.text)
  if (subject === '') return problem('messages.text_missing', { field: 'subject' })
  if (body === '') return problem('messages.text_missing', { field: 'text' })
  const at = new Date(clock.now())
  const { playerId, brand, language, kind } = given
  const refused = await refuseWriter(tx, playerId, at)
  if (refused) return refused
  if ((await countOpenTickets(tx, playerId)) >= MAX_OPEN_TICKETS)
    return problem('messages.too_many_open', { params: { most: MAX_OPEN_TICKETS }, field: 'text' })
  const ticket = await tx
    .insertInto('support_ticket')
    .values({
      brand,
      player_id: playerId,
      kind,
      subject,
      language,
      bet: given.dispute?.bet ?? null,
      answer_due: given.dispute?.due ?? null,
      opened_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertLine(tx, { ticketId: ticket.id, author: 'player', body, at })
  return ticket
}

async function refuseWriter(tx: Tx, playerId: number, at: Date): Promise<Problem | null> {
  await lockPlayerTickets(tx, playerId)
  return oftenRefusal(tx, playerId, at)
}

async function oftenRefusal(db: Db | Tx, playerId: number, at: Date): Promise<Problem | null> {
  const lines = await countLinesSince(db, playerId, new Date(at.getTime() - LINE_WINDOW_MS))
  return lines >= MAX_LINES_IN_WINDOW ? problem('messages.too_often', { status: 429, field: 'text' }) : null
}

/** What a question becomes by another line of its player. */
async function nextState(db: Db | Tx, ticket: TicketRow, hasFile: boolean): Promise<TicketState | Problem> {
  const state = ticketStep(ticket.state, 'player_writes')
  if (!state) return problem('messages.ticket_closed', { field: 'text', status: 409 })
  const counted = await countLines(db, ticket.id)
  if (counted.lines >= MAX_LINES) return problem('messages.too_long', { field: 'text' })
  if (hasFile && counted.files >= MAX_FILES) return problem('messages.too_many_files', { field: 'file', params: { most: MAX_FILES } })
  return state
}

/** Before a file is looked through, which is dear: what writeLine would say of it now. It judges again. */
export async function fileRefusal({ db, clock }: TicketDeps, playerId: number, ticketId: number): Promise<Problem | null> {
  const often = await oftenRefusal(db, playerId, new Date(clock.now()))
  if (often) return often
  const ticket = await selectTicketOptional(db, ticketId, playerId)
  const next = ticket ? await nextState(db, ticket, true) : unknownTicket()
  return isProblem(next) ? next : null
}

interface Attachment {
  name: string
  taken: TakenFile
}

/**
 * Problems: messages.unknown_ticket, messages.text_missing, messages.ticket_closed, messages.too_often, messages.too_long,
 * messages.too_many_files.
 */
export async function writeLine(
  { db, clock, files }: TicketDeps,
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
    const state = await nextState(tx, ticket, file !== undefined)
    if (isProblem(state)) return state
    const fileId = file ? await files.insert(tx, { playerId, purpose: 'support', ...file, at }) : null
    const id = await insertLine(tx, { ticketId: ticket.id, author: 'player', body, at, ...(fileId === null ? {} : { fileId }) })
    await updateTicket(tx, ticket.id, state, at)
    return { ticket, line: Number(id) }
  })
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
    bet: row.bet ?? '',
    due: row.answer_due ? unixSeconds(row.answer_due.getTime()) : 0,
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
