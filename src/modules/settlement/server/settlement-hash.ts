/**
 * One number for everything that settlement has made of the facts: two runs over the same bets and facts, in whatever
 * order and by however many workers, give the same (SET-01, SET-03).
 */
import { createHash } from 'node:crypto'
import { rawPool, type Db } from '#platform/server/db.ts'

const BATCH = 50_000

/** SHA-256 as hex over status and every part of the money of every bet, all balances and the sums of system accounts. */
export async function settlementHash(db: Db): Promise<string> {
  const pool = rawPool(db)
  const hash = createHash('sha256')
  let after = 0n
  for (;;) {
    const { rows } = await pool.query<{ id: bigint; line: string }>(
      `SELECT b.id, concat_ws('|', b.id, b.status, b.payout_minor, m.gross_minor, m.bonus_minor, m.payout_tax_minor, m.insurance_minor,
         m.stake_tax_back_minor, m.advance_back_minor, m.free_bet_minor) AS line
       FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id WHERE b.id > $1 ORDER BY b.id LIMIT $2`,
      [String(after), BATCH],
    )
    if (rows.length === 0) break
    for (const { line } of rows) hash.update(`${line}\n`)
    after = rows.at(-1)!.id
  }
  const { rows } = await pool.query<{ line: string }>(
    `SELECT x.line FROM (
       SELECT concat_ws('|', id, balance_minor, receivable) AS line FROM account
       UNION ALL SELECT concat_ws('|', account_id, sum(amount_minor)) FROM ledger_entry WHERE account_id < 0 GROUP BY account_id
     ) x ORDER BY x.line COLLATE "C"`,
  )
  for (const { line } of rows) hash.update(`${line}\n`)
  return hash.digest('hex')
}
