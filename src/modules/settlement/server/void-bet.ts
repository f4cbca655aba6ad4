/**
 * A bet declared void by hand (WAG-17): for a named reason, by two persons when much hangs on it, written down before
 * any money moves. The money follows on the usual way: the bet is worked out again with all its legs void.
 */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import { currencyById, euroCents } from '#modules/ledger/rules/currency.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { needsSecondPerson, voidRefusal, type VoidReason, type VoidRefusal } from '../rules/void-reason.ts'
import { holdsPosition, type StaffPlayersOf } from './officer.ts'
import { insertAgainRun, lockResults } from './results-store.ts'
import type { Settlement } from './settlement.ts'

export interface VoidDeps {
  db: Db
  clock: Clock
  settlement: Pick<Settlement, 'resume'>
  staffPlayersOf: StaffPlayersOf
}

export type VoidAnswer =
  | { kind: 'done'; id: bigint; state: 'asked' | 'in_force' | 'refused' }
  | { kind: 'unknown' }
  /** Sold, or voided already, or decided by the officer who asked, or by one who holds a bet on its games. */
  | { kind: 'conflict'; why: VoidRefusal | 'sold' | 'asked_already' | 'same_officer' | 'decided_already' | 'position' }

interface LockedBet {
  id: bigint
  player_id: number
  currency_id: number
  status: number
  stake_minor: bigint
  payout_minor: bigint
  /** A win that waits for two officers; 0 when none does. */
  waiting_minor: bigint
  result_known: boolean
}

const CHUNK_LEGS = 100

/** Asks for a bet to be void; below the sum from which two persons are needed it is void at once. */
export async function askVoid(
  deps: VoidDeps,
  given: { betId: bigint; reason: VoidReason; note: string; officer: string },
): Promise<VoidAnswer> {
  const answer = await inTx(deps.db, async (tx): Promise<VoidAnswer> => {
    await lockResults(tx)
    const bet = await selectAndLockBet(tx, given.betId)
    if (!bet) return { kind: 'unknown' }
    if (bet.status === BET_STATUS.sold) return { kind: 'conflict', why: 'sold' }
    if (await holdsPosition(tx, deps.staffPlayersOf, given)) return { kind: 'conflict', why: 'position' }
    const refusal = voidRefusal(given.reason, given.note, bet.result_known)
    if (refusal) return { kind: 'conflict', why: refusal }
    const value = [bet.stake_minor, bet.payout_minor, bet.waiting_minor].reduce((a, b) => (b > a ? b : a))
    const alone = !needsSecondPerson(euroCents(value, currencyById(bet.currency_id)))
    const at = new Date(deps.clock.now())
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO bet_void (bet_id, reason, note, state, asked_by, asked_at, decided_at)
      VALUES (${String(bet.id)}::bigint, ${given.reason}, ${given.note}, ${alone ? 1 : 0}, ${given.officer}, ${at}, ${alone ? at : null})
      ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
    if (!rows[0]) return { kind: 'conflict', why: 'asked_already' }
    if (alone) await putInForce(tx, bet, given.reason, at)
    return { kind: 'done', id: rows[0].id, state: alone ? 'in_force' : 'asked' }
  })
  return moneyMoves(deps, answer)
}

