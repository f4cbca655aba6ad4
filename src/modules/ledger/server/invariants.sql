-- Ledger invariants (standards §5). Every statement answers the violations: none when the books are right.
-- name: INV-1 every movement sums to zero in its currency and has one time
SELECT e.tx_id::text AS what, concat_ws(' ', sum(e.amount_minor), min(e.at), max(e.at)) AS value
FROM ledger_entry e LEFT JOIN account a ON a.id = e.account_id
GROUP BY e.tx_id, e.kind, e.n, CASE WHEN e.account_id < 0 THEN (-e.account_id) / 16 ELSE a.currency_id END
HAVING sum(e.amount_minor) <> 0 OR min(e.at) <> max(e.at);
-- name: INV-1 the house stands in a movement in the roles of its kind
SELECT e.tx_id::text AS what, concat_ws(' ', 'kind', e.kind, 'role', (-e.account_id) % 16) AS value
FROM ledger_entry e JOIN (VALUES
  (1, '{2}'), (2, '{2}'), (3, '{2}'), (4, '{3,11,12}'), (5, '{3,8}'), (6, '{8}'), (7, '{4,13}'), (10, '{1,2}'), (14, '{5}'), (15, '{1,2}'),
  (16, '{3,8,12}'), (17, '{2,6}'), (18, '{6}'), (19, '{2,4}'), (20, '{2,9}'), (21, '{4}'), (22, '{1}'), (23, '{1}'), (24, '{2,6}'), (25, '{4}'),
  (26, '{1}'), (27, '{10}'), (28, '{10}'), (29, '{2}'), (30, '{9}'), (31, '{14}'), (32, '{14}'), (33, '{6}'), (34, '{6,8}')
) k(kind, roles) ON k.kind = e.kind
WHERE e.account_id < 0 AND (-e.account_id) % 16 <> ALL (k.roles::integer[]);
-- name: INV-1 every currency sums to zero
SELECT c.currency_id::text AS what, c.total::text AS value FROM (
  SELECT CASE WHEN e.account_id < 0 THEN (-e.account_id) / 16 ELSE a.currency_id END AS currency_id, sum(e.amount_minor) AS total
  FROM ledger_entry e LEFT JOIN account a ON a.id = e.account_id GROUP BY 1
) c WHERE c.total <> 0 OR c.currency_id IS NULL;
-- name: INV-2 no account below zero
SELECT id::text AS what, balance_minor::text AS value FROM account WHERE balance_minor < 0 AND NOT receivable;
-- name: INV-3 stored balance is the sum of entries
SELECT a.id::text AS what, (a.balance_minor - coalesce(e.total, 0))::text AS value
FROM account a LEFT JOIN (SELECT account_id, sum(amount_minor) AS total FROM ledger_entry WHERE account_id > 0 GROUP BY account_id) e ON e.account_id = a.id
WHERE a.balance_minor <> coalesce(e.total, 0);
-- name: INV-3 the balances of an account follow from each other
-- Entries of one moment have no order of their own. In whatever order, each begins where another ended: a balance is left as often
-- as it is reached, but for the zero of the opening and the balance of now.
SELECT s.account_id::text AS what, coalesce(s.balance::text, 'none') AS value FROM (
  SELECT e.account_id, e.balance_after AS balance, 1 AS times FROM ledger_entry e WHERE e.account_id > 0
  UNION ALL SELECT e.account_id, e.balance_after - e.amount_minor, -1 FROM ledger_entry e WHERE e.account_id > 0
  UNION ALL SELECT a.id, v.balance, v.times FROM account a CROSS JOIN LATERAL (VALUES (0, 1), (a.balance_minor, -1)) v(balance, times)
) s GROUP BY s.account_id, s.balance HAVING sum(s.times) <> 0 OR s.balance IS NULL;
-- name: INV-4 each bet has one stake group of its stake, less what the house put in, and of its time
SELECT b.id::text AS what, coalesce(sum(e.amount_minor), 0)::text AS value
FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id
LEFT JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = b.id AND e.kind = 1
GROUP BY b.id, b.stake_minor, m.promo_minor, m.advance_minor
HAVING count(e.tx_id) <> 1 OR sum(e.amount_minor) <> coalesce(m.promo_minor, 0) + coalesce(m.advance_minor, 0) - b.stake_minor
  OR min(e.at) <> b.accepted_at;
