/** One run of load against a target: what was sent, what was acknowledged, what is unknown, and the next operation. */
import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#platform/server/db.ts'
import type { Acked, CrashOp, CrashTarget } from './target.ts'

export interface Run {
  target: CrashTarget
  db: Db
  journal: string
  acked: Acked[]
  unknown: CrashOp[]
  /** Bets on their way by game: a result is sent only when all are answered. */
  pending: Map<number, number>
  settled: number[]
  /** A game that gets no more bets: it is settled as soon as those on their way are answered. */
  resting: number | null
  backMs: number[]
  cuts: number
}

export function newRun(db: Db, target: CrashTarget): Run {
  const journal = join(mkdtempSync(join(tmpdir(), 'polosa-crash-')), 'journal.txt')
  return { target, db, journal, acked: [], unknown: [], pending: new Map(), settled: [], resting: null, backMs: [], cuts: 0 }
}

export function nextOp(run: Run): CrashOp {
  const dice = Math.random()
  if (dice < 0.1) return run.target.deposit()
  if (dice < 0.16) {
    const op = settleResting(run)
    if (op) return op
  }
  if (dice < 0.2 && run.target.withdraw) return run.target.withdraw()
  if (dice < 0.26 && run.target.autoBet) return run.target.autoBet()
  const sale = dice < 0.36 ? run.target.sell?.(run.acked) : null
  if (sale) return sale
  if (dice > 0.99 && run.settled.length > 0) {
    const op = run.target.settle(run.settled[Math.floor(Math.random() * run.settled.length)]!, true)
    if (op) return op
  }
  return newBet(run)
}

/** On a busy machine no game is ever quiet by itself: one is chosen to rest until it can be settled. */
function settleResting(run: Run): CrashOp | null {
  const open = run.target.openGames().filter((ci) => run.pending.has(ci))
  if (run.resting === null || !open.includes(run.resting)) run.resting = open[Math.floor(Math.random() * open.length)] ?? null
  if (run.resting === null || run.pending.get(run.resting) !== 0) return null
  const op = run.target.settle(run.resting, false)
  run.resting = null
  if (op) run.settled.push(op.ci)
  return op
}

export function newBet(run: Run): CrashOp {
  const op = run.target.bet(run.resting)
  run.pending.set(op.ci, (run.pending.get(op.ci) ?? 0) + 1)
  return op
}

export async function send(run: Run, address: string, op: CrashOp): Promise<void> {
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
