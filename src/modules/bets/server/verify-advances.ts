/** Advances against their bets, the entries that repaid them and the payments that cover them. */
import { sql } from 'kysely'
import { checkOrFail, checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'
import { ADVANCE, areCovered } from '../rules/advances.ts'
import { listAdvances, listPayments } from './decide-advances.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'advances: each is that of its bet, its account and its time, and every bet with one has its row',
    text: `SELECT coalesce(a.bet_id, m.bet_id)::text AS what
      FROM bet_advance a FULL JOIN (SELECT bet_id, advance_minor FROM bet_money WHERE advance_minor > 0) m ON m.bet_id = a.bet_id
      LEFT JOIN bet b ON b.id = a.bet_id
      WHERE (a.amount_minor, a.account_id, a.player_id, a.currency_id, a.at, a.due_at) IS DISTINCT FROM
        (m.advance_minor, b.account_id, b.player_id, b.currency_id, b.accepted_at, b.accepted_at + interval '48 hours')`,
  },
  {
    name: 'advances: what is repaid was taken from the account, and covered are those that are repaid whole',
    text: `SELECT a.bet_id::text AS what FROM bet_advance a
      CROSS JOIN LATERAL (SELECT coalesce(-sum(e.amount_minor), 0) AS minor FROM ledger_entry e
        WHERE e.account_id = a.account_id AND e.tx_id = a.bet_id AND e.kind = 30) taken
      WHERE taken.minor <> a.repaid_minor OR (a.state = 1) <> (a.repaid_minor = a.amount_minor)`,
  },
]

const COVERED = 'advances: those of an account that are repaid are covered together by what its earlier bets have paid in time'
const EVER = new Date(0)
/** All sums of sales have their rows. */
const NO_SALE = 0

async function checkCovered(db: Db): Promise<Check[]> {
  const { rows } = await sql<{ account_id: number }>`SELECT DISTINCT account_id FROM bet_advance WHERE state = 1 ORDER BY 1`.execute(db)
  const broken: number[] = []
  for (const { account_id: accountId } of rows) {
    const advances = await listAdvances(db, accountId, EVER)
    const payments = await listPayments(db, accountId, advances, NO_SALE)
    const covered = advances.filter(({ state }) => state === ADVANCE.covered)
    if (!areCovered(covered, payments)) broken.push(accountId)
  }
  const first = broken[0] === undefined ? null : `account ${broken[0]}`
  return [{ name: COVERED, checked: BigInt(rows.length), violations: broken.length, first }]
}

export async function verifyAdvances(db: Db): Promise<Check[]> {
  return [...(await checkStatements(db, STATEMENTS)), ...(await checkOrFail(COVERED, () => checkCovered(db)))]
}
