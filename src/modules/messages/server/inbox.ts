/** The player's messages: written with their cause, read in the language of the page, hidden and never deleted. */
import { sql } from 'kysely'
import { unixSeconds } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { MessageReply } from '../contract.ts'
import { isTemplate, linkOf, outsideOf, TEMPLATES, type MessageParams, type TemplateName } from '../rules/template.ts'
import './tables.ts'

export const PAGE_SIZE = 20

export interface NewMessage {
  playerId: number
  template: TemplateName
  params: MessageParams
  /** What it is about: a second message of the same cause is not written. */
  cause: string
  at: Date
}

/** False when the player was told of this cause before. */
export async function insertMessage(tx: Db | Tx, message: NewMessage): Promise<boolean> {
  const row = await tx
    .insertInto('inbox_message')
    .values({
      player_id: message.playerId,
      kind: TEMPLATES[message.template].kind,
      template: message.template,
      params: JSON.stringify(message.params),
      cause: message.cause,
      created_at: message.at,
    })
    .onConflict((conflict) => conflict.columns(['player_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Many at once in one statement; answers the players who were told something new. `onlyAfter`: nobody is told who has
 * no message whose cause begins so.
 */
export async function insertMessages(
  db: Db,
  messages: readonly (Omit<NewMessage, 'at'> & { onlyAfter?: string; quiet?: boolean })[],
  at: Date,
): Promise<number[]> {
  if (messages.length === 0) return []
  const rows = messages.map(({ playerId, template, params, cause, onlyAfter, quiet }) => ({
    player_id: playerId,
    kind: TEMPLATES[template].kind,
    template,
    params,
    cause,
    only_after: onlyAfter ?? null,
    quiet: quiet ?? false,
  }))
  const told = await sql<{ player_id: number }>`
    INSERT INTO inbox_message (player_id, kind, template, params, cause, created_at, read_at)
    SELECT x.player_id, x.kind, x.template, x.params, x.cause, ${at}, CASE WHEN x.quiet THEN ${at}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS x(player_id integer, kind text, template text, params jsonb, cause text, only_after text, quiet boolean) JOIN player p ON p.id = x.player_id
    WHERE x.only_after IS NULL OR EXISTS (
      SELECT 1 FROM inbox_message m WHERE m.player_id = x.player_id AND starts_with(m.cause, x.only_after)
    )
    ON CONFLICT (player_id, cause) DO NOTHING RETURNING player_id`.execute(db)
  return [...new Set(told.rows.map((row) => row.player_id))]
}

/** Whose messages; promotions are left out for whoever may not be promoted to. */
export interface Reader {
  playerId: number
  promotions: boolean
}

function shown(db: Db | Tx, { playerId, promotions }: Reader) {
  const query = db.selectFrom('inbox_message').where('player_id', '=', playerId).where('hidden_at', 'is', null)
  return promotions ? query : query.where('kind', '<>', 'promotion')
}

export async function countUnread(db: Db | Tx, reader: Reader): Promise<number> {
  const row = await shown(db, reader)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

type Text = (key: string, params?: Record<string, string | number>) => string

export async function listMessages(
  db: Db,
  reader: Reader,
  given: { page: number; text: Text },
): Promise<{ items: MessageReply[]; pages: number }> {
  const [rows, count] = await Promise.all([
    shown(db, reader)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(PAGE_SIZE)
      .offset((given.page - 1) * PAGE_SIZE)
      .execute(),
    shown(db, reader)
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  const items = rows.flatMap((row) => {
    // A template that this version does not know any more has no text to show.
    if (!isTemplate(row.template)) return []
    const { title, body } = messageText(row.template, row.params, given.text)
    return {
      id: Number(row.id),
      title,
      text: body,
      date: unixSeconds(row.created_at.getTime()),
      isRead: row.read_at !== null,
      kind: row.kind,
      link: linkOf(row.template, row.params),
      outside: outsideOf(row.template, row.params),
    }
  })
  return { items, pages: Math.ceil(Number(count.n) / PAGE_SIZE) }
}

/**
 * Sums are written by the texts themselves, `{{sum, money}}`; minutes and a reason are values in the language of the reader. A
 * comment is a person's own words, which every text may be followed by.
 */
export function messageText(template: TemplateName, params: MessageParams, text: Text) {
  if (template === 'written' || template === 'promotion')
    return { title: String(params['title'] ?? ''), body: String(params['text'] ?? '') }
  const { minutes, reason, comment, ...rest } = params
  const values = {
    ...rest,
    ...(minutes === undefined ? {} : { sum: text('messages:minutes', { count: Number(minutes) }) }),
    ...(reason === undefined ? {} : { reason: text(`messages:reason_${reason}`) }),
  }
  const body = text(`messages:msg_${template}_text`, values)
  return {
    title: text(`messages:msg_${template}_title`, values),
    body: comment === undefined ? body : `${body}\n${text('messages:msg_comment', { comment })}`,
  }
}

/** One of his messages, or all; false when it is not his. */
export async function readMessages(db: Db, playerId: number, messageId: number | null, at: Date): Promise<boolean> {
  const query = db.updateTable('inbox_message').where('player_id', '=', playerId).where('hidden_at', 'is', null)
  if (messageId === null) {
    await query.set({ read_at: at }).where('read_at', 'is', null).execute()
    return true
  }
  const row = await query
    .set(({ fn, val }) => ({ read_at: fn.coalesce('read_at', val(at)) }))
    .where('id', '=', BigInt(messageId))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What the player has looked at elsewhere is not news any more. */
export async function readMessagesOf(tx: Db | Tx, playerId: number, causePrefix: string, at: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('inbox_message')
    .set({ read_at: at })
    .where('player_id', '=', playerId)
    .where('cause', 'like', `${causePrefix}%`)
    .where('read_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function hideMessage(db: Db, playerId: number, messageId: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('inbox_message')
    .set({ hidden_at: at })
    .where('player_id', '=', playerId)
    .where('id', '=', BigInt(messageId))
    .where('hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
