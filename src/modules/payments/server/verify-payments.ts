/** What `./polosa verify` says of payments: their rows against the entries that moved the money. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'
import { POINTS_CURRENCY, systemAccountId } from '#modules/ledger/server/index.ts'
import { DEPOSITS } from './verify-deposits.ts'
import { WITHDRAWALS } from './verify-withdrawals.ts'

/** The sum of a check that nobody has brought yet stands nowhere else. */
const BESIDE: readonly Statement[] = [
  {
    name: 'paper checks: each that was brought was credited its sum once and is a deposit that stands, and no other was',
    text: `SELECT coalesce('check ' || c.id, p.key) AS what
      FROM paycheck c FULL JOIN (SELECT * FROM ledger_posting WHERE kind = 4 AND starts_with(key, 'paycheck:')) p
        ON p.key = ('paycheck:' || c.id) COLLATE "C"
      LEFT JOIN account a ON a.id = c.account_id
      LEFT JOIN ledger_entry e ON e.account_id = c.account_id AND e.tx_id = p.tx_id AND e.kind = 4 AND e.n = 0
      LEFT JOIN deposit d ON d.provider = 'paycheck' AND d.player_id = c.player_id AND d.account_id = c.account_id AND d.done_at = c.credited_at
        AND d.amount_minor = c.amount_minor AND d.state = 'done' AND d.returned_minor = 0 AND d.bonus_minor = 0
      WHERE (p.key IS NOT NULL OR c.player_id IS NOT NULL) AND (d.id IS NULL
        OR (a.player_id, a.currency_id, e.amount_minor, e.at) IS DISTINCT FROM (c.player_id, c.currency_id, c.amount_minor, c.credited_at))
      UNION ALL SELECT d.ref FROM deposit d LEFT JOIN paycheck c ON c.player_id = d.player_id AND c.credited_at = d.done_at
      WHERE d.provider = 'paycheck' AND c.id IS NULL`,
  },
  {
    name: 'rewards: each took its points and gave its sum to an account of its player, and every exchange has its row',
    text: `SELECT coalesce('reward ' || r.id, p.key) AS what
      FROM reward_taken r FULL JOIN (SELECT * FROM ledger_posting WHERE kind = 7 AND starts_with(key, 'reward:')) p
        ON p.key = ('reward:' || r.player_id || ':' || r.request_key) COLLATE "C"
      LEFT JOIN account a ON a.id = r.account_id
      LEFT JOIN ledger_entry e ON e.account_id = r.account_id AND e.tx_id = p.tx_id AND e.kind = 7 AND e.n = 0
      LEFT JOIN ledger_entry x ON x.account_id = ${systemAccountId('points', POINTS_CURRENCY)} AND x.tx_id = p.tx_id AND x.kind = 7 AND x.n = 0
      WHERE r.id IS NULL OR (a.player_id, e.amount_minor, e.at, x.amount_minor) IS DISTINCT FROM (r.player_id, r.amount_minor, r.at, r.points)`,
  },
]

export function verifyPayments(db: Db): Promise<Check[]> {
  return checkStatements(db, [...DEPOSITS, ...WITHDRAWALS, ...BESIDE])
}
