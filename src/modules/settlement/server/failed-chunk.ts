/**
 * A chunk that cannot be posted. It is cut in halves, which are chunks of their own, until the bet that is at fault stands alone:
 * that one is blocked, as a bet is whose two calculations differ, and everything else is paid (SET-04).
 */
import type pg from 'pg'
import { isDatabaseAway, sqlState, txOn } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { emit } from '#platform/server/outbox.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import { insertAlarms, tellAlarms, type Raised } from './other-kinds.ts'

export interface ClaimedChunk {
  run_id: bigint
  no: number
  /** By its outcomes: a chunk that was divided meanwhile is known by them. */
  legs: number[]
}

/** Values, constraints, conflicts and what functions raise; errors of our own code have no state. A lock or a query that took too long is nobody's fault. */
const OF_BETS = /^(22|23|40|P0)/

/** Whether it may lie with a bet, and the chunk would fail the next time too. */
export function isOfBets(error: unknown): boolean {
  const state = sqlState(error)
  return !isDatabaseAway(error) && (state === undefined || OF_BETS.test(state))
}

/** More in an hour are not the fault of bets: what is wrong would block them all. */
const MOST_AN_HOUR = 100

/** In the place of a chunk whose last attempt has failed with this error and was rolled back; throws it when no bet can be named for it. */
export async function divideOrBlock(
  client: pg.PoolClient,
  chunk: ClaimedChunk,
  error: unknown,
  { nowMs, log }: { nowMs: number; log: Logger },
): Promise<{ kind: 'divided' } | { kind: 'settled'; runId: bigint; no: number; players: number[] }> {
  await client.query('BEGIN')
  try {
    const { rows } = await client.query<{ bets: bigint[] | null }>('SELECT settlement_divide($1, $2, $3) AS bets', [
      String(chunk.run_id),
      chunk.no,
      chunk.legs,
    ])
    const bets = rows[0]!.bets
    if (bets?.length === 0) throw error
    const raised: Raised[] = bets?.length === 1 ? [alarmOf(chunk, bets[0]!, error)] : []
    const players = raised[0] ? await block(client, chunk, raised[0], { now: new Date(nowMs), error }) : null
    await client.query('COMMIT')
    tellAlarms(log, raised)
    return players ? { kind: 'settled', runId: chunk.run_id, no: chunk.no, players } : { kind: 'divided' }
  } catch (failed) {
    await client.query('ROLLBACK').catch(() => {})
    throw failed
  }
}

function alarmOf({ run_id: runId, no }: ClaimedChunk, betId: bigint, error: unknown): Raised {
  return { betId, alarm: { about: 'posting', detail: { error: String(error), run: String(runId), chunk: no } } }
}

/** An open bet is blocked, a settled one keeps what it has; the chunk is done. Answers whose bet has changed. */
async function block(
  client: pg.PoolClient,
  { run_id: runId, no }: ClaimedChunk,
  raised: Raised,
  { now, error }: { now: Date; error: unknown },
): Promise<number[]> {
  const { betId } = raised
  const { rows: known } = await client.query<{ failed: number }>(
    `SELECT count(*)::integer AS failed FROM settlement_alarm WHERE about = 'posting' AND at > $1::timestamptz - interval '1 hour'`,
    [now],
  )
  if (known[0]!.failed >= MOST_AN_HOUR) throw error
  const { rows } = await client.query<{ player_id: number }>(
    `UPDATE bet SET status = ${BET_STATUS.blocked}, settled_version = settled_version + 1, settled_at = $2 WHERE id = $1 AND status = ${BET_STATUS.open} RETURNING player_id`,
    [String(betId), now],
  )
  await insertAlarms(client, now.toISOString(), [raised])
  await client.query('UPDATE settlement_chunk SET done_at = $3, changed = $4, took_ms = 0 WHERE run_id = $1 AND no = $2', [
    String(runId),
    no,
    now,
    rows.length,
  ])
  const players = rows.map((row) => row.player_id)
  if (players.length > 0)
    await emit(txOn(client), { topic: 'settlement.settled', key: String(runId), payload: { run: Number(runId), chunk: no, players } })
  return players
}
