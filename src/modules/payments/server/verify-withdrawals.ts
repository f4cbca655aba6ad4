/** Withdrawals against the entries that moved their money, their steps and those who agreed to them. */
import type { Statement } from '#platform/server/checks.ts'
import { taxSql } from './verify-deposits.ts'

/** Keys of postings are those of withdrawals.ts. */
const KEY = `(w.provider || ':' || w.ref) COLLATE "C"`

export const WITHDRAWALS: readonly Statement[] = [
  {
    name: 'withdrawals: each took its sum from its account when it was asked for, and every such movement has its withdrawal',
    text: `SELECT w.ref AS what FROM withdrawal w
      LEFT JOIN ledger_posting p ON p.kind = 5 AND p.key = ${KEY}
      LEFT JOIN account a ON a.id = w.account_id
      LEFT JOIN ledger_entry e ON e.account_id = w.account_id AND e.tx_id = p.tx_id AND e.kind = 5 AND e.n = 0
      WHERE (a.player_id, a.currency_id, e.amount_minor, e.balance_after, e.at)
        IS DISTINCT FROM (w.player_id, w.currency_id, -w.amount_minor, w.balance_after, w.created_at)
      UNION ALL SELECT p.key FROM ledger_posting p LEFT JOIN withdrawal w ON ${KEY} = p.key WHERE p.kind IN (5, 6, 16, 34) AND w.id IS NULL`,
  },
  {
    // The fee of one that is not paid yet stands nowhere else.
    name: 'withdrawals: what was paid has gone to the cashier less its fee and tax, the tax to the state, what was refused or taken back to its account, the rest nowhere',
    text: `SELECT w.ref AS what FROM withdrawal w
      LEFT JOIN ledger_posting o ON o.kind = 16 AND o.key = ${KEY}
      LEFT JOIN ledger_entry c ON c.account_id = -(w.currency_id * 16 + 3) AND c.tx_id = o.tx_id AND c.kind = 16 AND c.n = 0
      LEFT JOIN ledger_posting q ON q.kind = 34 AND q.key = ${KEY}
      LEFT JOIN ledger_entry t ON t.account_id = -(w.currency_id * 16 + 6) AND t.tx_id = q.tx_id AND t.kind = 34 AND t.n = 0
      LEFT JOIN ledger_posting b ON b.kind = 6 AND b.key = ${KEY}
      LEFT JOIN ledger_entry r ON r.account_id = w.account_id AND r.tx_id = b.tx_id AND r.kind = 6 AND r.n = 0
      WHERE CASE WHEN w.state = 'paid' THEN b.key IS NOT NULL OR coalesce(t.amount_minor, 0) <> w.tax_minor OR t.at <> w.done_at
            OR (c.amount_minor, c.at) IS DISTINCT FROM (w.amount_minor - w.fee_minor - w.tax_minor, w.done_at)
        WHEN q.key IS NOT NULL THEN true
        WHEN w.state IN ('refused', 'cancelled') THEN o.key IS NOT NULL OR (r.amount_minor, r.at) IS DISTINCT FROM (w.amount_minor, w.done_at)
        ELSE o.key IS NOT NULL OR b.key IS NOT NULL END`,
  },
  {
    name: 'withdrawals: the tax of each is the share of its sum that its rule takes',
    text: `SELECT w.ref AS what FROM withdrawal w WHERE w.tax_minor <> ${taxSql('w')}`,
  },
  {
    name: 'withdrawals: the steps of each lead from its request to its state, at its times',
    text: `SELECT w.ref AS what FROM withdrawal w LEFT JOIN (
        SELECT s.withdrawal_id, count(*) AS steps, min(s.n) AS first_n, max(s.n) AS last_n, string_agg(s.state, ' ' ORDER BY s.n) AS states,
          min(s.at) FILTER (WHERE s.n = 1) AS asked_at, min(s.at) FILTER (WHERE s.state = 'sent') AS sent_at,
          min(s.at) FILTER (WHERE s.state IN ('paid', 'refused', 'cancelled')) AS done_at
        FROM withdrawal_step s GROUP BY 1
      ) s ON s.withdrawal_id = w.id
      WHERE s.states IS NULL OR s.first_n <> 1 OR s.last_n <> s.steps
        OR s.states !~ '^requested( (refused|cancelled)| approved( (refused|cancelled)| sent( (paid|refused))?)?)?$'
        OR substring(s.states FROM '[a-z]+$') <> w.state
        OR (s.asked_at, s.sent_at, s.done_at) IS DISTINCT FROM (w.created_at, w.sent_at, w.done_at)
      UNION ALL SELECT s.withdrawal_id::text FROM withdrawal_step s LEFT JOIN withdrawal w ON w.id = s.withdrawal_id WHERE w.id IS NULL`,
  },
  {
    name: 'withdrawals: as many have agreed as had to, before it was approved',
    text: `SELECT w.ref AS what FROM withdrawal w
      LEFT JOIN (SELECT withdrawal_id, min(at) AS at FROM withdrawal_step WHERE state = 'approved' GROUP BY 1) s ON s.withdrawal_id = w.id
      LEFT JOIN (SELECT withdrawal_id, count(*) AS officers, max(at) AS at FROM withdrawal_approval GROUP BY 1) a ON a.withdrawal_id = w.id
      WHERE CASE WHEN s.at IS NULL THEN coalesce(a.officers, 0) >= w.approvals_needed
        ELSE coalesce(a.officers, 0) <> w.approvals_needed OR coalesce(a.at, w.created_at) > s.at END`,
  },
]
