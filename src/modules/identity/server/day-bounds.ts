/**
 * How much a player may send in a day: enough for every honest mistake. Asked before anything is taken or a provider is
 * called, and again in the transaction that writes, which judges.
 */
import { DAY, type Millis } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'

const MOST_REQUESTS_A_DAY = 10
const MOST_FILES_A_DAY = 40

/** Problem: identity.too_often (429). */
export async function requestsRefusal(db: Db | Tx, playerId: number, now: Millis): Promise<Problem | null> {
  const recent = await db
    .selectFrom('identity_request')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('player_id', '=', playerId)
    .where('created_at', '>', new Date(now - DAY))
    .executeTakeFirstOrThrow()
  return recent.n >= BigInt(MOST_REQUESTS_A_DAY) ? problem('identity.too_often', { status: 429 }) : null
}

/** Problem: identity.too_often (429). */
export async function filesRefusal(db: Db | Tx, playerId: number, now: Millis): Promise<Problem | null> {
  const recent = await db
    .selectFrom('identity_document')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('player_id', '=', playerId)
    .where('at', '>', new Date(now - DAY))
    .executeTakeFirstOrThrow()
  return recent.n >= BigInt(MOST_FILES_A_DAY) ? problem('identity.too_often', { status: 429, field: 'file' }) : null
}

/** Papers wait for a decision, or were sent too often. Problems: identity.waits (409), identity.too_often (429). */
export async function documentsRefusal(db: Db, playerId: number, now: Millis): Promise<Problem | null> {
  const waiting = await db
    .selectFrom('identity_request')
    .select('id')
    .where('player_id', '=', playerId)
    .where('kind', '=', 'documents')
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return waiting ? problem('identity.waits', { status: 409 }) : requestsRefusal(db, playerId, now)
}
