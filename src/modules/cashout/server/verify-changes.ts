/** The rows about sales, cover and changes against the sums of their bets and the entries that moved the money. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'cover: what its slices cover, their percent of the stake and their premiums are the sums of the bet',
    text: `SELECT coalesce(i.bet_id, m.bet_id)::text AS what
      FROM (SELECT bet_id, sum(insured_minor) AS insured, sum(premium_minor) AS premium, sum(percent) AS percent FROM bet_insurance GROUP BY bet_id) i
      FULL JOIN (SELECT bet_id, insured_minor, premium_minor, sold_stake_minor FROM bet_money WHERE insured_minor > 0 OR premium_minor > 0) m ON m.bet_id = i.bet_id
      LEFT JOIN bet b ON b.id = m.bet_id
      WHERE (i.insured, i.premium) IS DISTINCT FROM (m.insured_minor::numeric, m.premium_minor::numeric)
        OR i.insured <> div((b.stake_minor - m.sold_stake_minor)::numeric * i.percent, 100)`,
  },
  {
    name: 'cover: every slice was paid for by the player of its bet, and says what was left',
    text: `SELECT i.bet_id::text || ' slice ' || i.n AS what FROM bet_insurance i LEFT JOIN bet b ON b.id = i.bet_id
      LEFT JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = i.bet_id AND e.kind = 23 AND e.n = i.n
      WHERE (b.player_id, e.amount_minor, e.balance_after) IS DISTINCT FROM (i.player_id, -i.premium_minor, i.balance_minor)`,
  },
  {
    name: 'sales: every sale was paid to the player of its bet as it says, and every payment for one has its sale',
    text: `SELECT s.bet_id::text || ' sale ' || s.n AS what
      FROM (SELECT *, sum(sold_stake_minor) OVER (PARTITION BY bet_id ORDER BY n) AS gone FROM bet_sale) s LEFT JOIN bet b ON b.id = s.bet_id
      LEFT JOIN ledger_entry g ON g.account_id = b.account_id AND g.tx_id = s.bet_id AND g.kind = 10 AND g.n = s.n
      LEFT JOIN ledger_entry x ON x.account_id = b.account_id AND x.tx_id = s.bet_id AND x.kind = 18 AND x.n = s.n
      WHERE (b.player_id, g.amount_minor, g.at, coalesce(-x.amount_minor, 0), b.stake_minor - s.gone)
        IS DISTINCT FROM (s.player_id, s.gross_minor, s.at, s.tax_minor, s.left_stake_minor::numeric)
      UNION ALL SELECT e.tx_id::text || ' sale ' || e.n FROM ledger_entry e LEFT JOIN bet_sale s ON s.bet_id = e.tx_id AND s.n = e.n
      WHERE e.kind = 10 AND e.account_id > 0 AND s.bet_id IS NULL`,
  },
  {
    name: 'sales: parts are the sums of their bet, a sale of all is what it paid',
    text: `SELECT coalesce(s.bet_id, m.bet_id)::text AS what
      FROM (SELECT bet_id, sum(sold_stake_minor) AS stake, sum(gross_minor - tax_minor) AS paid FROM bet_sale WHERE left_stake_minor > 0 GROUP BY bet_id) s
      FULL JOIN (SELECT bet_id, sold_stake_minor, sold_minor FROM bet_money WHERE sold_stake_minor > 0 OR sold_minor > 0) m ON m.bet_id = s.bet_id
      WHERE (s.stake, s.paid) IS DISTINCT FROM (m.sold_stake_minor::numeric, m.sold_minor::numeric)
      UNION ALL SELECT s.bet_id::text FROM bet_sale s LEFT JOIN bet b ON b.id = s.bet_id
      WHERE s.left_stake_minor = 0 AND (b.status, b.payout_minor) IS DISTINCT FROM (8::smallint, s.gross_minor - s.tax_minor)`,
  },
  {
    // Of a sale that covered an advance it is the balance after that was repaid.
    name: 'sales: each says the balance that it left',
    text: `SELECT s.bet_id::text || ' sale ' || s.n AS what FROM bet_sale s JOIN bet b ON b.id = s.bet_id
      LEFT JOIN ledger_entry g ON g.account_id = b.account_id AND g.tx_id = s.bet_id AND g.kind = 10 AND g.n = s.n
      LEFT JOIN ledger_entry x ON x.account_id = b.account_id AND x.tx_id = s.bet_id AND x.kind = 18 AND x.n = s.n
      WHERE s.balance_minor IS DISTINCT FROM coalesce(x.balance_after, g.balance_after)
        AND NOT EXISTS (SELECT 1 FROM bet_advance a JOIN ledger_entry r ON r.account_id = a.account_id AND r.tx_id = a.bet_id AND r.kind = 30
          WHERE a.account_id = b.account_id AND r.balance_after = s.balance_minor AND r.at >= s.at)`,
  },
  {
    // A part is its share of what all was worth before tax, rounded down. What is told of the whole is less by its tax, where there is one.
    name: 'sales: all was worth what it was sold for, and of what all was worth a part was paid its share',
    text: `SELECT s.bet_id::text || ' sale ' || s.n AS what
      FROM (SELECT x.bet_id, x.n, x.left_stake_minor, x.offer_minor::numeric AS offer, x.gross_minor - x.tax_minor AS paid, x.gross_minor::numeric AS gross,
        x.sold_stake_minor::numeric AS sold, (x.sold_stake_minor + x.left_stake_minor)::numeric AS ran,
        r.receipt->'terms'->'tax'->>'payout' IS NOT NULL AS taxed
        FROM bet_sale x LEFT JOIN bet_receipt r ON r.bet_id = x.bet_id) s
      WHERE CASE WHEN s.left_stake_minor = 0 THEN s.offer <> s.paid
        ELSE s.offer * s.sold >= (s.gross + 1) * s.ran OR (NOT s.taxed AND s.offer * s.sold < s.gross * s.ran) END`,
  },
  {
    name: 'sales: those by order are all of a bet whose order was sold',
    text: `SELECT s.bet_id::text || ' sale ' || s.n AS what FROM bet_sale s LEFT JOIN bet_auto_sale o ON o.bet_id = s.bet_id
      WHERE s.by_order AND (o.player_id, o.state, s.left_stake_minor) IS DISTINCT FROM (s.player_id, 2::smallint, 0::bigint)
      UNION ALL SELECT o.bet_id::text FROM bet_auto_sale o
      WHERE o.state = 2 AND NOT EXISTS (SELECT 1 FROM bet_sale s WHERE s.bet_id = o.bet_id AND s.by_order)`,
  },
  {
    name: 'changes: the bet that was changed gave its stake to the one that took its place, of the same account',
    text: `SELECT c.bet_id::text AS what FROM bet_change c
      LEFT JOIN bet n ON n.id = c.bet_id LEFT JOIN bet o ON o.id = c.replaced_bet_id
      LEFT JOIN ledger_entry e ON e.account_id = o.account_id AND e.tx_id = o.id AND e.kind = 29
      WHERE (n.account_id, n.stake_minor, o.status, e.amount_minor, e.at) IS DISTINCT FROM (o.account_id, o.stake_minor, 8::smallint, o.stake_minor, c.at)
      UNION ALL SELECT e.tx_id::text FROM ledger_entry e LEFT JOIN bet_change c ON c.replaced_bet_id = e.tx_id
      WHERE e.kind = 29 AND e.account_id > 0 AND c.bet_id IS NULL`,
  },
  {
    // Where a leg was added the terms have another sum, what the old bet was worth with its open legs void: only a bet that was
    // raised, or that has no leg which the old one had not, is known to have had none added.
    name: 'changes: the value of the bet that was changed is what the terms of the other one say it stood for',
    text: `SELECT c.bet_id::text AS what FROM bet_change c JOIN bet_receipt r ON r.bet_id = c.bet_id
      WHERE r.receipt->'terms'->>'worth' <> c.value_minor::text AND (c.kind = 2 OR NOT EXISTS (
        SELECT 1 FROM bet_leg l WHERE l.bet_id = c.bet_id AND NOT EXISTS (SELECT 1 FROM bet_leg k
          WHERE k.bet_id = c.replaced_bet_id AND k.ci = l.ci AND k.t = l.t AND k.p = l.p AND k.player_id = l.player_id)))`,
  },
]

export function verifyChanges(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}
