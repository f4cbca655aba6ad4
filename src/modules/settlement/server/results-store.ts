/** Rows of the action log and of the results in force. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import type { OutcomeRef } from '../rules/effective.ts'
import { isCancel, type ActionRow } from './actions.ts'
import './tables.ts'

export interface MarketRef {
  ci: number
  market_key: string
  spec: string
}

export interface StoredAction extends MarketRef {
  t: string
  sent_at: Date
  certainty: string | null
  results: unknown
  from_at: Date | null
  to_at: Date | null
  undecided: boolean | null
  line: boolean | null
  reason: string | null
}

/** A row of `outcome_result` to be written; times as ISO text, `voided` and `line_voided` as multirange literals. */
export interface ResultRow extends MarketRef {
  t: number
  p: number
  player_id: number
  won: number | null
  void_halves: number
  heat_num: number
  heat_den: number
  known_at: string | null
  lost_at: string | null
  confirmed: boolean
  voided: string
  line_voided: string
  reason: string | null
}

/** One after the other: the ids of runs then rise in the order of their commits, which settling relies on. */
export async function lockResults(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCKS.results})`.execute(tx)
}

/** Appends what is new and answers its markets; a fact that comes again adds nothing (CT-01). */
export async function insertActions(tx: Tx, rows: readonly ActionRow[]): Promise<MarketRef[]> {
  const { rows: added } = await sql<MarketRef>`
    WITH added AS (
      INSERT INTO settlement_action (ci, market_key, spec, t, fact_key, sent_at, certainty, results, from_at, to_at, undecided, line, reason)
      SELECT ci, market_key, spec, t, fact_key, sent_at, certainty, results, from_at, to_at, undecided, line, reason
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(ci integer, market_key text, spec text, t text, fact_key text,
        sent_at timestamptz, certainty text, results jsonb, from_at timestamptz, to_at timestamptz, undecided boolean, line boolean, reason text)
      ON CONFLICT DO NOTHING RETURNING ci, market_key, spec
    ) SELECT DISTINCT ci, market_key, spec FROM added`.execute(tx)
  return added
}

/** Markets that were called off or given back, to be looked at again. */
export async function rememberCancels(tx: Tx, rows: readonly ActionRow[], at: Date): Promise<void> {
  const markets = rows.filter(isCancel).map(({ ci, market_key, spec }) => ({ ci, market_key, spec }))
  if (markets.length === 0) return
  await sql`INSERT INTO settlement_cancel (ci, market_key, spec, told_at) SELECT DISTINCT ci, market_key, spec, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(markets)}::jsonb) AS m(ci integer, market_key text, spec text)
    ON CONFLICT (ci, market_key, spec) DO UPDATE SET told_at = excluded.told_at, late_xid = NULL`.execute(tx)
}

/** A note from beyond the newest id is that of another server, whose books were restored here: nothing of it is on its way. */
export const ALL_LANDED = sql<boolean>`(late_xid <= (SELECT landed_before()) OR late_xid > pg_snapshot_xmax(pg_current_snapshot()))`

/**
 * Notes which transactions may still bring bets on what was written before: all that have begun by now, as no bet leaves any
 * later. The look at late bets comes when they have ended. One that hangs may have begun, and its bet got its id, long before
 * the result: that look goes further back.
 */
export async function noteOnTheirWay(db: Db, writtenBefore: Date): Promise<void> {
  // A quarter of an hour: first_id_about goes a day back by itself.
  const longBefore = sql`first_id_about(created_at + interval '23 hours 45 minutes')`
  await sql`UPDATE settlement_run SET late_from_bet_id = ${longBefore}
    WHERE swept_at IS NULL AND NOT ${ALL_LANDED} AND late_from_bet_id > ${longBefore}`.execute(db)
  await sql`UPDATE settlement_run SET late_xid = pg_current_xact_id()
    WHERE swept_at IS NULL AND late_xid IS NULL AND created_at < ${writtenBefore}`.execute(db)
  await sql`UPDATE settlement_cancel SET late_xid = pg_current_xact_id()
    WHERE late_xid IS NULL AND told_at < ${writtenBefore}`.execute(db)
}

export async function isCancelDue(db: Db): Promise<boolean> {
  return (await sql`SELECT 1 FROM settlement_cancel WHERE ${ALL_LANDED} LIMIT 1`.execute(db)).rows.length > 0
}

/** A game has hundreds of markets: the next look takes what these leave. */
const CANCELS_AT_ONCE = 500

export async function takeCancels(tx: Tx): Promise<MarketRef[]> {
  const { rows } = await sql<MarketRef>`DELETE FROM settlement_cancel WHERE (ci, market_key, spec) IN (
    SELECT ci, market_key, spec FROM settlement_cancel WHERE ${ALL_LANDED} ORDER BY told_at LIMIT ${sql.lit(CANCELS_AT_ONCE)}
  ) RETURNING ci, market_key, spec`.execute(tx)
  return rows
}

/** Everything ever said about the markets of these keys, in the order of arrival. */
export async function listActions(tx: Tx, keys: readonly Pick<MarketRef, 'ci' | 'market_key'>[]): Promise<StoredAction[]> {
  const { rows } = await sql<StoredAction>`
    SELECT a.ci, a.market_key, a.spec, a.t, a.sent_at, a.certainty, a.results, a.from_at, a.to_at, a.undecided, a.line, a.reason
    FROM (SELECT DISTINCT ci, market_key FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k(ci integer, market_key text)) AS k
    JOIN settlement_action a ON a.ci = k.ci AND a.market_key = k.market_key
    ORDER BY a.id`.execute(tx)
  return rows
}

/** Outcomes of a part that somebody bet on: jumps from one to the next, never over all bets. */
export async function listBetOutcomes(tx: Tx, ci: number): Promise<OutcomeRef[]> {
  const { rows } = await sql<{ t: number; p: number; player_id: number }>`
    WITH RECURSIVE o AS (
      (SELECT t, p, player_id FROM bet_leg WHERE ci = ${ci} ORDER BY t, p, player_id LIMIT 1)
      UNION ALL
      SELECT n.t, n.p, n.player_id FROM o CROSS JOIN LATERAL (
        SELECT l.t, l.p, l.player_id FROM bet_leg l
        WHERE l.ci = ${ci} AND (l.t, l.p, l.player_id) > (o.t, o.p, o.player_id) ORDER BY l.t, l.p, l.player_id LIMIT 1
      ) n
    ) SELECT t, p, player_id FROM o`.execute(tx)
  return rows.map((r) => ({ t: r.t, p: r.p, playerId: r.player_id }))
}

/** Outcomes of a part that have a result row, with the market that it is of. */
export async function listKnownOutcomes(tx: Tx, ci: number): Promise<(OutcomeRef & MarketRef)[]> {
  const columns = ['t', 'p', 'player_id', 'market_key', 'spec'] as const
  const rows = await tx.selectFrom('outcome_result').select(columns).where('ci', '=', ci).execute()
  return rows.map(({ player_id: playerId, ...row }) => ({ ...row, ci, playerId }))
}

/** Writes the rows that differ, each outcome once, raises their version, and answers which they were. */
export async function upsertResults(
  tx: Tx,
  rows: readonly ResultRow[],
  at: Date,
): Promise<{ ci: number; t: number; p: number; player_id: number }[]> {
  const { rows: changed } = await sql<{ ci: number; t: number; p: number; player_id: number }>`
    INSERT INTO outcome_result AS o
      (ci, t, p, player_id, market_key, spec, won, void_halves, heat_num, heat_den, known_at, lost_at, confirmed, voided, line_voided, reason, updated_at)
    SELECT ci, t, p, player_id, market_key, spec, won, void_halves, heat_num, heat_den, known_at, lost_at, confirmed, voided::tstzmultirange, line_voided::tstzmultirange, reason, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(ci integer, t integer, p integer, player_id integer, market_key text,
      spec text, won smallint, void_halves smallint, heat_num integer, heat_den integer, known_at timestamptz, lost_at timestamptz, confirmed boolean, voided text, line_voided text, reason text)
    ORDER BY ci, t, p, player_id
    ON CONFLICT (ci, t, p, player_id) DO UPDATE SET
      version = o.version + 1, market_key = excluded.market_key, spec = excluded.spec, won = excluded.won, void_halves = excluded.void_halves,
      heat_num = excluded.heat_num, heat_den = excluded.heat_den, known_at = excluded.known_at, lost_at = excluded.lost_at, confirmed = excluded.confirmed,
      voided = excluded.voided, line_voided = excluded.line_voided, reason = excluded.reason, updated_at = excluded.updated_at
    WHERE (o.won, o.void_halves, o.heat_num, o.heat_den, o.known_at, o.lost_at, o.voided, o.line_voided)
      IS DISTINCT FROM (excluded.won, excluded.void_halves, excluded.heat_num, excluded.heat_den, excluded.known_at, excluded.lost_at, excluded.voided, excluded.line_voided)
    RETURNING ci, t, p, player_id`.execute(tx)
  return changed
}

/** A run for the changed outcomes with its chunks. Answers its id and how many chunks of bets it touches. */
export async function insertRun(
  tx: Tx,
  outcomes: readonly { ci: number; t: number; p: number; player_id: number }[],
  given: { at: Date; chunkLegs: number; lateFromBetId: bigint },
): Promise<{ runId: bigint; chunks: number }> {
  const run = await tx
    .insertInto('settlement_run')
    .values({ created_at: given.at, late_from_bet_id: given.lateFromBetId, finished_at: null, swept_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`INSERT INTO settlement_run_outcome SELECT ${String(run.id)}::bigint, ci, t, p, player_id
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS r(ci integer, t integer, p integer, player_id integer)`.execute(tx)
  const { rows } = await sql<{
    chunks: number
  }>`SELECT settlement_plan(${String(run.id)}::bigint, ${given.chunkLegs}, 0) AS chunks`.execute(tx)
  const chunks = rows[0]!.chunks
  if (chunks === 0) await tx.updateTable('settlement_run').set({ finished_at: given.at }).where('id', '=', run.id).execute()
  return { runId: run.id, chunks }
}

/** A run for bets whose results have not changed. Blocked ones become open first. */
export async function insertAgainRun(tx: Tx, betIds: readonly bigint[], given: { at: Date; chunkLegs: number }): Promise<void> {
  await lockResults(tx)
  await sql`SELECT settlement_again(${`{${betIds.join(',')}}`}::bigint[], ${given.at}, ${given.chunkLegs}::integer)`.execute(tx)
}
