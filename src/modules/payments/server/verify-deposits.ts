/** Deposits and their first bonus against the entries that moved them. */
import type { Statement } from '#platform/server/checks.ts'

/** What the kept rate takes of a sum, half up: a rate is a decimal or a fraction in text. */
export function taxSql(row: string): string {
  const [num, den] = [1, 2].map((part) => `coalesce(nullif(split_part(${row}.tax_rate, '/', ${part}), '')::numeric, ${part - 1})`)
  return `div(2 * ${row}.amount_minor * ${num} + ${den}, 2 * ${den})`
}

/**
 * Keys of postings are those of callbacks.ts, first-deposit.ts and paychecks.ts; a check of before 0098 may not say which one
 * it was. What a deposit was asked for, and the bonus that it was promised, stand nowhere else before it is paid; whether its
 * payer or his bank took it back, nowhere at all.
 */
export const DEPOSITS: readonly Statement[] = [
  {
    name: 'deposits: what was credited is the sum, the account and the time of its deposit, and no other was credited',
    text: `SELECT d.ref AS what FROM deposit d
      LEFT JOIN ledger_posting p ON p.kind = 4
        AND p.key = (d.provider || ':' || CASE WHEN d.provider = 'paycheck' THEN d.external_id ELSE d.ref END) COLLATE "C"
      LEFT JOIN account a ON a.id = d.account_id
      LEFT JOIN ledger_entry e ON e.account_id = d.account_id AND e.tx_id = p.tx_id AND e.kind = 4 AND e.n = 0
      LEFT JOIN ledger_entry c ON c.account_id = -(d.currency_id * 16 + 3) AND c.tx_id = p.tx_id AND c.kind = 4 AND c.n = 0
      WHERE (d.done_at IS NOT NULL OR p.key IS NOT NULL) AND (d.provider <> 'paycheck' OR d.external_id IS NOT NULL)
        AND (a.player_id, e.amount_minor, c.amount_minor, e.balance_after - d.tax_minor, e.at)
          IS DISTINCT FROM (d.player_id, d.amount_minor, -(d.amount_minor + d.fee_minor), d.balance_after, d.done_at)`,
  },
  {
    // Before 0103 one that was called back before it was paid counted as gone back whole.
    name: 'deposits: the state and what has gone back of each are what came and went for it at the cashier, and every such movement has its deposit',
    text: `SELECT coalesce(d.ref, m.ref) AS what
      FROM (SELECT *, amount_minor + fee_minor AS charge FROM deposit WHERE provider <> 'paycheck') d FULL JOIN (
        SELECT k.provider, k.ref, bool_or(k.way NOT IN ('keepApart', 'takeBack', 'giveBack', 'setApart')) AS credited, bool_or(k.way = 'setApart') AS apart,
          -sum(c.amount_minor) FILTER (WHERE c.amount_minor < 0) AS came, coalesce(sum(c.amount_minor) FILTER (WHERE c.amount_minor > 0), 0) AS back
        FROM (
          SELECT tx_id, split_part(key, ':', 1) AS provider, split_part(key, ':', 2) AS ref, split_part(key, ':', 3) AS way
          FROM ledger_posting WHERE kind = 4 AND NOT starts_with(key, 'paycheck:')
        ) k LEFT JOIN ledger_entry c ON c.tx_id = k.tx_id AND c.kind = 4 AND c.account_id < 0 AND (-c.account_id) % 16 = 3
        GROUP BY 1, 2
      ) m ON m.provider = d.provider COLLATE "C" AND m.ref = d.ref COLLATE "C"
      WHERE d.id IS NULL OR CASE
        WHEN m.came IS NULL THEN d.state IN ('done', 'held') OR d.done_at IS NOT NULL
          OR d.returned_minor NOT IN (0, CASE WHEN d.state IN ('returned', 'charged_back') THEN d.charge ELSE 0 END)
        WHEN m.came <> d.charge OR m.back <> d.returned_minor OR m.credited <> (d.done_at IS NOT NULL) THEN true
        WHEN m.back = d.charge THEN d.state NOT IN ('returned', 'charged_back')
        ELSE d.state <> CASE WHEN m.credited AND NOT m.apart THEN 'done' ELSE 'held' END END`,
  },
  {
    name: 'deposits: the tax of a credited one is what its account has paid of it, less what went back with its money, and no other was',
    text: `SELECT coalesce(d.ref, m.ref) AS what FROM deposit d FULL JOIN (
        SELECT split_part(p.key, ':', 1) AS provider, split_part(p.key, ':', 2) AS ref, -sum(e.amount_minor) AS taken,
          min(e.account_id) AS first_account, max(e.account_id) AS last_account
        FROM ledger_posting p LEFT JOIN ledger_entry e ON e.tx_id = p.tx_id AND e.kind = 33 AND e.account_id > 0
        WHERE p.kind = 33 GROUP BY 1, 2
      ) m ON m.provider = d.provider COLLATE "C" AND m.ref = (CASE WHEN d.provider = 'paycheck' THEN d.external_id ELSE d.ref END) COLLATE "C"
      WHERE d.id IS NULL OR m.first_account <> d.account_id OR m.last_account <> d.account_id
        OR coalesce(m.taken, 0) <> CASE WHEN d.done_at IS NULL OR d.state = 'held' THEN 0
          ELSE d.tax_minor - div(d.tax_minor::numeric * d.returned_minor, d.amount_minor + d.fee_minor) END`,
  },
  {
    name: 'deposits: the tax of each is the share of its sum that its rule takes',
    text: `SELECT d.ref AS what FROM deposit d WHERE d.tax_minor <> ${taxSql('d')}
      UNION ALL SELECT g.ref FROM guest_deposit g WHERE g.tax_minor <> ${taxSql('g')}`,
  },
  {
    name: 'deposits: the bonus of a paid one is what its player was given for it and has not given back',
    text: `SELECT coalesce(d.ref, m.ref) AS what FROM deposit d FULL JOIN (
        SELECT split_part(p.key, ':', 2) AS ref, sum(e.amount_minor) AS stands, min(a.player_id) AS player_id
        FROM ledger_posting p LEFT JOIN ledger_entry e ON e.tx_id = p.tx_id AND e.kind = 7 AND e.account_id > 0
        LEFT JOIN account a ON a.id = e.account_id
        WHERE p.kind = 7 AND starts_with(p.key, 'first:') GROUP BY 1
      ) m ON m.ref = d.ref COLLATE "C"
      WHERE d.id IS NULL OR CASE WHEN d.done_at IS NULL THEN m.ref IS NOT NULL
        ELSE coalesce(m.stands, 0) <> d.bonus_minor OR m.player_id <> d.player_id END`,
  },
]
