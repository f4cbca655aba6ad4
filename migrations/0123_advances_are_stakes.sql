-- An advance in a stake is repaid out of the player's own money, so it is a stake of his from the moment of the bet, and
-- his limits count it like the rest (standards RG-01, RG-08); a promo code never is. Of losses it is one with its bet, so
-- its repayment (30) is no other one, and none once nothing can cover it any more: then the house takes it back, and he
-- has lost his own part alone. Limits of stakes give nothing back, as they do of void bets.
-- A limit holds from when it is there: none is ever made for later, and its start, which another process has written, may
-- lie ahead of a clock that is behind.

CREATE INDEX IF NOT EXISTS bet_advance_account ON bet_advance (account_id, bet_id);

-- Stakes of an account, from an id on: its own money and advances. An edit stakes nothing anew (0120).
CREATE OR REPLACE FUNCTION own_stakes(p_account integer, p_from bigint) RETURNS TABLE (at timestamptz, amount_minor bigint) LANGUAGE sql STABLE AS $$
  SELECT e.at, -e.amount_minor FROM ledger_entry e
  WHERE e.account_id = p_account AND e.kind = 1 AND e.tx_id >= p_from AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)
  UNION ALL
  SELECT d.at, d.amount_minor FROM bet_advance d WHERE d.account_id = p_account AND d.bet_id >= p_from
$$;

-- As in 0120, with advances; where the window begins is worked out once instead of for every entry.
CREATE OR REPLACE FUNCTION played_of_limit(p_player integer, p_kind smallint, p_days smallint, p_currency smallint, p_at timestamptz, p_other_only boolean DEFAULT false)
RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH w AS MATERIALIZED (
    SELECT w.*, coalesce(w.since, w.first_day::timestamp AT TIME ZONE w.zone - interval '3 hours') AS begins
    FROM (SELECT limit_zone(p_player) AS zone, limit_first_day(p_player, p_days, p_at) AS first_day, limit_since(p_player, p_days, p_at) AS since) w
  )
  SELECT coalesce(sum(in_currency(s.amount, s.currency_id, p_currency)), 0) FROM (
    SELECT a.currency_id, sum(p.amount_minor) AS amount
    FROM w JOIN account a ON a.player_id = p_player AND (NOT p_other_only OR a.currency_id <> p_currency)
    CROSS JOIN LATERAL (
      SELECT o.at, o.amount_minor FROM own_stakes(a.id, first_id_about(w.begins)) o WHERE p_kind = 1
      UNION ALL
      SELECT e.at, -e.amount_minor FROM ledger_entry e
      WHERE p_kind <> 1 AND e.account_id = a.id AND e.tx_id >= first_id_about(w.begins - interval '365 days')
        AND e.kind NOT IN (4, 5, 6, 7, 8, 14, 16, 30)
      UNION ALL
      SELECT d.at, d.amount_minor FROM bet_advance d
      WHERE p_kind <> 1 AND d.account_id = a.id AND d.bet_id >= first_id_about(w.begins) AND d.state <> 2
    ) p
    WHERE p.at >= coalesce(w.since + interval '1 microsecond', w.begins) AND (w.since IS NOT NULL OR (p.at AT TIME ZONE w.zone)::date >= w.first_day)
    GROUP BY a.currency_id
  ) s
$$;

-- The functions stay as they were but for these words; a text that is not found stops the migration. A plain bet has
-- neither promo code nor advance: its debit is its stake.
DO $$
DECLARE
  patch record;
  body text;
BEGIN
  FOR patch IN SELECT * FROM (VALUES
    (1, 'place_bet', 'guard_players(ARRAY[p_bet], ARRAY[p_player], ARRAY[p_currency], ARRAY[debit], p_at)',
      'guard_players(ARRAY[p_bet], ARRAY[p_player], ARRAY[p_currency], ARRAY[p_stake - p_promo], p_at)'),
    (2, 'place_bet', 'uncount_stakes(ARRAY[p_player], ARRAY[p_currency], ARRAY[debit], p_at)',
      'uncount_stakes(ARRAY[p_player], ARRAY[p_currency], ARRAY[p_stake - p_promo], p_at)'),
    (3, 'guard_players', 'l.kind IN (1, 2) AND l.starts_at <= p_at AND (', 'l.kind IN (1, 2) AND ('),
    (4, 'stake_windows', 'l.kind = 1 AND l.starts_at <= p_at AND (', 'l.kind = 1 AND ('),
    (5, 'stake_windows', '      SELECT -sum(e.amount_minor) FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
        AND e.tx_id >= first_id_about(w.since)
        AND e.at > w.since AND e.at < ((w.since AT TIME ZONE w.zone)::date + 1)::timestamp AT TIME ZONE w.zone
        AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)
      WHERE a.player_id = w.player_id AND a.currency_id = w.currency_id',
      '      SELECT sum(o.amount_minor) FROM account a CROSS JOIN LATERAL own_stakes(a.id, first_id_about(w.since)) o
      WHERE a.player_id = w.player_id AND a.currency_id = w.currency_id
        AND o.at > w.since AND o.at < ((w.since AT TIME ZONE w.zone)::date + 1)::timestamp AT TIME ZONE w.zone'),
    (6, 'set_stake_limit', '    SELECT p_player, 1, p_currency, (e.at AT TIME ZONE v_zone)::date, -sum(e.amount_minor)
    FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
      AND e.tx_id >= first_id_about(from_day::timestamp AT TIME ZONE v_zone) AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)
    WHERE a.player_id = p_player AND a.currency_id = p_currency AND (e.at AT TIME ZONE v_zone)::date >= from_day',
      '    SELECT p_player, 1, p_currency, (o.at AT TIME ZONE v_zone)::date, sum(o.amount_minor)
    FROM account a CROSS JOIN LATERAL own_stakes(a.id, first_id_about(from_day::timestamp AT TIME ZONE v_zone)) o
    WHERE a.player_id = p_player AND a.currency_id = p_currency AND (o.at AT TIME ZONE v_zone)::date >= from_day')
  ) AS p(step, name, was, is_now) ORDER BY step LOOP
    body := pg_get_functiondef(patch.name::regproc);
    CONTINUE WHEN position(patch.is_now IN body) > 0;
    IF position(patch.was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in %', patch.name; END IF;
    EXECUTE replace(body, patch.was, patch.is_now);
  END LOOP;
END $$;

-- Days with advances, which were not counted up to now, from the books. A counter is there: each bet made that of its day,
-- if only with nothing.
UPDATE limit_counter c SET amount_minor = (
  SELECT sum(o.amount_minor) FROM account a CROSS JOIN LATERAL own_stakes(a.id, first_id_about(c.day::timestamp AT TIME ZONE limit_zone(c.player_id))) o
  WHERE a.player_id = c.player_id AND a.currency_id = c.currency_id AND limit_day(c.player_id, o.at) = c.day
)
WHERE c.kind = 1 AND (c.player_id, c.currency_id, c.day) IN (SELECT d.player_id, d.currency_id, limit_day(d.player_id, d.at) FROM bet_advance d);
