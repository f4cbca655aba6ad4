/**
 * The settler of a process. Results are committed first; the money follows in chunks, of this process or of
 * any other that shares the database, and a settler that dies leaves whole chunks to whoever comes next.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Clock } from '#lib/time.ts'
import { inTx, rawPool, type Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import type { SettleFact } from './actions.ts'
import type { ScoreStep } from '../rules/leads.ts'
import { applyLeads } from './apply-leads.ts'
import { applyCancelsAgain, applyResults, type Applied } from './apply-results.ts'
import { ALL_LANDED, insertAgainRun, noteOnTheirWay } from './results-store.ts'
import { settleNextChunk, type CountReopened, type Repay, type StepHook } from './settle-chunk.ts'
import type { WinChecks } from './win-check.ts'
import './tables.ts'

export interface SettlementDeps {
  db: Db
  clock: Clock
  log: Logger
  /** After a chunk's commit: players whose bets or balances changed. At most once a chunk; the outbox tells the same surely. */
  onTouched?: (playerIds: number[]) => void
  /** Legs a chunk. */
  chunkLegs?: number
  /** Connections that settle side by side. */
  workers?: number
  /** One plain bet in so many is worked out by both calculations before it is paid, 100 by default; 0 = none. */
  sampleOneIn?: number
  /** Which wins wait for two officers, by brand; absent: none. */
  winChecks?: WinChecks
  /** Pools of what the house may lose; absent: there are none. */
  countReopened?: CountReopened
  /** For tests. */
  hook?: StepHook
}

export interface Settlement {
  /** Takes facts of results and resolves when all money that follows has moved. */
  apply(facts: readonly SettleFact[]): Promise<Applied>
  /** Takes all scores of a match in regular time and resolves when bets with an early payout are as they say (XT-21). */
  leads(game: { ci: number; steps: readonly ScoreStep[] }): Promise<void>
  /** Works off what another settler, or an earlier life of this one, left behind. */
  resume(): Promise<void>
  /** Works these bets out again although no result has changed: voided ones, decided advances, blocked ones. */
  again(betIds: readonly bigint[]): Promise<void>
  /** The same, for who must not wait for all other settling: resolves when it is written down that they are to be worked out. */
  againSoon(betIds: readonly bigint[]): Promise<void>
  /** Looks again for bets that were on their way while their results were written, when all of them have landed. Call it every few seconds. */
  sweep(): Promise<void>
  /** Advances are repaid by the chunk that pays what covers them (rules 8.5). */
  useRepayment(repay: Repay): void
}

/** No bet leaves so long after its result was written: it is tried for two seconds, and a connection is there within five. */
const LEAVES_WITHIN_MS = 10_000
const SWEEP_RUNS = 500
/** Just after a checkpoint each page is logged whole, and such a chunk takes about 180 ms; the most is 250. */
const CHUNK_LEGS = 2_800
const SAMPLE_ONE_IN = 100
const BUSY_WAIT_MS = 5

export function createSettlement(deps: SettlementDeps): Settlement {
  const { db, clock, log } = deps
  const chunkLegs = deps.chunkLegs ?? CHUNK_LEGS
  const workers = deps.workers ?? 2
  let running: Promise<void> | null = null
  let again = false
  let repay: Repay | undefined

  async function drain(): Promise<void> {
    again = true
    running ??= (async () => {
      try {
        while (again) {
          again = false
          await Promise.all(Array.from({ length: workers }, (_, i) => work(deps, i > 0, repay)))
        }
      } finally {
        running = null
      }
    })()
    return running
  }

  const noteAgain = (betIds: readonly bigint[]) => inTx(db, (tx) => insertAgainRun(tx, betIds, { at: new Date(clock.now()), chunkLegs }))

  return {
    async apply(facts) {
      const applied = await applyResults(db, facts, { nowMs: clock.now(), chunkLegs })
      if (applied.unknown.length > 0)
        log.warn({ unknown: applied.unknown.slice(0, 20), count: applied.unknown.length }, 'results of unknown parts or outcomes')
      if (applied.chunks > 0) await drain()
      return applied
    },
    async leads(game) {
      if (await applyLeads(db, game, { at: new Date(clock.now()), chunkLegs })) await drain()
    },
    resume: drain,
    async again(betIds) {
      if (betIds.length === 0) return
      await noteAgain(betIds)
      await drain()
    },
    async againSoon(betIds) {
      if (betIds.length === 0) return
      await noteAgain(betIds)
      void drain().catch((err: unknown) => log.error({ err }, 'bets wait to be worked out again'))
    },
    async sweep() {
      const nowMs = clock.now()
      let { chunks } = await applyCancelsAgain(db, { nowMs, chunkLegs })
      for (;;) {
        const swept = await reopenForLateBets(db, nowMs, chunkLegs)
        chunks += swept.chunks
        if (swept.runs < SWEEP_RUNS) break
      }
      // Afterwards: what is noted now is swept by the next look, unless something hangs.
      await noteOnTheirWay(db, new Date(nowMs - LEAVES_WITHIN_MS))
      if (chunks > 0) await drain()
    },
    useRepayment: (next) => void (repay = next),
  }
}

/** A second worker leaves when there is nothing to share; the first stays until the last run is closed. */
async function work(deps: SettlementDeps, helper: boolean, repay: Repay | undefined): Promise<void> {
  const client: pg.PoolClient = await rawPool(deps.db).connect()
  let failed: Error | undefined
  try {
    for (;;) {
      const step = await settleNextChunk(client, {
        nowMs: deps.clock.now(),
        log: deps.log,
        sampleOneIn: deps.sampleOneIn ?? SAMPLE_ONE_IN,
        winChecks: deps.winChecks,
        repay,
        countReopened: deps.countReopened,
        hook: deps.hook,
      })
      if (step.kind === 'empty' || (step.kind === 'busy' && helper && !(await moreChunks(client)))) return
      if (step.kind === 'busy') await new Promise((done) => setTimeout(done, BUSY_WAIT_MS))
      if (step.kind === 'settled' && step.players.length > 0) deps.onTouched?.(step.players)
    }
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error))
    throw failed
  } finally {
    client.release(failed)
  }
}

async function moreChunks(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ more: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM settlement_run r WHERE r.finished_at IS NULL OFFSET 1) AS more',
  )
  return rows[0]!.more
}

/** Adds chunks for late bets to runs that have not been swept. Answers how many runs were looked at, and the chunks. */
async function reopenForLateBets(db: Db, nowMs: number, chunkLegs: number): Promise<{ runs: number; chunks: number }> {
  return inTx(db, async (tx) => {
    const { rows } = await sql<{ chunks: number }>`
      WITH due AS (
        SELECT r.id, r.late_from_bet_id FROM settlement_run r
        WHERE r.swept_at IS NULL AND r.finished_at IS NOT NULL AND ${ALL_LANDED}
        ORDER BY r.id LIMIT ${sql.lit(SWEEP_RUNS)} FOR UPDATE SKIP LOCKED
      ), planned AS MATERIALIZED (SELECT due.id, settlement_plan(due.id, ${chunkLegs}::integer, due.late_from_bet_id) AS chunks FROM due)
      UPDATE settlement_run r SET swept_at = ${new Date(nowMs)}, finished_at = CASE WHEN p.chunks > 0 THEN NULL ELSE r.finished_at END
      FROM planned p WHERE p.id = r.id RETURNING p.chunks`.execute(tx)
    return { runs: rows.length, chunks: rows.reduce((sum, row) => sum + row.chunks, 0) }
  })
}
