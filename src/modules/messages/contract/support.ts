/** Support: who is there and when, call-back, questions with their thread, files. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/wire-schema.ts'
import { pageNumber, rowId } from '../contract.ts'
import { MAX_SUBJECT, MAX_TEXT, TICKET_KINDS } from '../rules/ticket.ts'

const office = (name: string) => [`/web-api/office/support/${name}`, `/office/support/${name}`] as const
const HOUR_MS = 3_600_000

const consultant = z.object({ id: z.number().int(), name: z.string(), color: z.string() })
export type Consultant = z.output<typeof consultant>

export const supportInfoCall = endpoint({
  method: 'GET',
  path: '/web-api/support/info',
  envelope: 'C',
  auth: 'none',
  reply: z.object({
    /** "09:00" to "21:00" in the zone; empty = round the clock. */
    start: z.string(),
    end: z.string(),
    timeZone: z.string(),
    isOpen: z.boolean(),
    /** Unix seconds of the next opening; 0 while it is open. */
    opensAt: z.number().int(),
    consultants: z.array(consultant),
    email: z.string(),
    /** Times at which a call can be asked for, Unix seconds; empty when the brand does not call. */
    callTimes: z.array(z.number().int()),
    fileTypes: z.array(z.string()),
    maxFileBytes: z.number().int(),
  }),
  summary: 'Hours and consultants of support',
})

export const contactsCall = endpoint({
  method: 'GET',
  path: '/web-api/contacts',
  envelope: 'C',
  auth: 'none',
  wire: true,
  query: z.object({ placementTypeId: z.coerce.number().int().min(1).max(99).default(1) }),
  reply: z.object({
    contacts: z.array(
      z.object({
        placementTypeId: z.number().int(),
        kind: z.enum(['email', 'phone', 'telegram', 'whatsapp', 'address', 'site']),
        title: z.string(),
        value: z.string(),
        /** Where it leads; empty for an address of the house. */
        link: z.string(),
      }),
    ),
  }),
  summary: 'Ways to reach the house, by place of the site: 1 the page of contacts, 2 support, 3 protection of players',
})

export const callbackCall = endpoint({
  method: 'POST',
  path: '/web-api/support/callback',
  envelope: 'C',
  auth: 'none',
  wire: true,
  captcha: true,
  // Calls that are taken are counted by address as well (server/callbacks.ts).
  rateLimit: { max: 60, windowMs: HOUR_MS },
  body: z.object({
    phone_number: text(40),
    country_code: text(8).nullish(),
    name: text(60).nullish(),
    /** One of callTimes, or 0 = as soon as somebody is free. */
    call_at: z.coerce.number().int().min(0).max(100_000_000_000).default(0),
  }),
  reply: z.object({ id: z.number().int(), call_at: z.number().int() }),
  summary: 'Ask to be called',
})

const ticket = z.object({
  id: z.number().int(),
  kind: z.enum([...TICKET_KINDS, 'dispute']),
  subject: z.string(),
  /** Of a dispute: the number of its bet, and by when it is answered (Unix seconds); empty and 0 otherwise. */
  bet: z.string(),
  due: z.number().int(),
  state: z.string(),
  date: z.number().int(),
  updated: z.number().int(),
  /** An answer that the player has not seen. */
  isNew: z.boolean(),
})
export type TicketReply = z.output<typeof ticket>

const line = z.object({
  id: z.number().int(),
  mine: z.boolean(),
  consultant: consultant.nullable(),
  text: z.string(),
  file: z.object({ id: z.number().int(), name: z.string(), type: z.string(), size: z.number().int() }).nullable(),
  date: z.number().int(),
})
export type LineReply = z.output<typeof line>

const thread = z.object({ ticket, lines: z.array(line) })
export type ThreadReply = z.output<typeof thread>

export const ticketsCall = endpoint({
  method: 'GET',
  path: '/web-api/office/support/tickets',
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ page_number: pageNumber }),
  reply: z.object({ items: z.array(ticket), pages: z.number().int() }),
  summary: 'Questions of the player, the latest first',
})

export const openTicketCall = endpoint({
  method: 'POST',
  path: office('open'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  rateLimit: { max: 60, windowMs: HOUR_MS },
  body: z.object({ kind: z.enum(TICKET_KINDS).default('question'), subject: text(MAX_SUBJECT), text: text(MAX_TEXT) }),
  reply: thread,
  summary: 'Ask support, share an idea or send a request to the administration',
})

export const disputeCall = endpoint({
  method: 'POST',
  path: office('dispute'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  rateLimit: { max: 60, windowMs: HOUR_MS },
  body: z.object({
    /** The number of a settled bet of the player, as his history shows it. */
    bet: z.coerce.string().regex(/^\d{1,24}$/),
    text: text(MAX_TEXT),
  }),
  reply: thread,
  summary: 'Disagree with the settlement of a bet; the answer comes by a day that is told',
})

export const ticketCall = endpoint({
  method: 'GET',
  path: '/web-api/office/support/ticket',
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ ticket_id: rowId }),
  reply: thread,
  summary: 'A question with its answers; they count as seen from now on',
})

export const replyCall = endpoint({
  method: 'POST',
  path: office('reply'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  rateLimit: { max: 300, windowMs: HOUR_MS },
  body: z.object({ ticket_id: rowId, text: text(MAX_TEXT) }),
  reply: thread,
  summary: 'A further line of a question',
})

export const closeTicketCall = endpoint({
  method: 'POST',
  path: office('close'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ ticket_id: rowId }),
  reply: thread,
  summary: 'The question is answered',
})

/** The body is the file itself; its kind is read from its first bytes. */
export const sendFileCall = endpoint({
  method: 'POST',
  path: '/web-api/office/support/file',
  envelope: 'C',
  auth: 'player',
  wire: true,
  files: true,
  rateLimit: { max: 60, windowMs: HOUR_MS },
  query: z.object({ ticket_id: rowId, name: text(200).default('') }),
  reply: thread,
  summary: 'A file for a question: PNG, JPEG, WebP or PDF of at most 5 MB',
})

export const fileCall = endpoint({
  method: 'GET',
  path: '/web-api/office/support/file',
  envelope: 'none',
  auth: 'player',
  wire: true,
  query: z.object({ file_id: rowId }),
  summary: 'A file of a question, to be saved',
})
