/** What must hold after a run, whatever was cut off, lost or doubled in it. */
import { verifyJournal } from '#modules/journal/server/index.ts'
import { verify } from '#modules/settlement/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import type { Run } from './operations.ts'
import type { CrashOp } from './target.ts'

export async function checkAcknowledged(run: Run): Promise<void> {
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
export async function checkCounts(run: Run): Promise<void> {
  const keys = (kind: CrashOp['kind']) => new Set(run.acked.filter((a) => a.op.kind === kind && a.id !== null).map((a) => a.op.key)).size
  const { rows } = await rawPool(run.db).query<{ bets: number }>('SELECT count(*)::int AS bets FROM bet')
  const { total } = await run.target.deposits(run.db, [])
  const withdrawals = (await run.target.withdrawals?.(run.db, []))?.total ?? 0
  const wrong = (await run.target.wrongOrders?.(run.db, run.acked)) ?? []
  if (wrong.length > 0) throw new Error(wrong.slice(0, 3).join('; '))
  const ordered = (await run.target.ordered?.(run.db)) ?? 0
  const found = { bets: rows[0]!.bets - ordered, deposits: total, withdrawals }
  const expected = { bets: keys('bet'), deposits: keys('deposit'), withdrawals: keys('withdraw') }
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
  }
}

/** `midway`: results may wait for a settler that is down, so the audit of bets against results is left to the end. */
export async function checkInvariants(db: Db, midway: boolean): Promise<void> {
  const found = await verify(db)
  const journal = midway ? [] : await verifyJournal(db)
  const wrong = journal.find((check) => check.violations > 0)
  if (wrong) throw new Error(`broken: ${wrong.name}: ${wrong.first}`)
  const broken = found.filter((c) => c.violations > 0 && !(midway && c.name.includes('both calculations')))
  if (broken.length > 0) throw new Error(`broken: ${JSON.stringify(broken, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`)
}
