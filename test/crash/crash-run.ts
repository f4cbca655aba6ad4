/**
 * Kills a server with SIGKILL under load, again and again, at random moments. The load client writes every
 * operation into a file of its own before it sends it and again when it is acknowledged. After each restart:
 * what was unknown is asked again under the same key; nothing acknowledged is missing; nothing exists twice;
 * the invariants of ledger and settlement hold.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '#modules/settlement/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { crashTarget, type BetOp, type CrashTarget, type DepositOp, type SettleOp } from './target.ts'

export interface CrashReport {
  cycles: number
  bets: number
  deposits: number
  settles: number
  /** Operations whose answer the kill cut off, later asked again. */
  unknown: number
  journal: string
}

const ACCOUNTS = 40
const LANES = 24
const FIRST_CI = 330_000_000

type Op = { kind: 'bet'; op: BetOp } | { kind: 'deposit'; op: DepositOp } | { kind: 'settle'; op: SettleOp }

interface Run {
  target: CrashTarget
  db: Db
  journal: string
  acked: { op: Op; id: string }[]
  unknown: Op[]
  /** Bets on their way by game: a result is sent only when all are answered. */
  pending: Map<number, number>
  openGames: number[]
  settled: number[]
  nextCi: number
  nextSentAt: number
}

export async function crashRun(
  db: Db,
  url: string,
  options: { cycles: number; say?: (text: string) => void; verifyEvery?: number },
): Promise<CrashReport> {
  const journal = join(mkdtempSync(join(tmpdir(), 'polosa-crash-')), 'journal.txt')
  const run: Run = {
    target: await crashTarget(),
    db,
    journal,
    acked: [],
    unknown: [],
    pending: new Map(),
    openGames: [],
    settled: [],
    nextCi: FIRST_CI,
    nextSentAt: Date.now() + 3_600_000,
  }
  await openAccounts(db)
  for (let i = 0; i < 6; i += 1) run.openGames.push((run.nextCi += 1))
  let unknown = 0
  for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
    const { child, address } = await start(run.target, url)
    try {
      await askAgain(run, address)
      await loadUntilKilled(run, address, child)
    } finally {
      child.kill('SIGKILL')
    }
    unknown += run.unknown.length
    await checkAcknowledged(run)
    if (cycle % (options.verifyEvery ?? 5) === 0) await checkInvariants(db, true)
    options.say?.(`cycle ${cycle}: ${run.acked.length} acknowledged, ${run.unknown.length} unknown`)
  }
  const { child, address } = await start(run.target, url)
  await askAgain(run, address)
  child.kill('SIGKILL')
  await checkAcknowledged(run)
  await checkCounts(run)
  await checkInvariants(db, false)
  const count = (kind: Op['kind']) => run.acked.filter((a) => a.op.kind === kind).length
  return { cycles: options.cycles, bets: count('bet'), deposits: count('deposit'), settles: count('settle'), unknown, journal }
}

async function openAccounts(db: Db): Promise<void> {
  await rawPool(db).query(
    `INSERT INTO account (id, player_id, currency_id, is_active) SELECT g, g, 1, true FROM generate_series(1, ${ACCOUNTS}) g`,
  )
  await rawPool(db).query(`UPDATE account SET balance_minor = 100000000 WHERE id <= ${ACCOUNTS}`)
  await rawPool(db)
    .query(`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT a, g, 4, CASE WHEN a > 0 THEN 100000000 ELSE -100000000 END
    FROM generate_series(1, ${ACCOUNTS}) g CROSS JOIN LATERAL (VALUES (g), (-19)) x(a)`)
}

