/** SQL of players. Compared forms only; the unique indexes are the law of "one person, one account" (ACC-02). */
import { sql, type Selectable } from 'kysely'
import { sqlState, type Db, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { Identifier } from '../rules/identifier.ts'
import { digest } from './secret.ts'
import type { PlayerTable } from './tables.ts'

export type PlayerRow = Selectable<PlayerTable>

export async function selectPlayerOptional(db: Db | Tx, brand: string, who: Identifier): Promise<PlayerRow | null> {
  const query = db.selectFrom('player').selectAll().where('brand', '=', brand)
  if (who.type === 'email') return (await query.where('email_key', '=', who.key).executeTakeFirst()) ?? null
  if (who.type === 'phone') return (await query.where('phone', '=', who.key).executeTakeFirst()) ?? null
  const byLogin = await query.where('login_key', '=', who.key).executeTakeFirst()
  if (byLogin) return byLogin
  return /^[1-9]\d{0,9}$/.test(who.key) && Number(who.key) < 2 ** 31 ? await selectPlayerByIdOptional(db, brand, Number(who.key)) : null
}

export async function selectPlayerByIdOptional(db: Db | Tx, brand: string, id: number): Promise<PlayerRow | null> {
  return (await db.selectFrom('player').selectAll().where('id', '=', id).where('brand', '=', brand).executeTakeFirst()) ?? null
}

export async function selectPlayer(db: Db | Tx, id: number): Promise<PlayerRow> {
  return db.selectFrom('player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function listPlayers(db: Db | Tx, ids: readonly number[]): Promise<PlayerRow[]> {
  return db
    .selectFrom('player')
    .selectAll()
    .where(sql<boolean>`id = ANY(${`{${ids.join()}}`}::int[])`)
    .orderBy('id')
    .execute()
}

/**
 * With his row held: password and status stay as they are until the transaction ends, and whoever changes them then
 * closes what it has opened.
 */
export async function selectAndLockPlayer(tx: Tx, id: number): Promise<PlayerRow> {
  return tx.selectFrom('player').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Of the password that a step was begun with: another one ends the step. */
export function passwordMark({ password_hash }: Pick<PlayerRow, 'password_hash'>): string {
  return digest(password_hash).toString('base64url')
}

/** Of the password and the address or number that a reset was asked with: where one of them is another by now, it is over. */
export function resetMark(player: PlayerRow, by: 'email' | 'phone'): string {
  return digest(JSON.stringify([player.password_hash, player[by]])).toString('base64url')
}

export interface NewPlayer {
  brand: string
  email?: string | null
  emailKey?: string | null
  phone?: string | null
  passwordHash: string
  mustChangePassword?: boolean
  firstPasswordUntil?: Date | null
  language: string
  createdAt: Date
}

/** Problems: auth.email_taken (field email), auth.phone_taken (field phone). The transaction is lost after one. */
export async function insertPlayer(tx: Tx, given: NewPlayer): Promise<number | Problem> {
  try {
    const row = await tx
      .insertInto('player')
      .values({
        brand: given.brand,
        email: given.email ?? null,
        email_key: given.emailKey ?? null,
        phone: given.phone ?? null,
        login_key: null,
        password_hash: given.passwordHash,
        must_change_password: given.mustChangePassword ?? false,
        first_password_until: given.firstPasswordUntil ?? null,
        status: 'active',
        email_confirmed_at: null,
        phone_confirmed_at: null,
        language: given.language,
        created_at: given.createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  } catch (error) {
    const taken = takenField(error)
    if (taken === null) throw error
    return problem(`auth.${taken}_taken`, { field: taken, status: 422 })
  }
}

function takenField(error: unknown): 'email' | 'phone' | 'login' | null {
  if (sqlState(error) !== '23505') return null
  const { constraint } = error as { constraint?: string }
  if (constraint === 'player_email') return 'email'
  if (constraint === 'player_phone') return 'phone'
  return constraint === 'player_login' ? 'login' : null
}

export async function updateLanguage(tx: Tx, playerId: number, language: string): Promise<void> {
  await tx.updateTable('player').set({ language }).where('id', '=', playerId).execute()
}

/** Notes what happened to the account's security. */
export async function insertSecurityEvent(
  tx: Tx,
  event: { playerId: number; kind: string; sessionId?: string | null; ip: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('security_event')
    .values({ player_id: event.playerId, kind: event.kind, session_id: event.sessionId ?? null, ip: event.ip, at: event.at })
    .execute()
}

/** Changes after which money waits before it leaves (ACC-16), and a strange sign-in that no code could prove. */
const SECURITY_CHANGES = [
  'password_changed',
  'password_reset',
  'two_factor_off',
  'phone_changed',
  'email_changed',
  'sign_in_unproved',
] as const

/** When the account's security was last changed; null = never. */
export async function selectLastSecurityChange(db: Db | Tx, playerId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('security_event')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('player_id', '=', playerId)
    .where('kind', 'in', SECURITY_CHANGES)
    .executeTakeFirst()
  return row?.at ?? null
}
