-- An edited bet goes on with the stake of the one it replaces: no money is staked anew, and no limit of stakes counts it
-- twice. Windows of stakes are read by the ids of their bets, which rise with time, instead of through all entries of a
-- player's life; those of losses reach a year back at most beyond the window: a bet that is settled later than that
-- after it was placed gives its payout to nobody's window.

-- The smallest id that a bet can have which was sent up to a day before this moment.
CREATE FUNCTION first_id_about(p_at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (greatest(0, (1000 * (extract(epoch FROM p_at) - 1735689600 - 86400))::bigint) << 12)
$$;

CREATE OR REPLACE FUNCTION played_of_limit(p_player integer, p_kind smallint, p_days smallint, p_currency smallint, p_at timestamptz, p_other_only boolean DEFAULT false)
RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(s.amount, s.currency_id, p_currency)), 0) FROM (
    SELECT a.currency_id, -sum(e.amount_minor) AS amount
    FROM (
      SELECT w.*, coalesce(w.since, w.first_day::timestamp AT TIME ZONE w.zone - interval '3 hours') AS begins
      FROM (SELECT limit_zone(p_player) AS zone, limit_first_day(p_player, p_days, p_at) AS first_day, limit_since(p_player, p_days, p_at) AS since) w
    ) w
    JOIN account a ON a.player_id = p_player AND (NOT p_other_only OR a.currency_id <> p_currency)
    JOIN ledger_entry e ON e.account_id = a.id
      AND e.tx_id >= first_id_about(w.begins - CASE WHEN p_kind = 1 THEN interval '0' ELSE interval '365 days' END)
      AND e.at >= coalesce(w.since + interval '1 microsecond', w.begins)
      AND (w.since IS NOT NULL OR (e.at AT TIME ZONE w.zone)::date >= w.first_day)
      AND CASE WHEN p_kind = 1 THEN e.kind = 1 AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)
        ELSE e.kind NOT IN (4, 5, 6, 7, 8, 14, 16) END
    GROUP BY a.currency_id
  ) s
$$;

-- As in 0088; of a broken first day only the bets of that day are read.
CREATE OR REPLACE FUNCTION stake_windows(p_at timestamptz)
RETURNS TABLE (player_id integer, period_days smallint, currency_id smallint, amount_minor bigint, used_minor bigint, restarts timestamptz, rolls boolean)
LANGUAGE sql STABLE AS $$
  SELECT w.player_id, w.period_days, w.currency_id, w.amount_minor, (coalesce((
      SELECT sum(c.amount_minor) FROM limit_counter c
      WHERE c.player_id = w.player_id AND c.kind = 1 AND c.currency_id = w.currency_id
        AND CASE WHEN w.since IS NULL THEN c.day >= w.first_day ELSE c.day > (w.since AT TIME ZONE w.zone)::date END
    ), 0) + CASE WHEN w.since IS NULL THEN 0 ELSE coalesce((
      SELECT -sum(e.amount_minor) FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
        AND e.tx_id >= first_id_about(w.since)
        AND e.at > w.since AND e.at < ((w.since AT TIME ZONE w.zone)::date + 1)::timestamp AT TIME ZONE w.zone
        AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)
      WHERE a.player_id = w.player_id AND a.currency_id = w.currency_id
    ), 0) END)::bigint,
    CASE WHEN w.since IS NULL
      THEN (w.first_day + CASE w.period_days WHEN 1 THEN interval '1 day' WHEN 7 THEN interval '7 days' ELSE interval '1 month' END) AT TIME ZONE w.zone
      ELSE p_at + (p_at - w.since) END,
    w.since IS NOT NULL
  FROM (
    SELECT l.player_id, l.period_days, l.currency_id, l.amount_minor, z.zone,
      window_start(l.period_days, z.today, z.week_start) AS first_day,
      CASE WHEN z.rolling THEN p_at - make_interval(hours => 24 * l.period_days::integer) END AS since
    FROM player_limit l LEFT JOIN protection_calendar c ON c.player_id = l.player_id
    CROSS JOIN LATERAL (SELECT coalesce(c.zone, 'UTC') AS zone, (p_at AT TIME ZONE coalesce(c.zone, 'UTC'))::date AS today,
      coalesce(c.week_start, 1::smallint) AS week_start, coalesce(c.rolling, false) AS rolling) z
    WHERE l.kind = 1 AND l.starts_at <= p_at AND (l.ends_at IS NULL OR l.ends_at > p_at)
  ) w
$$;

CREATE OR REPLACE FUNCTION set_stake_limit(p_player integer, p_days smallint, p_currency smallint, p_amount bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_zone text := limit_zone(p_player);
  from_day date := limit_day(p_player, p_at) - 31;
BEGIN
  PERFORM 1 FROM account a WHERE a.player_id = p_player ORDER BY a.id FOR UPDATE;
  INSERT INTO player_limit AS l (player_id, kind, period_days, currency_id, amount_minor, starts_at)
    VALUES (p_player, 1, p_days, p_currency, p_amount, p_at)
    ON CONFLICT (player_id, kind, period_days, currency_id) DO UPDATE SET amount_minor = excluded.amount_minor, ends_at = NULL;
  DELETE FROM limit_counter c WHERE c.player_id = p_player AND c.kind = 1 AND c.currency_id = p_currency AND c.day >= from_day;
  INSERT INTO limit_counter (player_id, kind, currency_id, day, amount_minor)
    SELECT p_player, 1, p_currency, (e.at AT TIME ZONE v_zone)::date, -sum(e.amount_minor)
    FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
      AND e.tx_id >= first_id_about(from_day::timestamp AT TIME ZONE v_zone) AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)
    WHERE a.player_id = p_player AND a.currency_id = p_currency AND (e.at AT TIME ZONE v_zone)::date >= from_day
    GROUP BY 4;
