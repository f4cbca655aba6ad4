/** One chunk in one transaction: gather, work out, post (migration 0015). One that cannot be posted is divided (failed-chunk.ts). */
import type pg from 'pg'
import type { Logger } from '#platform/server/log.ts'
import { sqlState, txOn, type Tx } from '#platform/server/db.ts'
import { divideOrBlock, isOfBets, type ClaimedChunk } from './failed-chunk.ts'
import { addOtherTargets, checkSample, giveFreeBets, tellAlarms, type Raised } from './other-kinds.ts'
import { closeChecks, holdPlainWins, type WinChecks } from './win-check.ts'

export type ChunkStep =
  | { kind: 'settled'; runId: bigint; no: number; players: number[] }
  /** Others are at work on the run that is next. */
  | { kind: 'busy' }
  /** The run had nothing left and was closed. */
  | { kind: 'closed' }
  /** The chunk could not be posted: its halves are chunks now. */
  | { kind: 'divided' }
  | { kind: 'empty' }

const ATTEMPTS = 6
const RETRYABLE = new Set(['40001', '40P01'])

/** Failpoints for the tests of kills and errors: they run between the steps of a chunk. */
export type StepHook = (step: 'claimed' | 'gathered' | 'posted' | 'committed') => void | Promise<void>

/**
 * Takes what an account owes out of money that has just come in, in the transaction that brought it. With a time, bets that
 * were first settled then or later have been put right.
 */
export type Repay = (tx: Tx, accountId: number, correctedFrom?: Date) => Promise<unknown>

/** Counts bets that are open again against what the house may lose, in this transaction; what is answered is called after its commit. */
export type CountReopened = (tx: Tx, betIds: readonly bigint[]) => Promise<() => void>

export interface ChunkWork {
  nowMs: number
  log: Logger
  /** One plain bet in so many is worked out by both calculations before it is paid; 0 = none. */
  sampleOneIn: number
  /** Wins that wait for two officers; none when absent. */
  winChecks?: WinChecks | undefined
  repay?: Repay | undefined
  countReopened?: CountReopened | undefined
  hook?: StepHook | undefined
}

/** No hash of a bet is a multiple of it, but for one bet in two thousand million. */
const NO_SAMPLE = 2_147_483_647

const CLAIM = {
  name: 'settlement_claim',
  text: `SELECT c.run_id, c.no, c.legs, settlement_open() AS opened FROM settlement_chunk c
    WHERE c.run_id = (SELECT r.id FROM settlement_run r WHERE r.finished_at IS NULL ORDER BY r.id LIMIT 1) AND c.done_at IS NULL
    ORDER BY c.no LIMIT 1 FOR UPDATE SKIP LOCKED`,
}

/**
 * Does the next chunk of the oldest unfinished run. Runs are strictly one after the other: a bet is then never
 * worked out from results older than those of a run that has already been through it.
 */
export async function settleNextChunk(client: pg.PoolClient, given: ChunkWork): Promise<ChunkStep> {
  for (let attempt = 1; ; attempt += 1) {
    const claimed: Claimed = { chunk: null, stopped: false }
    try {
      return await tryChunk(client, given, claimed)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      if (attempt >= ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? '')) {
        if (claimed.stopped || !claimed.chunk || !isOfBets(error)) throw error
        return divideOrBlock(client, claimed.chunk, error, given)
      }
      await new Promise((done) => setTimeout(done, attempt * 10 * (0.5 + Math.random())))
    }
  }
}

/** What an attempt had in hand when it failed. */
interface Claimed {
  chunk: ClaimedChunk | null
  /** By a failpoint. */
  stopped: boolean
}

