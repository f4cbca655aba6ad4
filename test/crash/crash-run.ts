/**
 * Kills a server with SIGKILL under load, again and again, at random moments. The load client writes every
 * operation into a file of its own before it sends it and again when it is acknowledged. After each restart:
 * what was unknown is asked again under the same key; nothing acknowledged is missing; nothing exists twice;
 * the invariants of ledger and settlement hold; bets are accepted again within bounded time.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '#modules/settlement/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import type { Acked, CrashOp, CrashTarget } from './target.ts'

export interface CrashReport {
  cycles: number
  bets: number
  refused: number
  deposits: number
  withdrawals: number
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
  /** Runs while no server runs: the bench kills the postmaster here. */
  between?: (cycle: number) => Promise<void>
}

const LANES = 24

interface Run {
  target: CrashTarget
  db: Db
  journal: string
  acked: Acked[]
  unknown: CrashOp[]
  /** Bets on their way by game: a result is sent only when all are answered. */
  pending: Map<number, number>
  settled: number[]
  backMs: number[]
  cuts: number
}

export async function crashRun(db: Db, url: string, target: CrashTarget, options: CrashOptions): Promise<CrashReport> {
  const journal = join(mkdtempSync(join(tmpdir(), 'polosa-crash-')), 'journal.txt')
  const run: Run = { target, db, journal, acked: [], unknown: [], pending: new Map(), settled: [], backMs: [], cuts: 0 }
  let unknown = 0
  try {
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      await life(run, url, cycle === 1, (address, child) => loadUntilKilled(run, address, child, options))
      unknown += run.unknown.length
      await options.between?.(cycle)
      await checkAcknowledged(run)
      if (cycle % (options.verifyEvery ?? 5) === 0) await checkInvariants(db, true)
      options.say?.(
        `cycle ${cycle}: ${run.acked.length} acknowledged, ${run.unknown.length} unknown, back after ${run.backMs.at(-1) ?? 0} ms`,
        cycle,
      )
    }
    await life(run, url, false, async () => {
      await checkAcknowledged(run)
      const wrong = await target.settled(db, run.acked)
      if (wrong.length > 0) throw new Error(`${wrong.length} bets are not settled as their results say, the first: ${wrong[0]}`)
    })
    await checkCounts(run)
    await checkInvariants(db, false)
  } finally {
    target.close?.()
  }
  return { cycles: options.cycles, unknown, journal, cuts: run.cuts, ...countsOf(run) }
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
    settles: count('settle'),
    backMs,
  }
}

/** A process from its start to its end: what was unknown is asked again, one bet is accepted, then `work`. */
async function life(run: Run, url: string, first: boolean, work: (address: string, child: ChildProcess) => Promise<void>): Promise<void> {
  const startedAt = Date.now()
  const { child, address } = await startTarget(run.target, url)
  try {
    if (first) await run.target.prepare(address, run.db)
    await run.target.ready(address)
    await firstBet(run, address)
    if (!first) run.backMs.push(Date.now() - startedAt)
    await askAgain(run, address)
    await work(address, child)
  } finally {
    child.kill('SIGKILL')
  }
}

const FIRST_BET_MS = 40_000

/** The first bet after a start has to be accepted soon, whatever was cut off before. */
async function firstBet(run: Run, address: string): Promise<void> {
  for (const deadline = Date.now() + FIRST_BET_MS; ;) {
    const op = newBet(run)
    const before = run.unknown.length
    await send(run, address, op)
    if (run.unknown.length === before && run.acked.at(-1)?.id != null) return
    if (Date.now() > deadline) throw new Error(`no bet was accepted: ${JSON.stringify(op.body)}`)
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
  const afterMs = 60 + Math.random() * (options.loadMs ?? 600)
  if (Math.random() < (options.cutShare ?? 0)) setTimeout(() => void cutSessions(run), afterMs * Math.random())
  setTimeout(() => {
    dead = true
    child.kill('SIGKILL')
  }, afterMs)
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (!dead) await send(run, address, nextOp(run))
    }),
  )
  await exited
}

async function cutSessions(run: Run): Promise<void> {
  run.cuts += 1
  await rawPool(run.db)
    .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    .catch(() => {})
}

