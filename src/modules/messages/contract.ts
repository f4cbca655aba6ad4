/** The player's messages (wire 13.4); support stands in contract/support.ts. */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'

export const rowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const pageNumber = z.coerce.number().int().min(1).max(10_000).default(1)

const message = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  date: z.number().int(),
  isRead: z.boolean(),
  /** Ours: bets, money, account, support, promotion or house. */
  kind: z.string(),
  /** Ours: the page that it is about, without the language; empty when there is none. */
  link: z.string(),
  /** Ours: an address outside that the text names, such as where a payer takes his money; empty when there is none. */
  outside: z.string(),
})
export type MessageReply = z.output<typeof message>

export const messagesCall = endpoint({
  method: 'GET',
  path: '/web-api/office/messages',
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ page_number: pageNumber }),
  reply: z.object({ items: z.array(message), unread: z.number().int(), pages: z.number().int() }),
  summary: 'Messages of the player, newest first',
})

export const unreadCall = endpoint({
  method: 'GET',
  path: '/web-api/office/messages/unread',
  envelope: 'C',
  auth: 'token',
  reply: z.object({ unread: z.number().int() }),
  summary: 'How many messages are not read yet',
})

export const readMessagesCall = endpoint({
  method: 'POST',
  path: office('messages/read'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  /** Without a number every message is read. */
  body: z.object({ message_id: rowId.nullish() }),
  reply: z.object({ unread: z.number().int() }),
  summary: 'Mark one message, or all, as read',
})

export const deleteMessageCall = endpoint({
  method: 'POST',
  path: office('messages/delete'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ message_id: rowId }),
  reply: z.object({ message_id: z.number().int(), deleted: z.literal(true), unread: z.number().int() }),
  summary: 'Take a message out of the list',
})