async function tryChunk(client: pg.PoolClient, given: ChunkWork, claimed: Claimed): Promise<ChunkStep> {
  const { nowMs, log, sampleOneIn, winChecks, repay, countReopened } = given
  const hook: StepHook = async (step) => {
    claimed.stopped = true
    await given.hook?.(step)
    claimed.stopped = false
  }
  await client.query('BEGIN')
  const chunk = (await client.query<ClaimedChunk>(CLAIM)).rows[0]
  if (!chunk) {
    await client.query('COMMIT')
    return closeRun(client, nowMs)
  }
  claimed.chunk = chunk
  const key = [String(chunk.run_id), chunk.no, new Date(nowMs).toISOString()] as const
  await hook('claimed')
  const { rows } = await client.query<{ gathered_bet_id: bigint; is_sample: boolean }>({
    name: 'settlement_gather',
    text: 'SELECT * FROM settlement_gather($1, $2, $3, $4)',
    values: [...key, sampleOneIn > 0 ? sampleOneIn : NO_SAMPLE],
  })
  const idsOf = (sample: boolean) => [...new Set(rows.filter((r) => r.is_sample === sample).map((r) => r.gathered_bet_id))]
  const [others, sampled] = [idsOf(false), idsOf(true)]
  const held = new Set<bigint>()
  const raised: Raised[] = []
  const freeBets = others.length === 0 ? [] : await addOtherTargets(client, others, { now: key[2], winChecks, held, raised })
  if (sampled.length > 0) raised.push(...(await checkSample(client, { key }, sampled)))
  const holds = winChecks !== undefined && winChecks.size > 0
  if (holds) for (const bet of await holdPlainWins(client, winChecks, key[2])) held.add(bet)
  await hook('gathered')
  const posted = await client.query<{ players: number[] }>({
    name: 'settlement_post',
    text: 'SELECT settlement_post($1, $2, $3) AS players',
    values: [...key],
  })
  if (holds) await closeChecks(client, key[2], held)
  if (repay) await repayFrom(client, repay)
  if (freeBets.length > 0) await giveFreeBets(client, freeBets, key[2])
  // Rows of pools are held no longer than by a bet, which counts last too.
  const counted = countReopened ? await countReopenedIn(client, countReopened) : null
  await hook('posted')
  await client.query('COMMIT')
  counted?.()
  tellAlarms(log, raised)
  await hook('committed')
  return { kind: 'settled', runId: chunk.run_id, no: chunk.no, players: [...new Set(posted.rows[0]!.players)] }
}

/** Accounts with advances that this chunk may decide: their locks are held by the payment. What was settled before is put right. */
const OWING = {
  name: 'settlement_owing',
  text: `SELECT o.account_id, min(o.corrected_from) AS corrected_from FROM (
      SELECT a.account_id, NULL::timestamptz AS corrected_from FROM bet_advance a
      WHERE a.state = 0 AND a.account_id = ANY(ARRAY(
        SELECT p.account_id FROM settling_pay p WHERE p.amount > 0 AND EXISTS (SELECT 1 FROM bet_advance o WHERE o.state = 0)))
      UNION ALL
      SELECT f.account_id, f.settled_at FROM (
        -- One by one by their keys: nothing is known of how many rows a work table has.
        SELECT c.account_id, (SELECT b.first_settled_at FROM bet b WHERE b.id = c.bet_id) AS settled_at FROM settling c
        WHERE c.new_status IS NOT NULL AND c.version > 0 AND EXISTS (SELECT 1 FROM bet_advance) OFFSET 0
      ) f
      WHERE EXISTS (SELECT 1 FROM bet_advance o WHERE o.account_id = f.account_id AND o.due_at > f.settled_at)
        AND EXISTS (SELECT 1 FROM settling_pay p WHERE p.account_id = f.account_id)
    ) o GROUP BY o.account_id ORDER BY o.account_id`,
}

async function repayFrom(client: pg.PoolClient, repay: Repay): Promise<void> {
  const { rows } = await client.query<{ account_id: number; corrected_from: Date | null }>(OWING)
  if (rows.length === 0) return
  const tx = txOn(client)
  for (const { account_id: accountId, corrected_from: from } of rows) await repay(tx, accountId, from ?? undefined)
}

/** Decided bets that this chunk has opened, or stopped until somebody looks at them. */
const REOPENED = {
  name: 'settlement_reopened',
  text: 'SELECT DISTINCT c.bet_id FROM settling c WHERE c.new_status IN (1, 7) AND c.status NOT IN (1, 7)',
}

async function countReopenedIn(client: pg.PoolClient, count: CountReopened): Promise<(() => void) | null> {
  const { rows } = await client.query<{ bet_id: bigint }>(REOPENED)
  if (rows.length === 0) return null
  return count(
    txOn(client),
    rows.map((row) => row.bet_id),
  )
}

/** Closes the oldest unfinished run if all its chunks are done. */
async function closeRun(client: pg.PoolClient, nowMs: number): Promise<ChunkStep> {
  const { rows } = await client.query<{ id: bigint; closed: boolean }>({
    name: 'settlement_close',
    text: `WITH next AS (SELECT id FROM settlement_run WHERE finished_at IS NULL ORDER BY id LIMIT 1),
      closed AS (
        UPDATE settlement_run r SET finished_at = $1 FROM next
        WHERE r.id = next.id AND NOT EXISTS (SELECT 1 FROM settlement_chunk c WHERE c.run_id = r.id AND c.done_at IS NULL) RETURNING r.id
      ) SELECT next.id, closed.id IS NOT NULL AS closed FROM next LEFT JOIN closed ON closed.id = next.id`,
    values: [new Date(nowMs).toISOString()],
  })
  if (!rows[0]) return { kind: 'empty' }
  return { kind: rows[0].closed ? 'closed' : 'busy' }
}