function nextOp(run: Run): CrashOp {
  const dice = Math.random()
  if (dice < 0.1) return run.target.deposit()
  if (dice < 0.16) {
    const quiet = run.target.openGames().find((ci) => run.pending.has(ci) && run.pending.get(ci) === 0)
    const op = quiet === undefined ? null : run.target.settle(quiet, false)
    if (op) {
      run.settled.push(op.ci)
      return op
    }
  }
  if (dice < 0.2 && run.target.withdraw) return run.target.withdraw()
  if (dice > 0.99 && run.settled.length > 0) {
    const op = run.target.settle(run.settled[Math.floor(Math.random() * run.settled.length)]!, true)
    if (op) return op
  }
  return newBet(run)
}

function newBet(run: Run): CrashOp {
  const op = run.target.bet()
  run.pending.set(op.ci, (run.pending.get(op.ci) ?? 0) + 1)
  return op
}

async function send(run: Run, address: string, op: CrashOp): Promise<void> {
  appendFileSync(run.journal, `sent ${JSON.stringify(op)}\n`)
  try {
    const { id } = await run.target.send(address, op)
    appendFileSync(run.journal, `acked ${id} ${JSON.stringify(op)}\n`)
    run.acked.push({ op, id })
    if (op.kind === 'bet') run.pending.set(op.ci, run.pending.get(op.ci)! - 1)
  } catch (error) {
    appendFileSync(run.journal, `unknown ${op.key} ${String(error)}\n`)
    run.unknown.push(op)
  }
}

const KINDS = ['bet', 'deposit', 'withdraw', 'settle'] as const
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

async function checkAcknowledged(run: Run): Promise<void> {
  const bets = run.acked.filter((a) => a.op.kind === 'bet')
  const placed = bets.filter((a) => a.id !== null)
  const found = await rawPool(run.db).query<{ missing: string | null }>(
    `SELECT a.id AS missing FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS a(guid, id, stake)
     LEFT JOIN bet_key k ON k.guid = a.guid AND k.bet_id = a.id AND k.outcome = 0 LEFT JOIN bet b ON b.id = a.id AND b.stake_minor = a.stake
     WHERE k.bet_id IS NULL OR b.id IS NULL LIMIT 1`,
    [placed.map((a) => a.op.key), placed.map((a) => a.id), placed.map((a) => a.op.amountMinor)],
  )
  if (found.rows[0]) throw new Error(`acknowledged bet ${found.rows[0].missing} is not there`)
  const refused = await rawPool(run.db).query<{ guid: string }>(
    'SELECT guid FROM bet_key WHERE outcome = 0 AND guid = ANY($1::text[]) LIMIT 1',
    [bets.filter((a) => a.id === null).map((a) => a.op.key)],
  )
  if (refused.rows[0]) throw new Error(`refused bet ${refused.rows[0].guid} was placed`)
  const { missing } = await run.target.deposits(
    run.db,
    run.acked.filter((a) => a.op.kind === 'deposit'),
  )
  if (missing.length > 0) throw new Error(`acknowledged deposit ${missing[0]} is not there`)
  const paid = run.acked.filter((a) => a.op.kind === 'withdraw' && a.id !== null)
  const lost = (await run.target.withdrawals?.(run.db, paid))?.missing ?? []
  if (lost.length > 0) throw new Error(`acknowledged withdrawal ${lost[0]} is not there`)
}

/** Nothing is unknown any more: exactly what was acknowledged exists, and nothing twice. */
async function checkCounts(run: Run): Promise<void> {
  const keys = (kind: CrashOp['kind']) => new Set(run.acked.filter((a) => a.op.kind === kind && a.id !== null).map((a) => a.op.key)).size
  const { rows } = await rawPool(run.db).query<{ bets: number }>('SELECT count(*)::int AS bets FROM bet')
  const { total } = await run.target.deposits(run.db, [])
  const withdrawals = (await run.target.withdrawals?.(run.db, []))?.total ?? 0
  const found = { bets: rows[0]!.bets, deposits: total, withdrawals }
  const expected = { bets: keys('bet'), deposits: keys('deposit'), withdrawals: keys('withdraw') }
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
  }
}

/** `midway`: results may wait for a settler that is down, so the audit of bets against results is left to the end. */
async function checkInvariants(db: Db, midway: boolean): Promise<void> {
  const broken = (await verify(db)).filter((c) => c.violations > 0 && !(midway && c.name.includes('both calculations')))
  if (broken.length > 0) throw new Error(`broken: ${JSON.stringify(broken, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`)
}
