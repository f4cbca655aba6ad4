/** SQL of sessions and their tokens. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { rawPool, type Db, type Tx } from '#platform/server/db.ts'
import type { SessionTable } from './tables.ts'
import type { Visit } from '../rules/risk.ts'
import type { AuthGrade } from '../rules/session.ts'

const MOST_VISITS = 200

export interface SessionRow extends Selectable<SessionTable> {
  player_status: 'active' | 'blocked' | 'closed'
  must_change_password: boolean
}

const withPlayer = (db: Db | Tx) =>
  db
    .selectFrom('session')
    .innerJoin('player', 'player.id', 'session.player_id')
    .selectAll('session')
    .select(['player.status as player_status', 'player.must_change_password'])

/** What a call must know of the session that it comes from. */
const KNOWN = [
  'id',
  'player_id',
  'brand',
  'kind',
  'grade',
  'opened_by',
  'device',
  'ip',
  'created_at',
  'last_action_at',
  'authenticated_at',
  'expires_at',
  'closed_at',
] as const
const KNOWN_COLUMNS = `${KNOWN.map((column) => `session.${column}`).join()}, player.status AS player_status, player.must_change_password`

export type KnownSession = Pick<SessionRow, (typeof KNOWN)[number] | 'player_status' | 'must_change_password'>

export interface SecretSession extends KnownSession {
  secret_hash: Buffer
}

// Nearly every call asks one of these two: they are named, so that a connection plans them once.
const BY_SECRET = {
  name: 'sessions_by_secret',
  text: `SELECT ${KNOWN_COLUMNS}, session.secret_hash
    FROM session JOIN player ON player.id = session.player_id WHERE session.secret_hash = ANY($1::bytea[])`,
}
const BY_TOKEN = {
  name: 'sessions_by_token',
  text: `SELECT ${KNOWN_COLUMNS}, service_token.token_hash, service_token.scope, service_token.expires_at AS token_expires_at
    FROM session JOIN player ON player.id = session.player_id JOIN service_token ON service_token.session_id = session.id
    WHERE service_token.token_hash = ANY($1::bytea[])`,
}

/** Those of the asked sessions that exist, in no order. */
export async function listSessionsBySecret(db: Db, hashes: readonly Buffer[]): Promise<SecretSession[]> {
  return (await rawPool(db).query<SecretSession>({ ...BY_SECRET, values: [hashes] })).rows
}

export async function selectSessionOptional(db: Db | Tx, id: string): Promise<SessionRow | null> {
  return (await withPlayer(db).where('session.id', '=', id).executeTakeFirst()) ?? null
}

/** Null: it is closed, or there is none. Who closes it waits until the transaction is over. */
export async function selectAndLockOpenSession(tx: Tx, id: string): Promise<SessionRow | null> {
  const open = withPlayer(tx).where('session.id', '=', id).where('session.closed_at', 'is', null)
  return (await open.forNoKeyUpdate('session').executeTakeFirst()) ?? null
}

export interface TokenSession extends KnownSession {
  token_hash: Buffer
  scope: 'site' | 'app'
  token_expires_at: Date
}

/** Those of the asked tokens that exist with their sessions, in no order. */
export async function listSessionsByToken(db: Db, hashes: readonly Buffer[]): Promise<TokenSession[]> {
  return (await rawPool(db).query<TokenSession>({ ...BY_TOKEN, values: [hashes] })).rows
}

