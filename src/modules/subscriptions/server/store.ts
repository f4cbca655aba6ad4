/** Rows of subscriptions, happenings, notices and push endpoints. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { CHANNELS, MAX_GAMES } from '../rules/options.ts'
import type { EventAbout } from './tables.ts'
import './tables.ts'

const MAX_ENDPOINTS = 10

export async function selectOptionalSubscription(
  db: Db,
  playerId: number,
  ci: number,
): Promise<{ options: number[]; channels: number[] } | null> {
  const row = await db
    .selectFrom('game_subscription')
    .select(['options', 'channels'])
    .where('player_id', '=', playerId)
    .where('ci', '=', ci)
    .executeTakeFirst()
  return row ?? null
}

export interface Choice {
  playerId: number
  ci: number
  options: readonly number[]
  channels: readonly number[]
  at: Date
}

/** False when the player follows too many games already. */
export async function upsertSubscription(tx: Tx, { playerId, ci, options, channels, at }: Choice): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.subscriptions}, ${playerId})`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM game_subscription WHERE player_id = ${playerId} AND ci <> ${ci}`.execute(tx)
  if (rows[0]!.n >= MAX_GAMES) return false
  await sql`INSERT INTO game_subscription (player_id, ci, options, channels, saved_at)
    VALUES (${playerId}, ${ci}, ${`{${options.join()}}`}::smallint[], ${`{${channels.join()}}`}::smallint[], ${at})
    ON CONFLICT (player_id, ci) DO UPDATE SET options = excluded.options, channels = excluded.channels, saved_at = excluded.saved_at`.execute(
    tx,
  )
  return true
}

export async function deleteSubscription(db: Db | Tx, playerId: number, ci: number): Promise<void> {
  await db.deleteFrom('game_subscription').where('player_id', '=', playerId).where('ci', '=', ci).execute()
}

/** Games that somebody follows. */
export async function listWatched(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('game_subscription').select('ci').distinct().execute()
  return rows.map(({ ci }) => ci)
}

