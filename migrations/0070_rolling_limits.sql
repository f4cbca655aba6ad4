-- Limits over rolling windows (standards RG-06): the last 24 hours, 7 days or 30 days, where the profile of a brand asks
-- for them. Chosen with a player's first limit like his calendar (0064), whose zone is UTC then.

ALTER TABLE protection_calendar ADD COLUMN rolling boolean NOT NULL DEFAULT false;

-- After which moment the rolling window that ends now begins; null where the windows are those of a calendar.
CREATE FUNCTION limit_since(p_player integer, p_days smallint, p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT p_at - make_interval(hours => 24 * p_days::integer) FROM protection_calendar c WHERE c.player_id = p_player AND c.rolling
$$;

-- As in 0064, and over a rolling window by the moment.
CREATE OR REPLACE FUNCTION played_of_limit(p_player integer, p_kind smallint, p_days smallint, p_currency smallint, p_at timestamptz, p_other_only boolean DEFAULT false)
RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(s.amount, s.currency_id, p_currency)), 0) FROM (
    SELECT a.currency_id, -sum(e.amount_minor) AS amount
    FROM (SELECT limit_zone(p_player) AS zone, limit_first_day(p_player, p_days, p_at) AS first_day, limit_since(p_player, p_days, p_at) AS since) w
    JOIN account a ON a.player_id = p_player AND (NOT p_other_only OR a.currency_id <> p_currency)
    JOIN ledger_entry e ON e.account_id = a.id
      AND e.at >= coalesce(w.since + interval '1 microsecond', w.first_day::timestamp AT TIME ZONE w.zone - interval '3 hours')
      AND (w.since IS NOT NULL OR (e.at AT TIME ZONE w.zone)::date >= w.first_day)
      AND CASE WHEN p_kind = 1 THEN e.kind = 1 ELSE e.kind NOT IN (4, 5, 6, 7, 8, 14, 16) END
    GROUP BY a.currency_id
  ) s
$$;

CREATE OR REPLACE FUNCTION deposits_of_limit(p_player integer, p_days smallint, p_currency smallint, p_at timestamptz) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(d.amount_minor, d.currency_id, p_currency)), 0)
  FROM (SELECT limit_zone(p_player) AS zone, limit_first_day(p_player, p_days, p_at) AS first_day, limit_since(p_player, p_days, p_at) AS since) w, deposit d
  WHERE d.player_id = p_player
    AND (d.state IN ('created', 'pending') OR (d.state = 'done' AND CASE
      WHEN w.since IS NULL THEN (d.done_at AT TIME ZONE w.zone)::date >= w.first_day ELSE d.done_at > w.since END))
$$;

-- As in 0064; day counters cannot say what of a rolling window is staked, so that is read from the books.
CREATE OR REPLACE FUNCTION guard_players(p_bet bigint[], p_player integer[], p_currency smallint[], p_stake bigint[], p_at timestamptz)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  refused bigint[];
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM unnest(p_player) AS r(player)
    WHERE EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player) OR EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player)
  ) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(50, p.player)
    FROM (SELECT DISTINCT l.player_id AS player FROM player_limit l WHERE l.player_id = ANY(p_player) ORDER BY 1) p;
  SELECT array_agg(DISTINCT r.bet) INTO refused
  FROM unnest(p_bet, p_player, p_currency, p_stake) WITH ORDINALITY AS r(bet, player, currency, stake, n)
  WHERE EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player AND (b.until IS NULL OR b.until > p_at))
    OR EXISTS (
      SELECT 1 FROM player_limit l
      WHERE l.player_id = r.player AND l.kind IN (1, 2) AND l.starts_at <= p_at AND (l.ends_at IS NULL OR l.ends_at > p_at)
        -- Bets of the same player earlier in this call count too, also those that are refused.
        AND (
          SELECT sum(in_currency(s.stake, s.currency, l.currency_id))
          FROM unnest(p_player, p_currency, p_stake) WITH ORDINALITY AS s(player, currency, stake, n) WHERE s.player = r.player AND s.n <= r.n
        ) + CASE
          WHEN l.kind = 2 THEN played_of_limit(r.player, 2::smallint, l.period_days, l.currency_id, p_at)
          WHEN limit_since(r.player, l.period_days, p_at) IS NOT NULL THEN played_of_limit(r.player, 1::smallint, l.period_days, l.currency_id, p_at)
          ELSE coalesce((
            SELECT sum(c.amount_minor) FROM limit_counter c
            WHERE c.player_id = r.player AND c.kind = 1 AND c.currency_id = l.currency_id AND c.day >= limit_first_day(r.player, l.period_days, p_at)
          ), 0) + played_of_limit(r.player, 1::smallint, l.period_days, l.currency_id, p_at, true)
        END > l.amount_minor
    );
  INSERT INTO limit_counter AS c (player_id, kind, currency_id, day, amount_minor)
    SELECT r.player, 1, r.currency, limit_day(r.player, p_at), sum(r.stake)
    FROM unnest(p_bet, p_player, p_currency, p_stake) AS r(bet, player, currency, stake)
    WHERE (refused IS NULL OR r.bet <> ALL(refused))
      AND EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player AND l.kind = 1 AND l.currency_id = r.currency)
    GROUP BY 1, 3, 4 ORDER BY 1, 3
  ON CONFLICT (player_id, kind, currency_id, day) DO UPDATE SET amount_minor = c.amount_minor + excluded.amount_minor;
  RETURN refused;