END $$;

-- As in 0102. An edit, whose `bet_change` is there before it, stakes nothing: limits have nothing to say to it, blocks have.
CREATE OR REPLACE FUNCTION guard_players(p_bet bigint[], p_player integer[], p_currency smallint[], p_stake bigint[], p_at timestamptz)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  watched bigint[];
  refused bigint[];
BEGIN
  SELECT array_agg(r.n ORDER BY r.n) INTO watched FROM unnest(p_player) WITH ORDINALITY AS r(player, n)
    WHERE EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player) OR EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player)
      OR EXISTS (SELECT 1 FROM account o WHERE o.player_id = r.player AND o.receivable AND o.balance_minor < 0);
  IF watched IS NULL THEN RETURN NULL; END IF;
  SELECT array_agg(p_bet[w.n]), array_agg(p_player[w.n]), array_agg(p_currency[w.n]), array_agg(CASE WHEN EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = p_bet[w.n]) THEN 0 ELSE p_stake[w.n] END)
    INTO p_bet, p_player, p_currency, p_stake FROM unnest(watched) AS w(n);
  PERFORM pg_advisory_xact_lock(50, p.player)
    FROM (SELECT DISTINCT l.player_id AS player FROM player_limit l WHERE l.player_id = ANY(p_player) ORDER BY 1) p;
  SELECT array_agg(DISTINCT r.bet) INTO refused
  FROM unnest(p_bet, p_player, p_currency, p_stake) WITH ORDINALITY AS r(bet, player, currency, stake, n)
  WHERE EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player AND (b.until IS NULL OR b.until > p_at))
    OR EXISTS (SELECT 1 FROM account o WHERE o.player_id = r.player AND o.receivable AND o.balance_minor < 0)
    OR r.stake > 0 AND EXISTS (
      SELECT 1 FROM player_limit l LEFT JOIN protection_calendar z ON z.player_id = l.player_id
      WHERE l.player_id = r.player AND l.kind IN (1, 2) AND l.starts_at <= p_at AND (l.ends_at IS NULL OR l.ends_at > p_at)
        -- Bets of the same player earlier in this call count too, also those that are refused.
        AND (
          SELECT sum(CASE WHEN s.currency = l.currency_id THEN s.stake ELSE in_currency(s.stake, s.currency, l.currency_id) END)
          FROM unnest(p_player, p_currency, p_stake) WITH ORDINALITY AS s(player, currency, stake, n) WHERE s.player = r.player AND s.n <= r.n
        ) + CASE
          WHEN l.kind = 2 OR z.rolling THEN played_of_limit(r.player, l.kind, l.period_days, l.currency_id, p_at)
          ELSE coalesce((
            SELECT sum(c.amount_minor) FROM limit_counter c
            WHERE c.player_id = r.player AND c.kind = 1 AND c.currency_id = l.currency_id
              AND c.day >= window_start(l.period_days, (p_at AT TIME ZONE coalesce(z.zone, 'UTC'))::date, coalesce(z.week_start, 1::smallint))
          ), 0) + CASE WHEN EXISTS (SELECT 1 FROM account a WHERE a.player_id = r.player AND a.currency_id <> l.currency_id)
            THEN played_of_limit(r.player, 1::smallint, l.period_days, l.currency_id, p_at, true) ELSE 0 END
        END > l.amount_minor
    );
  INSERT INTO limit_counter AS c (player_id, kind, currency_id, day, amount_minor)
    SELECT r.player, 1, r.currency, (p_at AT TIME ZONE coalesce(z.zone, 'UTC'))::date, sum(r.stake)
    FROM unnest(p_bet, p_player, p_currency, p_stake) AS r(bet, player, currency, stake) LEFT JOIN protection_calendar z ON z.player_id = r.player
    WHERE (refused IS NULL OR r.bet <> ALL(refused))
      AND EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player AND l.kind = 1 AND l.currency_id = r.currency)
    GROUP BY 1, 3, 4 ORDER BY 1, 3
  ON CONFLICT (player_id, kind, currency_id, day) DO UPDATE SET amount_minor = c.amount_minor + excluded.amount_minor;
  RETURN refused;
END $$;

-- Edits that were counted up to now.
UPDATE limit_counter c SET amount_minor = c.amount_minor - s.stake
FROM (
  SELECT a.player_id, a.currency_id, limit_day(a.player_id, e.at) AS day, -sum(e.amount_minor) AS stake
  FROM bet_change b JOIN bet n ON n.id = b.bet_id JOIN account a ON a.id = n.account_id
  JOIN ledger_entry e ON e.account_id = a.id AND e.tx_id = b.bet_id AND e.kind = 1
  GROUP BY 1, 2, 3
) s
WHERE c.player_id = s.player_id AND c.kind = 1 AND c.currency_id = s.currency_id AND c.day = s.day;