/** The id of the happening; null when it was told before. */
export async function insertEvent(
  tx: Tx,
  event: { ci: number; key: string; option: number; about: EventAbout; at: Date },
): Promise<bigint | null> {
  const row = await tx
    .insertInto('game_event')
    .values({ ...event, about: JSON.stringify(event.about) })
    .onConflict((conflict) => conflict.columns(['ci', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface GameEvent {
  id: bigint
  ci: number
  option: number
  about: EventAbout
  at: Date
}

export async function selectOptionalEvent(db: Db | Tx, id: bigint): Promise<GameEvent | null> {
  const row = await db.selectFrom('game_event').select(['id', 'ci', 'option', 'about', 'at']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** A notice for everybody who follows it, and a letter owed to whom wants one; answers whom, with their channels. */
export async function insertNotices(tx: Tx, { id, ci, option }: GameEvent): Promise<{ playerId: number; channels: number[] }[]> {
  const { rows } = await sql<{ player_id: number; channels: number[] }>`
    WITH told AS (
      INSERT INTO game_notice (player_id, event_id, letter_due)
      SELECT player_id, ${String(id)}::bigint, ${CHANNELS.mail}::smallint = ANY(channels) FROM game_subscription WHERE ci = ${ci} AND ${option}::smallint = ANY(options)
      ON CONFLICT DO NOTHING RETURNING player_id
    ) SELECT t.player_id, s.channels FROM told t JOIN game_subscription s ON s.player_id = t.player_id AND s.ci = ${ci}`.execute(tx)
  return rows.map(({ player_id, channels }) => ({ playerId: player_id, channels }))
}

/** The oldest first. */
export async function listLettersDue(db: Db, limit: number): Promise<{ playerId: number; eventId: bigint }[]> {
  return db
    .selectFrom('game_notice')
    .select(['player_id as playerId', 'event_id as eventId'])
    .where('letter_due', '=', true)
    .orderBy('event_id')
    .orderBy('player_id')
    .limit(limit)
    .execute()
}

/** To whom of them a letter is still owed; in the transaction that writes it. */
export async function takeLettersDue(tx: Tx, eventId: bigint, playerIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .updateTable('game_notice')
    .set({ letter_due: false })
    .where('event_id', '=', eventId)
    .where('player_id', 'in', playerIds)
    .where('letter_due', '=', true)
    .returning('player_id')
    .execute()
  return rows.map(({ player_id }) => player_id)
}

/** Letters about what happened before that are owed no more; the notices stay. Answers how many they were. */
export async function forgetLettersDue(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`UPDATE game_notice n SET letter_due = false FROM game_event e
    WHERE n.letter_due AND e.id = n.event_id AND e.at < ${before}`.execute(db)
  return Number(numAffectedRows)
}

/** The newest first. */
export async function listNotices(db: Db, playerId: number, limit: number): Promise<GameEvent[]> {
  return db
    .selectFrom('game_notice')
    .innerJoin('game_event', 'game_event.id', 'game_notice.event_id')
    .select(['game_event.id', 'game_event.ci', 'game_event.option', 'game_event.about', 'game_event.at'])
    .where('game_notice.player_id', '=', playerId)
    .orderBy('game_event.id', 'desc')
    .limit(limit)
    .execute()
}

/** Subscriptions to games that are over since then; the table of games says so, which a process without a line has too. */
export async function deleteOver(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM game_subscription s USING game g
    WHERE g.ci = s.ci AND g.status IN ('ended', 'closed', 'cancelled', 'abandoned') AND g.sent_at < ${before}`.execute(db)
  return Number(numAffectedRows)
}

export interface PushEndpoint {
  playerId: number
  /** Null: saved before sessions were. */
  sessionId: string | null
  endpoint: string
  p256dh: string
  auth: string
  language: string
}

/** The newest ten of a player stay; an endpoint belongs to whom used it last. */
export async function upsertEndpoint(tx: Tx, given: PushEndpoint, at: Date): Promise<void> {
  const { playerId, sessionId, endpoint, p256dh, auth, language } = given
  await tx
    .insertInto('push_endpoint')
    .values({ player_id: playerId, session_id: sessionId, endpoint, p256dh, auth, language, created_at: at })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({ player_id: playerId, session_id: sessionId, p256dh, auth, language, created_at: at }),
    )
    .execute()
  await sql`DELETE FROM push_endpoint WHERE endpoint IN (
    SELECT endpoint FROM push_endpoint WHERE player_id = ${playerId} ORDER BY created_at DESC, endpoint OFFSET ${MAX_ENDPOINTS})`.execute(
    tx,
  )
}

export async function deleteEndpoint(db: Db, endpoint: string, playerId?: number): Promise<number> {
  let query = db.deleteFrom('push_endpoint').where('endpoint', '=', endpoint)
  if (playerId !== undefined) query = query.where('player_id', '=', playerId)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** Browsers whose session nobody has closed: one that is only over by time still gets what its player asked for. */
export async function listEndpoints(db: Db, playerIds: readonly number[]): Promise<PushEndpoint[]> {
  if (playerIds.length === 0) return []
  const { rows } = await sql<PushEndpoint>`
    SELECT e.player_id AS "playerId", e.session_id AS "sessionId", e.endpoint, e.p256dh, e.auth, e.language FROM push_endpoint e
    WHERE e.player_id = ANY(${`{${playerIds.join()}}`}::integer[])
      AND NOT EXISTS (SELECT 1 FROM session s WHERE s.id = e.session_id AND s.closed_at IS NOT NULL)`.execute(db)
  return rows
}

/** Topics that the player has chosen; none before he chose. */
export async function selectTopics(db: Db, playerId: number): Promise<string[]> {
  const row = await db.selectFrom('push_choice').select('topics').where('player_id', '=', playerId).executeTakeFirst()
  return row?.topics ?? []
}

export async function upsertTopics(db: Db, playerId: number, topics: readonly string[], at: Date): Promise<void> {
  const values = { topics: [...new Set(topics)], saved_at: at }
  await db
    .insertInto('push_choice')
    .values({ player_id: playerId, ...values })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(values))
    .execute()
}

/** Of these players those who want to hear of the topic. */
export async function listWanting(db: Db, playerIds: readonly number[], topic: string): Promise<number[]> {
  if (playerIds.length === 0) return []
  const { rows } = await sql<{ player_id: number }>`
    SELECT player_id FROM push_choice WHERE player_id = ANY(${`{${playerIds.join()}}`}::int[]) AND ${topic} = ANY(topics)`.execute(db)
  return rows.map(({ player_id }) => player_id)
}
