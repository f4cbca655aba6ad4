/**
 * Money through lines that lose, cut, double, delay and reorder: between the caller and the server, and between the
 * server and PostgreSQL (standards S-2). Every operation is asked again under its own key until it is answered; at the
 * end there are exactly as many effects as there were different keys, and nothing stayed unknown past its bound.
 */
import { rawPool, type Db } from '#platform/server/db.ts'
import { checkAcknowledged, checkCounts, checkInvariants } from '../crash/checks.ts'
import { startTarget } from '../crash/crash-run.ts'
import { newBet, newRun, nextOp, type Run } from '../crash/operations.ts'
import type { CrashOp, CrashTarget } from '../crash/target.ts'
import { pause, type Shares } from '../support/fault-plan.ts'
import { httpFaultProxy, type HttpFault } from '../support/http-fault-proxy.ts'
import { postgresFaultProxy, type PostgresFault } from '../support/postgres-fault-proxy.ts'

export interface FaultOptions {
  operations: number
  lanes?: number
  seed: number
  http?: Shares<HttpFault>
  postgres?: Shares<PostgresFault>
  /** An operation that is not answered by then has stayed unknown. */
  boundMs?: number
  say?: (text: string) => void
}

export interface FaultReport {
  operations: number
  byKind: Record<string, number>
  /** Calls that were needed in all. */
  calls: number
  /** The longest time until an operation was known. */
  longestMs: number
  http: Record<string, number>
  postgres: Record<string, number>
}

const SETTLED_MS = 15_000
const EVERY_TENTH: Shares<HttpFault> = {
  drop_request: 0.04,
  cut_request: 0.02,
  drop_answer: 0.06,
  cut_answer: 0.03,
  duplicate: 0.06,
  late_duplicate: 0.05,
  delay: 0.1,
  reorder: 0.1,
}
const SOMETIMES: Shares<PostgresFault> = { cut_before: 0.005, cut_commit: 0.008, cut_answer: 0.008, cut_inside: 0.005, delay: 0.02 }

export async function faultRun(db: Db, url: string, target: CrashTarget, options: FaultOptions): Promise<FaultReport> {
  const database = await postgresFaultProxy(url, options.postgres ?? SOMETIMES, options.seed + 1)
  database.plan.quiet = true
  const { child, address } = await startTarget(target, database.url)
  const line = await httpFaultProxy(address, options.http ?? EVERY_TENTH, options.seed)
  const run = newRun(db, target)
  try {
    await target.prepare(address, db)
    await target.ready(address)
    database.plan.quiet = false
    const told = await operate(run, line.url, options)
    database.plan.quiet = true
    // Late doubles of what is long answered are still on their way.
    await pause(300)
    await checkAcknowledged(run)
    const wrong = await target.settled(db, run.acked)
    if (wrong.length > 0) throw new Error(`${wrong.length} bets are not settled as their results say, the first: ${wrong[0]}`)
    await checkCounts(run)
    await settledInTime(db)
    return { ...told, http: line.plan.counts, postgres: database.plan.counts }
  } finally {
    child.kill('SIGKILL')
    await line.close()
    await database.close()
    target.close?.()
  }
}

/** What a cut connection left of a settlement is worked off within the bound; everything else holds at every moment. */
async function settledInTime(db: Db): Promise<void> {
  for (const until = performance.now() + SETTLED_MS; performance.now() < until; await pause(500)) {
    await checkInvariants(db, true)
    const open = await rawPool(db).query('SELECT 1 FROM settlement_run WHERE finished_at IS NULL LIMIT 1')
    if (open.rowCount === 0) break
  }
  await checkInvariants(db, false)
}

async function operate(run: Run, address: string, options: FaultOptions) {
  const boundMs = options.boundMs ?? 30_000
  const byKind: Record<string, number> = {}
  let calls = 0
  let longestMs = 0
  let left = options.operations
  await Promise.all(
    Array.from({ length: options.lanes ?? 24 }, async () => {
      while (left > 0) {
        left -= 1
        const own = left
        const op = own % 5 === 0 ? nextOp(run) : newBet(run)
        const begun = performance.now()
        const needed = await untilKnown(run, address, op, boundMs)
        calls += needed
        longestMs = Math.max(longestMs, performance.now() - begun)
        byKind[op.kind] = (byKind[op.kind] ?? 0) + 1
        if (own % 10_000 === 0) options.say?.(`${own} operations left, ${calls} calls`)
      }
    }),
  )
  return { operations: options.operations, byKind, calls, longestMs: Math.round(longestMs) }
}

/** How many calls it took. */
async function untilKnown(run: Run, address: string, op: CrashOp, boundMs: number): Promise<number> {
  const until = performance.now() + boundMs
  for (let call = 1; ; call += 1) {
    try {
      const { id } = await run.target.send(address, op)
      run.acked.push({ op, id })
      if (op.kind === 'bet') run.pending.set(op.ci, run.pending.get(op.ci)! - 1)
      return call
    } catch (error) {
      if (performance.now() > until)
        throw new Error(`unknown after ${boundMs} ms and ${call} calls: ${JSON.stringify(op)}: ${String(error)}`, { cause: error })
      await pause(Math.min(250, 5 * call))
    }
  }
}
