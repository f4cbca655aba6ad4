/**
 * Kills a server with SIGKILL under load, again and again, at random moments. The load client writes every
 * operation into a file of its own before it sends it and again when it is acknowledged. After each restart:
 * what was unknown is asked again under the same key; nothing acknowledged is missing; nothing exists twice;
 * the invariants of ledger and settlement hold; bets are accepted again within bounded time.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { rawPool, type Db } from '#platform/server/db.ts'
import { checkAcknowledged, checkCounts, checkInvariants } from './checks.ts'
import { newBet, newRun, nextOp, send, type Run } from './operations.ts'
import type { CrashOp, CrashTarget } from './target.ts'

export interface CrashReport {
  cycles: number
  bets: number
  refused: number
  deposits: number
  withdrawals: number
  sales: number
  autoBets: number
  settles: number
  /** Operations whose answer the kill cut off, later asked again. */
  unknown: number
  /** The longest and the middle time from the start of a process to its first accepted bet. */
  backMs: { worst: number; median: number }
  /** Times all sessions of the database were cut while the server went on. */
  cuts: number
  journal: string
}

export interface CrashOptions {
  cycles: number
  say?: (text: string, cycle: number) => void
  /** The audit of everything runs after every so many kills. */
  verifyEvery?: number
  /** Longest load before a kill, ms. */
  loadMs?: number
  /** The database's sessions are cut in this share of the cycles, a moment before the kill. */
  cutShare?: number
  /** No further cycle begins after this moment, ms. */
  until?: number
  /** Bets have to be accepted again by then after a start, ms. */
  firstBetMs?: number
  /** Runs while no server runs: the bench kills the postmaster here. */
  between?: (cycle: number) => Promise<void>
}

const LANES = 24

export async function crashRun(db: Db, url: string, target: CrashTarget, options: CrashOptions): Promise<CrashReport> {
  const run = newRun(db, target)
  let unknown = 0
  let cycles = 0
  try {
    for (let cycle = 1; cycle <= options.cycles && Date.now() < (options.until ?? Infinity); cycle += 1) {
      cycles = cycle
      await life(run, url, options, cycle === 1, (address, child) => loadUntilKilled(run, address, child, options))
      unknown += run.unknown.length
      await options.between?.(cycle)
      await checkAcknowledged(run)
      if (cycle % (options.verifyEvery ?? 5) === 0) await checkInvariants(db, true)
      options.say?.(
        `cycle ${cycle}: ${run.acked.length} acknowledged, ${run.unknown.length} unknown, back after ${run.backMs.at(-1) ?? 0} ms`,
        cycle,
      )
    }
    await life(run, url, options, false, async () => {
      await checkAcknowledged(run)
      const wrong = await target.settled(db, run.acked)
      if (wrong.length > 0) throw new Error(`${wrong.length} bets are not settled as their results say, the first: ${wrong[0]}`)
    })
    await checkCounts(run)
    await checkInvariants(db, false)
  } finally {
    target.close?.()
  }
  return { cycles, unknown, journal: run.journal, cuts: run.cuts, ...countsOf(run) }
}

function countsOf(run: Run) {
  const count = (kind: CrashOp['kind'], refused = false) =>
    run.acked.filter((a) => a.op.kind === kind && (a.id === null) === refused).length
  const sorted = run.backMs.toSorted((a, b) => a - b)
  const backMs = { worst: sorted.at(-1) ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 }
  return {
    bets: count('bet'),
    refused: count('bet', true),
    deposits: count('deposit'),
    withdrawals: count('withdraw'),
    sales: count('sale'),
    autoBets: count('autobet'),
    settles: count('settle'),
    backMs,
  }
}

