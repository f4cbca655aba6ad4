/** The operator's side of support: what waits, answers, calls, and messages that a person writes to a player. */
import { randomUUID } from 'node:crypto'
import type { Files, StoredFile } from '#modules/files/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import type { Clock } from '#platform/server/clock.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { safeLink } from '../rules/template.ts'
import { cleanLine, cleanText, ticketStep } from '../rules/ticket.ts'
import { insertMessage } from './inbox.ts'
import type { Live } from './live.ts'
import {
  hasFile,
  insertLine,
  listLines,
  selectAndLockTicket,
  selectTicketOptional,
  updateTicket,
  type LineRow,
  type TicketRow,
} from './ticket-store.ts'
import { causeOf, unknownTicket } from './tickets.ts'

const SHOWN = 100

export interface DeskCall {
  id: number
  brand: string
  playerId: number | null
  phone: string
  name: string
  language: string
  wantedAt: Date | null
  createdAt: Date
}

export interface SupportDesk {
  /** Waiting ones first, the longest wait on top. */
  tickets(): Promise<TicketRow[]>
  thread(ticketId: number): Promise<{ ticket: TicketRow; lines: LineRow[] } | null>
  /** Noted with officer and reason; null when it is no file of a question. */
  file(fileId: number, officer: string, reason: string): Promise<StoredFile | null>
  answer(given: { ticketId: number; officer: string; consultantId: number | null; text: string }): Promise<Problem | null>
  close(ticketId: number): Promise<Problem | null>
  calls(): Promise<DeskCall[]>
  /** False when it is not waiting. */
  callDone(callId: number, officer: string): Promise<boolean>
  /** A message of the house; a promotion goes only to whom it may go (RG-12). */
  write(given: { playerId: number; title: string; text: string; link: string; promotion: boolean }): Promise<Problem | null>
}

export interface DeskDeps {
  db: Db
  clock: Clock
  files: Files
  live: Live
  mayPromote: (playerId: number) => Promise<boolean>
  /** A promotion by the ways beside the inbox that its player has agreed to. */
  advertise?: ((playerId: number, words: Advertisement) => Promise<void>) | undefined
}

export interface Advertisement {
  title: string
  text: string
  /** An address below the language, '' for none. */
  link: string
}

export function createDesk({ db, clock, files, live, mayPromote, advertise }: DeskDeps): SupportDesk {
  /** One step of the operator; the player is told by his inbox and, while he looks at it, in the thread. */
  async function step(ticketId: number, kind: 'operator_writes' | 'close', line: LineOf | null): Promise<Problem | null> {
    const at = new Date(clock.now())
    const done = await inTx(db, async (tx) => {
      const ticket = await selectAndLockTicket(tx, ticketId, null)
      if (!ticket) return unknownTicket()
      const state = ticketStep(ticket.state, kind)
      if (!state) return problem('messages.ticket_closed', { status: 409 })
      const lineId = line ? Number(await insertLine(tx, { ticketId: ticket.id, author: 'operator', at, ...line })) : 0
      await updateTicket(tx, ticket.id, state, at)
      await insertMessage(tx, {
        playerId: ticket.player_id,
        template: kind === 'close' ? 'support_closed' : 'support_answered',
        params: { ticket: Number(ticket.id), subject: ticket.subject },
        cause: `${causeOf(ticket.id)}${kind === 'close' ? 'closed' : lineId}`,
        at,
      })
      return { playerId: ticket.player_id, ticket: { id: ticketId, line: lineId } }
    })
    if (isProblem(done)) return done
    await live.changed(done)
    return null
  }

  return {
    tickets: () =>
      db
        .selectFrom('support_ticket')
        .selectAll()
        .orderBy(({ eb }) => eb.case().when('state', '=', 'waiting').then(0).when('state', '=', 'answered').then(1).else(2).end())
        .orderBy('updated_at')
        .limit(SHOWN)
        .execute(),
    async thread(ticketId) {
      const ticket = await selectTicketOptional(db, ticketId, null)
      return ticket && { ticket, lines: await listLines(db, ticket.id) }
    },
    file: async (fileId, officer, reason) =>
      (await hasFile(db, fileId, null)) ? files.open(BigInt(fileId), { viewer: 'officer', officer, reason }) : null,
    async answer({ ticketId, officer, consultantId, text }) {
      const body = cleanText(text)
      if (body === '') return problem('messages.text_missing', { field: 'text' })
      return step(ticketId, 'operator_writes', { body, officer, ...(consultantId === null ? {} : { consultantId }) })
    },
    close: (ticketId) => step(ticketId, 'close', null),
    calls: () => listCalls(db),
    async callDone(callId, officer) {
      const row = await db
        .updateTable('support_callback')
        .set({ state: 'done', officer, done_at: new Date(clock.now()) })
        .where('id', '=', BigInt(callId))
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    async write({ playerId, promotion, ...given }) {
      const title = cleanLine(given.title)
      const text = cleanText(given.text)
      if (title === '' || text === '') return problem('messages.text_missing', { field: title === '' ? 'title' : 'text' })
      const player = await db.selectFrom('player').select('id').where('id', '=', playerId).executeTakeFirst()
      if (!player) return problem('messages.unknown_player', { status: 404, field: 'player' })
      if (promotion && !(await mayPromote(playerId))) return problem('messages.no_promotion', { status: 409, field: 'promotion' })
      const link = safeLink(given.link)
      const params = { title, text, ...(link ? { link } : {}) }
      const template = promotion ? 'promotion' : 'written'
      await insertMessage(db, { playerId, template, params, cause: `written:${randomUUID()}`, at: new Date(clock.now()) })
      await live.changed({ playerId })
      if (promotion) await advertise?.(playerId, { title, text, link: link ?? '' })
      return null
    },
  }
}

interface LineOf {
  body: string
  officer: string
  consultantId?: number
}

async function listCalls(db: Db): Promise<DeskCall[]> {
  const rows = await db
    .selectFrom('support_callback')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    brand: row.brand,
    playerId: row.player_id,
    phone: row.phone,
    name: row.name,
    language: row.language,
    wantedAt: row.wanted_at,
    createdAt: row.created_at,
  }))
}
