/** Closing an account by its player's own wish, and the way back (standards RG-09, RG-10). */
import { DAY, MINUTE } from '#lib/time.ts'
import { OWN_WISH, type Limits } from '#modules/limits/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import {
  closedState,
  endOfPeriod,
  kindOfPeriod,
  mayAskToReopen,
  REOPEN_WAIT_MS,
  type ClosedState,
  type ExclusionKind,
  type ExclusionPeriod,
} from '../rules/exclusion.ts'
import { exclusionOf, insertEvent, listExclusions, lockPlayer, type StoredExclusion } from './store.ts'

export interface ExcludeDeps {
  db: Db
  clock: Clock
  limits: Pick<Limits, 'block' | 'unblock'>
}

export interface NewExclusion {
  playerId: number
  kind: ExclusionKind
  period: string
  startsAt: number
  endsAt: number | null
  reasonId?: number
  comment?: string
}

/** In the caller's transaction, which holds the player's lock. From its commit on no bet and no deposit passes. */
export async function insertExclusion(tx: Tx, limits: ExcludeDeps['limits'], given: NewExclusion): Promise<StoredExclusion> {
  const row = await tx
    .insertInto('protection_exclusion')
    .values({
      player_id: given.playerId,
      kind: given.kind,
      period: given.period,
      reason_id: given.reasonId ?? 0,
      comment: given.comment ?? '',
      starts_at: new Date(given.startsAt),
      ends_at: given.endsAt === null ? null : new Date(given.endsAt),
      reopen_asked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // A self-exclusion stays closed after its end until its player comes back by asking.
  const until = given.kind === 'self_exclusion' || given.endsAt === null ? null : new Date(given.endsAt)
  await limits.block(tx, given.playerId, until, OWN_WISH)
  await insertEvent(tx, given.playerId, given.kind, { period: given.period }, new Date(given.startsAt))
  return exclusionOf(row)
}

export async function excludePlayer(
  { db, clock, limits }: ExcludeDeps,
  given: { playerId: number; period: ExclusionPeriod; reasonId: number; comment: string },
): Promise<StoredExclusion> {
  const startsAt = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, given.playerId)
    return insertExclusion(tx, limits, {
      ...given,
      kind: kindOfPeriod(given.period),
      startsAt,
      endsAt: endOfPeriod(given.period, startsAt),
    })
  })
}

/** A press so soon after another is the same one. */
const SAME_PRESS_MS = MINUTE
const BREAK_MS = DAY

/**
 * The break in one press, without a password: what closes the account as long already is the answer, so that whoever presses
 * on writes no row each time.
 */
export async function takeBreak({ db, clock, limits }: ExcludeDeps, playerId: number): Promise<StoredExclusion> {
  return inTx(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const startsAt = clock.now()
    const endsAt = startsAt + BREAK_MS
    const standing = closedState(await listExclusions(tx, playerId), startsAt)
    if (standing && isAsLong(standing, endsAt)) return standing.exclusion
    return insertExclusion(tx, limits, { playerId, kind: 'time_out', period: '24h', startsAt, endsAt })
  })
}

function isAsLong({ exclusion, until }: ClosedState, endsAt: number): boolean {
  return until === 'open_end' || until >= endsAt - (exclusion.kind === 'time_out' ? SAME_PRESS_MS : 0)
}

/** When the account opens again, ms. Problem: protection.cannot_reopen (409, 92). */
export async function askToReopen({ db, clock, limits }: ExcludeDeps, playerId: number): Promise<number | Problem> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const all = await listExclusions(tx, playerId)
    const over = all.filter((exclusion) => mayAskToReopen(exclusion, now))
    const after = all.map((exclusion) => (over.includes(exclusion) ? { ...exclusion, reopenAskedAt: now } : exclusion))
    const state = closedState(after, now)
    if (over.length === 0 || state === null || state.until === 'open_end')
      return problem('protection.cannot_reopen', { status: 409, wire: 92 })
    await tx
      .updateTable('protection_exclusion')
      .set({ reopen_asked_at: new Date(now) })
      .where(
        'id',
        'in',
        over.map(({ id }) => id),
      )
      .execute()
    const block = await tx.selectFrom('betting_block').select('reason').where('player_id', '=', playerId).forUpdate().executeTakeFirst()
    // What an officer has closed stays closed.
    if (block?.reason === OWN_WISH) {
      await limits.unblock(tx, playerId)
      await limits.block(tx, playerId, new Date(state.until), OWN_WISH)
    }
    await insertEvent(tx, playerId, 'reopen_asked', {}, new Date(now))
    return Math.max(state.until, now + REOPEN_WAIT_MS)
  })
}