/** A process from its start to its end: what was unknown is asked again, one bet is accepted, then `work`. */
async function life(
  run: Run,
  url: string,
  options: CrashOptions,
  first: boolean,
  work: (address: string, child: ChildProcess) => Promise<void>,
): Promise<void> {
  const startedAt = Date.now()
  const { child, address } = await startTarget(run.target, url)
  try {
    if (first) await run.target.prepare(address, run.db)
    await run.target.ready(address)
    await firstBet(run, address, options.firstBetMs ?? FIRST_BET_MS)
    if (!first) run.backMs.push(Date.now() - startedAt)
    await askAgain(run, address)
    await work(address, child)
  } finally {
    child.kill('SIGKILL')
  }
}

const FIRST_BET_MS = 40_000

/** The first bet after a start has to be accepted soon, whatever was cut off before. */
async function firstBet(run: Run, address: string, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; ;) {
    const op = newBet(run)
    const before = run.unknown.length
    await send(run, address, op)
    if (run.unknown.length === before && run.acked.at(-1)?.id != null) return
    if (Date.now() > deadline) throw new Error(`no bet was accepted: ${JSON.stringify(op.body)}; all answers stand in ${run.journal}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Starts a process of the target and resolves with its address. */
export async function startTarget(target: CrashTarget, url: string): Promise<{ child: ChildProcess; address: string }> {
  const { file, args, env } = target.command(url)
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (part) => {
      text = (text + String(part)).slice(-4_000)
      const match = /answers on (http:\/\/[^\s]+)|^(http:\/\/[^\s]+)/m.exec(text)
      if (match) resolve((match[1] ?? match[2])!)
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code} before it served: ${text}`)))
  })
  return { child, address }
}

/** Load on all lanes; the process is killed at a random moment while they run. */
async function loadUntilKilled(run: Run, address: string, child: ChildProcess, options: CrashOptions): Promise<void> {
  let dead = false
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const killSoon = () => {
    const afterMs = 60 + Math.random() * (options.loadMs ?? 600)
    if (Math.random() < (options.cutShare ?? 0)) setTimeout(() => void cutSessions(run), afterMs * Math.random())
    setTimeout(() => {
      dead = true
      child.kill('SIGKILL')
    }, afterMs)
  }
  // A slow machine gets little done in a moment: the clock of the kill starts when every kind has had its turn.
  const isWarm = warmth(run)
  let isCounting = false
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (!dead) {
        await send(run, address, nextOp(run))
        if (isCounting || !isWarm()) continue
        isCounting = true
        killSoon()
      }
    }),
  )
  await exited
}

const WARM_OPERATIONS = 30
const WARM_MS = 15_000

/** True when a life has done enough to be worth a kill: operations of its own, and a result if one was due. */
function warmth(run: Run): () => boolean {
  const until = Date.now() + WARM_MS
  const answeredBefore = run.acked.length
  const settledBefore = run.settled.length
  return () =>
    Date.now() > until ||
    (run.acked.length - answeredBefore >= WARM_OPERATIONS && (run.settled.length > settledBefore || settledBefore > 1))
}

async function cutSessions(run: Run): Promise<void> {
  run.cuts += 1
  await rawPool(run.db)
    .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    .catch(() => {})
}

const KINDS = ['bet', 'autobet', 'sale', 'deposit', 'withdraw', 'settle'] as const
const ASK_ROUNDS = 20

/** Everything of unknown fate under its old key: bets first, results only when their bets are known. */
async function askAgain(run: Run, address: string): Promise<void> {
  for (let round = 1; run.unknown.length > 0; round += 1) {
    if (round > ASK_ROUNDS) throw new Error(`an operation failed although the server was alive: ${JSON.stringify(run.unknown[0])}`)
    if (round > 1) await new Promise((done) => setTimeout(done, 250))
    const again = run.unknown.splice(0)
    for (const kind of KINDS) {
      const ops = again.filter((op) => op.kind === kind)
      // A result waits for the next round while a bet of unknown fate is left.
      if (kind === 'settle' && run.unknown.some((op) => op.kind === 'bet')) run.unknown.push(...ops)
      else await Promise.all(ops.map((op) => send(run, address, op)))
    }
  }
}
