/** The word of officers about a win that waits (standards SET-14, SET-15): two agree and they differ, then it is paid. */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { madeResult } from './by-hand.ts'
import { holdsPosition, type StaffPlayersOf } from './officer.ts'
import { insertAgainRun, lockResults } from './results-store.ts'
import type { Settlement } from './settlement.ts'

export interface ReleaseDeps {
  db: Db
  clock: Clock
  settlement: Pick<Settlement, 'resume'>
  staffPlayersOf: StaffPlayersOf
}

export type ReleaseAnswer =
  | { kind: 'done'; id: bigint; state: 'signed' | 'released' | 'refused' }
  | { kind: 'unknown' }
  /** `position`: the officer holds a bet on one of its games. `made_result`: he made a result of it by hand. `over`: released before, or its results say otherwise now. */
  | { kind: 'conflict'; why: 'over' | 'same_officer' | 'position' | 'made_result' }

/** Nothing of it is paid, or less than the results say now. */
const MAY_WAIT: readonly number[] = [7, 2, 4, 5]

interface LockedCheck {
  id: bigint
  bet_id: bigint
  state: number
  first_by: string | null
  status: number
}

/** A refusal takes the first word back; the win goes on waiting, and only a void ends it otherwise (void-bet.ts). */
export async function decideWin(
  deps: ReleaseDeps,
  given: { id: bigint; officer: string; decision: 'agree' | 'refuse'; note: string },
): Promise<ReleaseAnswer> {
  const answer = await inTx(deps.db, async (tx): Promise<ReleaseAnswer> => {
    await lockResults(tx)
    const check = await selectAndLockCheck(tx, given.id)
    if (!check) return { kind: 'unknown' }
    if (check.state !== 0 || !MAY_WAIT.includes(check.status)) return { kind: 'conflict', why: 'over' }
    const position = await holdsPosition(tx, deps.staffPlayersOf, { officer: given.officer, betId: check.bet_id })
    if (position) return { kind: 'conflict', why: 'position' }
    if (given.decision === 'agree' && check.first_by === given.officer) return { kind: 'conflict', why: 'same_officer' }
    const made = given.decision === 'agree' && (await madeResult(tx, { officer: given.officer, betId: check.bet_id }))
    if (made) return { kind: 'conflict', why: 'made_result' }
    return { kind: 'done', id: check.id, state: await write(tx, check, given, new Date(deps.clock.now())) }
  })
  // The work is committed with the decision: should this process die here, the next settler finds it.
  if (answer.kind === 'done' && answer.state === 'released') await deps.settlement.resume()
  return answer
}

async function selectAndLockCheck(tx: Tx, id: bigint): Promise<LockedCheck | undefined> {
  const { rows } = await sql<LockedCheck>`
    SELECT w.id, w.bet_id, w.state, w.first_by, b.status FROM win_check w JOIN bet b ON b.id = w.bet_id
    WHERE w.id = ${String(id)}::bigint FOR UPDATE`.execute(tx)
  return rows[0]
}

async function write(
  tx: Tx,
  check: LockedCheck,
  { officer, decision, note }: { officer: string; decision: 'agree' | 'refuse'; note: string },
  at: Date,
): Promise<'signed' | 'released' | 'refused'> {
  const id = String(check.id)
  await sql`INSERT INTO win_check_word (check_id, officer, decision, note, at) VALUES (${id}::bigint, ${officer}, ${decision}, ${note}, ${at})`.execute(
    tx,
  )
  if (decision === 'refuse') {
    await sql`UPDATE win_check SET first_by = NULL WHERE id = ${id}::bigint`.execute(tx)
    return 'refused'
  }
  if (check.first_by === null) {
    await sql`UPDATE win_check SET first_by = ${officer} WHERE id = ${id}::bigint`.execute(tx)
    return 'signed'
  }
  await sql`UPDATE win_check SET state = 1, second_by = ${officer}, decided_at = ${at} WHERE id = ${id}::bigint`.execute(tx)
  await insertAgainRun(tx, [check.bet_id], { at, chunkLegs: 100 })
  return 'released'
}

export interface WaitingWin {
  id: bigint
  bet_id: bigint
  player_id: number
  currency_id: number
  payout_minor: bigint
  asked_at: Date
  due_at: Date
  first_by: string | null
}

/** Wins that wait, the longest first. */
export async function listWaitingWins(db: Db, limit: number): Promise<WaitingWin[]> {
  const { rows } = await sql<WaitingWin>`
    SELECT w.id, w.bet_id, b.player_id, b.currency_id::integer AS currency_id, w.payout_minor, w.asked_at, w.due_at, w.first_by
    FROM win_check w JOIN bet b ON b.id = w.bet_id WHERE w.state = 0 ORDER BY w.due_at, w.id LIMIT ${limit}`.execute(db)
  return rows
}
