/**
 * Results that officers make by hand (standards SET-15): never on a game that they hold a bet on, and who did it is kept:
 * players read it in "why this result", and whoever made a result does not let a win go that hangs on it.
 */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { holdsGame, type StaffPlayersOf } from './officer.ts'
import './tables.ts'

export type ActByHand = 'settle' | 'cancel' | 'finish' | 'score' | 'fact'

export interface ByHandDeps {
  db: Db
  clock: Clock
  staffPlayersOf: StaffPlayersOf
}

export type HandAnswer<T> = { kind: 'done'; done: T } | { kind: 'conflict'; why: 'position' }

/** `perform` answers whether it happened; `ci` is the match. */
export async function actByHand<T>(
  { db, clock, staffPlayersOf }: ByHandDeps,
  given: { ci: number; officer: string; act: ActByHand },
  perform: () => Promise<{ happened: boolean; done: T }>,
): Promise<HandAnswer<T>> {
  const { ci, officer, act } = given
  if (await holdsGame(db, staffPlayersOf, { officer, ci })) return { kind: 'conflict', why: 'position' }
  // Before the act: a process that dies between the two must not leave a result that nobody made.
  const { id } = await db
    .insertInto('result_by_hand')
    .values({ ci, officer, act, at: new Date(clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { happened, done } = await perform()
  if (!happened) await db.updateTable('result_by_hand').set({ refused: true }).where('id', '=', id).execute()
  return { kind: 'done', done }
}

/** Whether this officer made, by hand, a result that the bet hangs on. */
export async function madeResult(tx: Tx, { officer, betId }: { officer: string; betId: bigint }): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    SELECT EXISTS (
      SELECT 1 FROM bet_leg l CROSS JOIN LATERAL matches_of_leg(l.ci) AS m(ci) JOIN result_by_hand h ON h.ci = m.ci
      WHERE l.bet_id = ${String(betId)}::bigint AND h.officer = ${officer} AND NOT h.refused
    ) AS made`.execute(tx)
  return rows[0]!.made
}