-- name: INV-4 what a bet has come to was booked when it came to it
SELECT b.id::text AS what, e.at::text AS value FROM bet b
JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = b.id AND e.n = b.settled_version AND e.kind IN (2, 3, 10, 18, 21, 22, 24, 25, 26, 29)
WHERE e.at <> b.settled_at;
-- name: INV-4 what the account has got for a bet is its payout and its sales
SELECT b.id::text AS what, (coalesce(sum(e.amount_minor), 0) - b.payout_minor - coalesce(m.sold_minor, 0))::text AS value
FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id
LEFT JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = b.id AND e.kind IN (2, 3, 9, 10, 18, 21, 22, 24, 25, 26, 29)
GROUP BY b.id, b.payout_minor, m.sold_minor HAVING coalesce(sum(e.amount_minor), 0) <> b.payout_minor + coalesce(m.sold_minor, 0);
-- name: INV-4 what was paid for an insurance is its premiums
SELECT m.bet_id::text AS what, (coalesce(sum(e.amount_minor), 0) + m.premium_minor)::text AS value
FROM bet_money m JOIN bet b ON b.id = m.bet_id LEFT JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = b.id AND e.kind = 23
GROUP BY m.bet_id, m.premium_minor HAVING coalesce(sum(e.amount_minor), 0) <> -m.premium_minor;
-- name: INV-4 house money in a stake was booked as such, and its tax
SELECT m.bet_id::text AS what, concat_ws(' ', k.promo, k.advance, k.tax) AS value
FROM bet_money m JOIN bet b ON b.id = m.bet_id
LEFT JOIN (
  SELECT e.tx_id,
    sum(-e.amount_minor) FILTER (WHERE e.kind = 19 AND (-e.account_id) % 16 = 4) AS promo,
    sum(-e.amount_minor) FILTER (WHERE e.kind = 20 AND (-e.account_id) % 16 = 9) AS advance,
    sum(e.amount_minor) FILTER (WHERE e.kind = 17 AND (-e.account_id) % 16 = 6) AS tax
  FROM ledger_entry e WHERE e.account_id < 0 AND e.n = 0 AND e.kind IN (17, 19, 20) GROUP BY e.tx_id
) k ON k.tx_id = m.bet_id
WHERE (coalesce(k.promo, 0), coalesce(k.advance, 0), coalesce(k.tax, 0)) <> (m.promo_minor, m.advance_minor, m.stake_tax_minor);
-- name: INV-4 taxes on bets are what is booked of them
SELECT b.id::text AS what, (sum(e.amount_minor) - t.due)::text AS value
FROM bet b JOIN (
  SELECT m.bet_id, m.stake_tax_minor + m.payout_tax_minor - m.stake_tax_back_minor AS due FROM bet_money m
) t ON t.bet_id = b.id
JOIN ledger_entry e ON e.tx_id = b.id AND e.account_id = -(b.currency_id * 16 + 6)
WHERE b.status IN (1, 2, 4, 5, 7) AND NOT EXISTS (SELECT 1 FROM bet_money m WHERE m.bet_id = b.id AND m.sold_stake_minor > 0)
GROUP BY b.id, t.due HAVING sum(e.amount_minor) <> t.due;
-- name: INV-4 a stake entry belongs to a bet
SELECT e.tx_id::text AS what, e.amount_minor::text AS value
FROM ledger_entry e LEFT JOIN bet b ON b.id = e.tx_id WHERE e.kind = 1 AND b.id IS NULL;
-- name: INV-5 open stakes are the stakes of open bets, less their taxes and what was sold
SELECT coalesce(s.currency_id, o.currency_id)::text AS what, (coalesce(s.total, 0) - coalesce(o.total, 0))::text AS value
FROM (SELECT (-account_id) / 16 AS currency_id, sum(amount_minor) AS total FROM ledger_entry WHERE account_id < 0 AND (-account_id) % 16 = 2 GROUP BY 1) s
FULL JOIN (
  SELECT b.currency_id::integer, sum(b.stake_minor - coalesce(m.stake_tax_minor, 0) - coalesce(m.sold_stake_minor, 0)) AS total
  FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id WHERE b.status IN (1, 7) GROUP BY 1
) o ON o.currency_id = s.currency_id
WHERE coalesce(s.total, 0) <> coalesce(o.total, 0);
-- name: INV-5 held money is that of bids that wait
SELECT coalesce(s.currency_id, o.currency_id)::text AS what, (coalesce(s.total, 0) - coalesce(o.total, 0))::text AS value
FROM (SELECT (-account_id) / 16 AS currency_id, sum(amount_minor) AS total FROM ledger_entry WHERE account_id < 0 AND (-account_id) % 16 = 10 GROUP BY 1) s
FULL JOIN (SELECT currency_id::integer, sum(held_minor) AS total FROM bid WHERE status IN (0, 2) GROUP BY 1) o ON o.currency_id = s.currency_id
WHERE coalesce(s.total, 0) <> coalesce(o.total, 0);
-- name: INV-5 money of groups is the stakes of their members until they are placed
SELECT coalesce(s.currency_id, o.currency_id)::text AS what, (coalesce(s.total, 0) - coalesce(o.total, 0))::text AS value
FROM (SELECT (-account_id) / 16 AS currency_id, sum(amount_minor) AS total FROM ledger_entry WHERE account_id < 0 AND (-account_id) % 16 = 14 GROUP BY 1) s
FULL JOIN (SELECT currency_id::integer, sum(stake_minor) AS total FROM bet_group_member WHERE state = 0 GROUP BY 1) o ON o.currency_id = s.currency_id
WHERE coalesce(s.total, 0) <> coalesce(o.total, 0);
-- name: INV-5 payouts on their way are the sums of open withdrawals
SELECT coalesce(s.currency_id, o.currency_id)::text AS what, (coalesce(s.total, 0) - coalesce(o.total, 0))::text AS value
FROM (SELECT (-account_id) / 16 AS currency_id, sum(amount_minor) AS total FROM ledger_entry WHERE account_id < 0 AND (-account_id) % 16 = 8 GROUP BY 1) s
FULL JOIN (
  SELECT currency_id::integer, sum(amount_minor) AS total FROM withdrawal WHERE state IN ('requested', 'approved', 'sent') GROUP BY 1
) o ON o.currency_id = s.currency_id
WHERE coalesce(s.total, 0) <> coalesce(o.total, 0);
-- name: INV-5 money kept apart is that of deposits to be given back
SELECT coalesce(s.currency_id, o.currency_id)::text AS what, (coalesce(s.total, 0) - coalesce(o.total, 0))::text AS value
FROM (SELECT (-account_id) / 16 AS currency_id, sum(amount_minor) AS total FROM ledger_entry WHERE account_id < 0 AND (-account_id) % 16 = 11 GROUP BY 1) s
FULL JOIN (SELECT currency_id::integer, sum(amount_minor + fee_minor - returned_minor) AS total FROM deposit WHERE state = 'held' GROUP BY 1) o ON o.currency_id = s.currency_id
WHERE coalesce(s.total, 0) <> coalesce(o.total, 0);
-- name: INV-6 an accepted key has its bet and a bet has its key
SELECT coalesce(k.bet_id, b.id)::text AS what, coalesce(k.outcome::text, 'no key') AS value
FROM (SELECT bet_id, outcome FROM bet_key WHERE outcome = 0) k FULL JOIN bet b ON b.id = k.bet_id WHERE k.bet_id IS NULL OR b.id IS NULL;
-- name: INV-6 a bet has as many legs as it says and a receipt
SELECT b.id::text AS what, coalesce(l.legs, 0)::text AS value
FROM bet b LEFT JOIN (SELECT bet_id, count(*) AS legs FROM bet_leg GROUP BY bet_id) l ON l.bet_id = b.id
LEFT JOIN bet_receipt r ON r.bet_id = b.id
WHERE b.legs <> coalesce(l.legs, 0) OR r.bet_id IS NULL;
-- name: INV-6 a bet that is open is listed as open
SELECT b.id::text AS what, b.status::text AS value FROM bet b LEFT JOIN open_bet o ON o.id = b.id WHERE b.status IN (1, 3, 7) AND o.id IS NULL;
-- name: INV-11 what is counted of a pool is the sum of its counted bets
SELECT coalesce(p.key, l.key) AS what, (coalesce(p.used_cents, 0) - coalesce(l.cents, 0))::text AS value
FROM liability_pool p
FULL JOIN (SELECT u.key COLLATE "C" AS key, sum(u.cents) AS cents FROM liability_bet b, unnest(b.keys, b.cents) AS u(key, cents) GROUP BY 1) l ON l.key = p.key
WHERE coalesce(p.used_cents, 0) <> coalesce(l.cents, 0);
-- name: INV-11 what is counted is of a bet
SELECT l.bet_id::text AS what, cardinality(l.keys)::text AS value FROM liability_bet l LEFT JOIN bet b ON b.id = l.bet_id WHERE b.id IS NULL;
-- name: INV-11 what an open bet had counted is counted
SELECT o.id::text AS what, cardinality(p.keys)::text AS value FROM open_bet o JOIN liability_past p ON p.bet_id = o.id WHERE o.status IN (1, 7);
-- name: INV-12 the day counters of limited players are their stakes of the day, with advances
SELECT concat_ws(' ', coalesce(c.player_id, s.player_id), coalesce(c.day, s.day)) AS what, (coalesce(c.amount_minor, 0) - coalesce(s.stakes, 0))::text AS value
FROM (
  SELECT c.player_id, c.currency_id, c.day, c.amount_minor FROM limit_counter c
  JOIN (SELECT player_id, currency_id, (min(starts_at) AT TIME ZONE 'UTC')::date - 30 AS day FROM player_limit WHERE kind = 1 GROUP BY 1, 2) l
    ON l.player_id = c.player_id AND l.currency_id = c.currency_id AND c.day >= l.day WHERE c.kind = 1
) c
FULL JOIN (
  SELECT a.player_id, a.currency_id, limit_day(a.player_id, o.at) AS day, sum(o.amount_minor) AS stakes
  FROM (SELECT player_id, currency_id, (min(starts_at) AT TIME ZONE 'UTC')::date - 30 AS day FROM player_limit WHERE kind = 1 GROUP BY 1, 2) l
  JOIN account a ON a.player_id = l.player_id AND a.currency_id = l.currency_id
  JOIN (
    SELECT e.account_id, e.at, -e.amount_minor AS amount_minor FROM ledger_entry e
    WHERE e.kind = 1 AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)
    UNION ALL SELECT d.account_id, d.at, d.amount_minor FROM bet_advance d
  ) o ON o.account_id = a.id AND limit_day(a.player_id, o.at) >= l.day
  GROUP BY 1, 2, 3
) s ON s.player_id = c.player_id AND s.currency_id = c.currency_id AND s.day = c.day
WHERE coalesce(c.amount_minor, 0) <> coalesce(s.stakes, 0);
