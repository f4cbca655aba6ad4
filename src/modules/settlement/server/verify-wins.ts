/** The sums that officers are asked about (SET-14) against what the bets are paid, or will be. */
import { sql } from 'kysely'
import type { Check, Statement } from '#platform/server/checks.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { BET_STATUS, WIRE_STATUS } from '#modules/payout/rules/bet.ts'
import { targetOfRow } from './other-kinds.ts'
import { listBetRows } from './stored-bet.ts'

/** Known only while the results are those of when it was asked, and nothing was paid after what the two have let go. */
export const RELEASED_WINS: Statement = {
  name: 'settlement: a win that was let go was paid as much as two have agreed to',
  text: `SELECT w.bet_id::text AS what FROM win_check w JOIN bet b ON b.id = w.bet_id
    WHERE w.state = 1 AND b.status = 4 AND b.payout_minor <> w.payout_minor AND b.settled_at >= w.decided_at
      AND NOT EXISTS (SELECT 1 FROM win_check n WHERE n.bet_id = w.bet_id AND n.id > w.id)
      AND (SELECT count(DISTINCT e.n) FROM ledger_entry e WHERE e.account_id = b.account_id AND e.tx_id = b.id AND e.kind IN (2, 3) AND e.at >= w.decided_at) = 1
      AND NOT EXISTS (SELECT 1 FROM bet_leg l JOIN outcome_result o ON o.ci = l.ci AND o.t = l.t AND o.p = l.p AND o.player_id = l.player_id
        WHERE l.bet_id = w.bet_id AND o.updated_at > w.asked_at)`,
}

const BATCH = 1_000

/** A bet whose win waits holds no sum itself: it is worked out anew, unless a run of new results has not come to it yet. */
export async function checkWaitingWins(db: Db): Promise<Check> {
  const check: Check = { name: 'settlement: a win waits for the sum that its results give', checked: 0n, violations: 0, first: null }
  for (let after = 0n; ;) {
    const { rows: asked } = await sql<{ bet_id: bigint; payout_minor: bigint }>`SELECT w.bet_id, w.payout_minor FROM win_check w
      WHERE w.state = 0 AND w.bet_id > ${String(after)}::bigint AND NOT EXISTS (
        SELECT 1 FROM settlement_run r JOIN settlement_run_outcome o ON o.run_id = r.id
        JOIN bet_leg l ON l.ci = o.ci AND l.t = o.t AND l.p = o.p AND l.player_id = o.player_id WHERE r.finished_at IS NULL AND l.bet_id = w.bet_id)
      ORDER BY w.bet_id LIMIT ${sql.lit(BATCH)}`.execute(db)
    const sums = new Map(asked.map((row) => [row.bet_id, row.payout_minor]))
    const bets = new Map((await listBetRows(rawPool(db), [...sums.keys()])).map((row) => [row.bet_id, row]))
    for (const [betId, sumMinor] of sums) {
      const row = bets.get(betId)
      const target = row && targetOfRow(row).target
      // Nothing of it is paid, or less than the results say now.
      const mayWait = row?.status === BET_STATUS.blocked || (row && row.payout > 0n && row.payout < sumMinor)
      if (mayWait && target?.status === WIRE_STATUS.WIN && target.payoutMinor === sumMinor) continue
      check.violations += 1
      check.first ??= `bet ${betId}: ${sumMinor} is asked for, its results give ${target?.payoutMinor ?? 0n}`
    }
    check.checked! += BigInt(asked.length)
    const last = asked.at(-1)
    if (!last || asked.length < BATCH) return check
    after = last.bet_id
  }
}