/** The word of the second officer, who is another one than the first; a first officer may only take back. */
export async function decideVoid(
  deps: VoidDeps,
  given: { id: bigint; officer: string; decision: 'agree' | 'refuse' },
): Promise<VoidAnswer> {
  const answer = await inTx(deps.db, async (tx): Promise<VoidAnswer> => {
    await lockResults(tx)
    const { rows } = await sql<{ bet_id: bigint; reason: VoidReason; asked_by: string; state: number }>`
      SELECT bet_id, reason, asked_by, state FROM bet_void WHERE id = ${String(given.id)}::bigint AND ix = -1 FOR UPDATE`.execute(tx)
    const asked = rows[0]
    if (!asked) return { kind: 'unknown' }
    if (asked.state !== 0) return { kind: 'conflict', why: 'decided_already' }
    const agreed = given.decision === 'agree'
    if (agreed && asked.asked_by === given.officer) return { kind: 'conflict', why: 'same_officer' }
    const holds = await holdsPosition(tx, deps.staffPlayersOf, { officer: given.officer, betId: asked.bet_id })
    if (holds) return { kind: 'conflict', why: 'position' }
    const bet = await selectAndLockBet(tx, asked.bet_id)
    if (!bet) return { kind: 'unknown' }
    if (agreed && bet.status === BET_STATUS.sold) return { kind: 'conflict', why: 'sold' }
    if (agreed && voidRefusal(asked.reason, '', bet.result_known) === 'result_known') return { kind: 'conflict', why: 'result_known' }
    const at = new Date(deps.clock.now())
    await sql`UPDATE bet_void SET state = ${agreed ? 1 : 2}, decided_by = ${given.officer}, decided_at = ${at}
      WHERE id = ${String(given.id)}::bigint`.execute(tx)
    if (agreed) await putInForce(tx, bet, asked.reason, at)
    return { kind: 'done', id: given.id, state: agreed ? 'in_force' : 'refused' }
  })
  return moneyMoves(deps, answer)
}

async function moneyMoves(deps: VoidDeps, answer: VoidAnswer): Promise<VoidAnswer> {
  // The work is committed with the decision: should this process die here, the next settler finds it.
  if (answer.kind === 'done' && answer.state === 'in_force') await deps.settlement.resume()
  return answer
}

async function selectAndLockBet(tx: Tx, betId: bigint): Promise<LockedBet | undefined> {
  const { rows } = await sql<LockedBet>`
    SELECT b.id, b.player_id, b.currency_id, b.status, b.stake_minor, b.payout_minor,
      coalesce((SELECT max(w.payout_minor) FROM win_check w WHERE w.bet_id = b.id AND w.state = 0), 0) AS waiting_minor,
      b.status IN (2, 4, 5) OR EXISTS (
        SELECT 1 FROM bet_leg l JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
        WHERE l.bet_id = b.id AND r.won IS NOT NULL) AS result_known
    FROM bet b WHERE b.id = ${String(betId)}::bigint FOR UPDATE OF b`.execute(tx)
  return rows[0]
}

/** From here on the rules work the bet out; a chunk that has gathered it as it was begins again. */
async function putInForce(tx: Tx, bet: LockedBet, reason: VoidReason, at: Date): Promise<void> {
  const id = String(bet.id)
  await sql`INSERT INTO bet_money (bet_id, gross_minor) VALUES (${id}::bigint, ${String(bet.payout_minor)}::bigint) ON CONFLICT DO NOTHING`.execute(
    tx,
  )
  await sql`UPDATE bet SET plain = false, settled_version = settled_version + 1 WHERE id = ${id}::bigint`.execute(tx)
  await insertAgainRun(tx, [bet.id], { at, chunkLegs: CHUNK_LEGS })
  await emit(tx, { topic: 'settlement.voided', key: id, payload: { bet: id, player: bet.player_id, reason } })
}

export interface VoidRow {
  id: bigint
  bet_id: bigint
  reason: string
  note: string
  state: number
  asked_by: string | null
  asked_at: Date
  decided_by: string | null
}

/** Those that wait first, then the newest. */
export async function listVoids(db: Db, limit: number): Promise<VoidRow[]> {
  const { rows } = await sql<VoidRow>`
    SELECT id, bet_id, reason, note, state, asked_by, asked_at, decided_by FROM bet_void ORDER BY state > 0, id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

export interface AlarmRow {
  bet_id: bigint
  at: Date
  about: string
  detail: unknown
  status: number
}

/** Stopped pay-outs, the newest first. */
export async function listAlarms(db: Db, limit: number): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    SELECT a.bet_id, a.at, a.about, a.detail, b.status FROM settlement_alarm a JOIN bet b ON b.id = a.bet_id ORDER BY a.id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}