/** Whether the session still stands; if so nobody removes it before the transaction is over. */
export async function holdSession(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Those of the asked sessions that let their player in. */
export async function listStillOpen(db: Db | Tx, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('player', 'player.id', 'session.player_id')
    .select('session.id')
    .where(sql<boolean>`session.id = ANY(${ids}::text[])`)
    .where('session.closed_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('player.status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertSession(tx: Tx, row: SessionTable): Promise<void> {
  await tx.insertInto('session').values(row).execute()
}

/** Stores a token and clears away the session's dead ones, so that the table stays as small as its life. */
export async function insertToken(
  tx: Tx,
  token: { hash: Buffer; sessionId: string; scope: 'site' | 'app'; expiresAt: Date; now: Date },
): Promise<void> {
  await tx.deleteFrom('service_token').where('session_id', '=', token.sessionId).where('expires_at', '<=', token.now).execute()
  await tx
    .insertInto('service_token')
    .values({ token_hash: token.hash, session_id: token.sessionId, scope: token.scope, expires_at: token.expiresAt })
    .execute()
}

/**
 * Open sessions of a player beyond the newest `most`, those of frames inside pages not counted. The player's row is locked,
 * so that two sign-ins at once count each other.
 */
export async function listSessionsBeyond(tx: Tx, playerId: number, most: number, now: Date): Promise<string[]> {
  await tx.selectFrom('player').select('id').where('id', '=', playerId).forNoKeyUpdate().execute()
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where('player_id', '=', playerId)
    .where('parent_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_action_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Where a player has been, the newest first; more than he can have used in half a year is not looked at. */
export async function listVisits(tx: Tx, playerId: number): Promise<Visit[]> {
  const rows = await tx
    .selectFrom('session')
    .select(['device_hash', 'ip', 'last_action_at', 'close_reason'])
    .where('player_id', '=', playerId)
    // What hangs on another session proves nothing of its own.
    .where('parent_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MOST_VISITS)
    .execute()
  return rows.map((row) => ({
    device: row.device_hash?.toString('hex') ?? null,
    ip: row.ip,
    lastActionAt: row.last_action_at.getTime(),
    disowned: row.close_reason === 'closed_by_player',
  }))
}

/** Closes sessions with everything that hangs on them. Of `exceptId` its page stays too, where it is a frame's. Gives the ids that were open until now. */
export async function closeSessions(
  tx: Tx,
  which: { playerId: number; ids?: readonly string[]; exceptId?: string | null },
  reason: string,
  now: Date,
): Promise<string[]> {
  const asked = sql`player_id = ${which.playerId} AND closed_at IS NULL
      AND (${which.ids === undefined} OR id = ANY(${which.ids ?? []}::text[]) OR parent_id = ANY(${which.ids ?? []}::text[]))
      AND (${which.exceptId ?? null}::text IS NULL OR (id <> ${which.exceptId ?? null}
        AND id IS DISTINCT FROM (SELECT kept.parent_id FROM session kept WHERE kept.id = ${which.exceptId ?? null})))`
  // A frame may be signing in under one of them: only a statement that begins after that sees its session.
  await sql`SELECT 1 FROM session WHERE ${asked} ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    UPDATE session SET closed_at = ${now}, close_reason = ${reason}, refresh_hash = NULL
    WHERE ${asked}
    RETURNING id`.execute(tx)
  const ids = rows.map((row) => row.id)
  if (ids.length) await tx.deleteFrom('service_token').where('session_id', 'in', ids).execute()
  return ids
}

/** Open sessions, newest first, with the number of all of them. */
export async function listOpenSessions(
  db: Db | Tx,
  playerId: number,
  now: Date,
  page: { limit: number; offset: number },
): Promise<{ rows: Selectable<SessionTable>[]; count: number }> {
  const open = db.selectFrom('session').where('player_id', '=', playerId).where('closed_at', 'is', null).where('expires_at', '>', now)
  const rows = await open.selectAll().orderBy('last_action_at', 'desc').orderBy('id').limit(page.limit).offset(page.offset).execute()
  const { count } = await open.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return { rows, count: Number(count) }
}

/** The session before the current one: "last session" notice (SH-19). */
export async function selectPreviousSessionOptional(
  db: Db | Tx,
  playerId: number,
  currentId: string | null,
): Promise<Selectable<SessionTable> | null> {
  const row = await db
    .selectFrom('session')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('kind', '=', 'site')
    .where('id', '<>', currentId ?? '')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function hasSessionFrom(db: Db | Tx, playerId: number, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('player_id', '=', playerId)
    .where('device', '=', device)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Notes actions of players by session. A session that somebody else is changing in this moment is left alone:
 * whoever closes it wins, and whoever renews it notes an action too.
 */
export async function touchSessions(db: Db | Tx, actions: ReadonlyMap<string, number>): Promise<void> {
  const at = [...actions.values()].map((ms) => new Date(ms).toISOString())
  await sql`UPDATE session s SET last_action_at = a.at
    FROM unnest(${[...actions.keys()]}::text[], ${at}::timestamptz[]) AS a(id, at)
    WHERE s.id = a.id AND s.last_action_at < a.at
      AND s.id IN (SELECT l.id FROM session l WHERE l.id = ANY(${[...actions.keys()]}::text[]) ORDER BY l.id FOR UPDATE SKIP LOCKED)`.execute(
    db,
  )
}

/** A new secret after re-authentication: the old cookie dies with it (SES-01). */
export async function renewSession(tx: Tx, id: string, secretHash: Buffer, grade: AuthGrade, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ secret_hash: secretHash, grade, authenticated_at: now, last_action_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
  await tx.deleteFrom('service_token').where('session_id', '=', id).execute()
}