async function start(target: CrashTarget, url: string): Promise<{ child: ChildProcess; address: string }> {
  const { file, args, env } = target.command(url)
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (part) => {
      text += String(part)
      const match = /http:\/\/[^\s]+/.exec(text)
      if (match) resolve(match[0])
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code} before it served`)))
  })
  return { child, address }
}

/** Load on all lanes; the process is killed at a random moment while they run. */
async function loadUntilKilled(run: Run, address: string, child: ChildProcess): Promise<void> {
  let dead = false
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  setTimeout(
    () => {
      dead = true
      child.kill('SIGKILL')
    },
    60 + Math.random() * 600,
  )
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (!dead) await send(run, address, nextOp(run))
    }),
  )
  await exited
}

function nextOp(run: Run): Op {
  const dice = Math.random()
  const accountId = 1 + Math.floor(Math.random() * ACCOUNTS)
  if (dice < 0.1)
    return { kind: 'deposit', op: { key: randomUUID(), accountId, amountMinor: String(100 + Math.floor(Math.random() * 900)) } }
  const quiet = run.openGames.find((ci) => (run.pending.get(ci) ?? 0) === 0)
  if (dice < 0.13 && quiet !== undefined && run.openGames.length > 3) {
    run.openGames.splice(run.openGames.indexOf(quiet), 1)
    run.openGames.push((run.nextCi += 1))
    run.settled.push(quiet)
    return settleOf(run, quiet)
  }
  if (dice < 0.14 && run.settled.length > 0) return settleOf(run, run.settled[Math.floor(Math.random() * run.settled.length)]!)
  // The first games fill up and fall quiet, so that they can be settled.
  const ci = run.openGames[Math.floor(Math.random() * Math.min(3, run.openGames.length))]!
  run.pending.set(ci, (run.pending.get(ci) ?? 0) + 1)
  return {
    kind: 'bet',
    op: {
      guid: randomUUID(),
      accountId,
      stakeMinor: String(10 + Math.floor(Math.random() * 500)),
      ci,
      t: 1 + Math.floor(Math.random() * 3),
      price: 1500 + Math.floor(Math.random() * 4000),
    },
  }
}

/** A result; for a game that has one it is a correction. Sending times rise, and lie after every bet. */
function settleOf(run: Run, ci: number): Op {
  return {
    kind: 'settle',
    op: { key: randomUUID(), ci, winner: (1 + Math.floor(Math.random() * 3)) as 1 | 2 | 3, sentAt: (run.nextSentAt += 1) },
  }
}

async function send(run: Run, address: string, op: Op): Promise<void> {
  appendFileSync(run.journal, `sent ${JSON.stringify(op)}\n`)
  try {
    const id = await callOf(run.target, address, op)
    appendFileSync(run.journal, `acked ${id} ${JSON.stringify(op)}\n`)
    run.acked.push({ op, id })
    if (op.kind === 'bet') run.pending.set(op.op.ci, run.pending.get(op.op.ci)! - 1)
  } catch (error) {
    if (String(error).includes('refused')) throw error
    run.unknown.push(op)
  }
}

function callOf(target: CrashTarget, address: string, op: Op): Promise<string> {
  if (op.kind === 'bet') return target.bet(address, op.op)
  return op.kind === 'deposit' ? target.deposit(address, op.op) : target.settle(address, op.op)
}

/** Everything of unknown fate under its old key: bets first, results only when their bets are known. */
async function askAgain(run: Run, address: string): Promise<void> {
  const again = run.unknown.splice(0)
  const order = { bet: 0, deposit: 1, settle: 2 } as const
  for (const op of again.sort((a, b) => order[a.kind] - order[b.kind])) await send(run, address, op)
  if (run.unknown.length > 0) throw new Error('an operation failed although the server was alive')
}

async function checkAcknowledged(run: Run): Promise<void> {
  const bets = run.acked.filter((a) => a.op.kind === 'bet')
  const found = await rawPool(run.db).query<{ missing: string | null }>(
    `SELECT a.id AS missing FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS a(guid, id, stake)
     LEFT JOIN bet_key k ON k.guid = a.guid AND k.bet_id = a.id AND k.outcome = 0 LEFT JOIN bet b ON b.id = a.id AND b.stake_minor = a.stake
     WHERE k.bet_id IS NULL OR b.id IS NULL LIMIT 1`,
    [bets.map((a) => (a.op.op as BetOp).guid), bets.map((a) => a.id), bets.map((a) => (a.op.op as BetOp).stakeMinor)],
  )
  if (found.rows[0]) throw new Error(`acknowledged bet ${found.rows[0].missing} is not there`)
  const deposits = run.acked.filter((a) => a.op.kind === 'deposit')
  const lost = await rawPool(run.db).query<{ key: string }>(
    `SELECT a.key FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS a(key, tx, amount)
     LEFT JOIN ledger_entry e ON e.tx_id = a.tx AND e.kind = 4 AND e.account_id > 0 AND e.amount_minor = a.amount WHERE e.tx_id IS NULL LIMIT 1`,
    [
      deposits.map((a) => (a.op.op as DepositOp).key),
      deposits.map((a) => a.id),
      deposits.map((a) => (a.op.op as DepositOp).amountMinor),
    ],
  )
  if (lost.rows[0]) throw new Error(`acknowledged deposit ${lost.rows[0].key} is not there`)
}

/** Nothing is unknown any more: exactly what was acknowledged exists, and nothing twice. */
async function checkCounts(run: Run): Promise<void> {
  const { rows } = await rawPool(run.db).query<{ bets: string; deposits: string }>(
    'SELECT (SELECT count(*) FROM bet)::text AS bets, (SELECT count(*) FROM ledger_posting WHERE kind = 4)::text AS deposits',
  )
  const keys = (kind: Op['kind'], key: (op: never) => string) =>
    new Set(run.acked.filter((a) => a.op.kind === kind).map((a) => key(a.op.op as never))).size
  const expected = {
    bets: String(keys('bet', (op: BetOp) => op.guid)),
    deposits: String(keys('deposit', (op: DepositOp) => op.key)),
  }
  if (rows[0]!.bets !== expected.bets || rows[0]!.deposits !== expected.deposits) {
    throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(rows[0])}`)
  }
}

/** `midway`: results may wait for a settler that is down, so the audit of bets against results is left to the end. */
async function checkInvariants(db: Db, midway: boolean): Promise<void> {
  const broken = (await verify(db)).filter((c) => c.violations > 0 && !(midway && c.name.includes('both calculations')))
  if (broken.length > 0)
    throw new Error(`broken: ${JSON.stringify(broken, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`)
}