END $$;

-- As in 0064. A rolling window has no moment at which it begins anew: `restarts` is when everything that is in it now has
-- left it. Its whole days are read from the counters, its first, broken one from the books.
DROP FUNCTION stake_windows(timestamptz);
CREATE FUNCTION stake_windows(p_at timestamptz)
RETURNS TABLE (player_id integer, period_days smallint, currency_id smallint, amount_minor bigint, used_minor bigint, restarts timestamptz, rolls boolean)
LANGUAGE sql STABLE AS $$
  SELECT l.player_id, l.period_days, l.currency_id, l.amount_minor, (coalesce((
      SELECT sum(c.amount_minor) FROM limit_counter c
      WHERE c.player_id = l.player_id AND c.kind = 1 AND c.currency_id = l.currency_id
        AND CASE WHEN w.since IS NULL THEN c.day >= w.first_day ELSE c.day > limit_day(l.player_id, w.since) END
    ), 0) + CASE WHEN w.since IS NULL THEN 0 ELSE coalesce((
      SELECT -sum(e.amount_minor) FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
        AND e.at > w.since AND e.at < (limit_day(l.player_id, w.since) + 1)::timestamp AT TIME ZONE limit_zone(l.player_id)
      WHERE a.player_id = l.player_id AND a.currency_id = l.currency_id
    ), 0) END)::bigint,
    CASE WHEN w.since IS NULL THEN limit_restarts(l.player_id, l.period_days, p_at) ELSE p_at + (p_at - w.since) END, w.since IS NOT NULL
  FROM player_limit l
  CROSS JOIN LATERAL (SELECT limit_since(l.player_id, l.period_days, p_at) AS since, limit_first_day(l.player_id, l.period_days, p_at) AS first_day) w
  WHERE l.kind = 1 AND l.starts_at <= p_at AND (l.ends_at IS NULL OR l.ends_at > p_at)
$$;

-- Time at play by the hour: a rolling window gives it back hour by hour.
ALTER TABLE protection_time ADD COLUMN hour smallint NOT NULL DEFAULT 0 CHECK (hour BETWEEN 0 AND 23);
ALTER TABLE protection_time DROP CONSTRAINT protection_time_pkey;
ALTER TABLE protection_time ADD PRIMARY KEY (player_id, day, hour);

-- When the payer of a first payment was let in by it; null: he has never come back.
ALTER TABLE guest_deposit ADD COLUMN taken_at timestamptz;
UPDATE guest_deposit SET taken_at = updated_at WHERE state = 'paid';
CREATE INDEX guest_deposit_untaken ON guest_deposit (updated_at) WHERE state = 'paid' AND taken_at IS NULL;
