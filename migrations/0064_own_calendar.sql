-- Limits by the player's own calendar, products that he has closed for himself, and what registers of
-- self-exclusion have said of him (standards RG-01, RG-06, RG-14, RG-24).

-- Chosen with the first limit of a player and kept as long as he has one: to move never opens a window early.
-- Without a row: UTC, weeks from Monday.
CREATE TABLE protection_calendar (
  player_id integer PRIMARY KEY REFERENCES player,
  zone text NOT NULL,
  -- 0 Sunday to 6 Saturday.
  week_start smallint NOT NULL CHECK (week_start BETWEEN 0 AND 6)
);

CREATE FUNCTION limit_zone(p_player integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT c.zone FROM protection_calendar c WHERE c.player_id = p_player), 'UTC')
$$;

CREATE FUNCTION limit_day(p_player integer, p_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (p_at AT TIME ZONE limit_zone(p_player))::date
$$;

-- The first day of the window that this moment lies in: the day itself (1), its week (7), its month (30).
CREATE FUNCTION limit_first_day(p_player integer, p_days smallint, p_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT CASE p_days WHEN 1 THEN d.day WHEN 7 THEN d.day - (extract(dow FROM d.day)::integer - d.week_start + 7) % 7 ELSE date_trunc('month', d.day)::date END
  FROM (
    SELECT limit_day(p_player, p_at) AS day,
      coalesce((SELECT c.week_start FROM protection_calendar c WHERE c.player_id = p_player), 1::smallint) AS week_start
  ) d
$$;

-- When the next window begins.
CREATE FUNCTION limit_restarts(p_player integer, p_days smallint, p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (limit_first_day(p_player, p_days, p_at) + CASE p_days WHEN 1 THEN interval '1 day' WHEN 7 THEN interval '7 days' ELSE interval '1 month' END)
    AT TIME ZONE limit_zone(p_player)
$$;

-- As in 0050, by the player's calendar. The days decide; the moment, some hours early, is for the index.
CREATE OR REPLACE FUNCTION played_of_limit(p_player integer, p_kind smallint, p_days smallint, p_currency smallint, p_at timestamptz, p_other_only boolean DEFAULT false)
RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(s.amount, s.currency_id, p_currency)), 0) FROM (
    SELECT a.currency_id, -sum(e.amount_minor) AS amount
    FROM (SELECT limit_zone(p_player) AS zone, limit_first_day(p_player, p_days, p_at) AS first_day) w
    JOIN account a ON a.player_id = p_player AND (NOT p_other_only OR a.currency_id <> p_currency)
    JOIN ledger_entry e ON e.account_id = a.id
      AND e.at >= w.first_day::timestamp AT TIME ZONE w.zone - interval '3 hours' AND (e.at AT TIME ZONE w.zone)::date >= w.first_day
      AND CASE WHEN p_kind = 1 THEN e.kind = 1 ELSE e.kind NOT IN (4, 5, 6, 7, 8, 14, 16) END
    GROUP BY a.currency_id
  ) s
$$;

CREATE OR REPLACE FUNCTION deposits_of_limit(p_player integer, p_days smallint, p_currency smallint, p_at timestamptz) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(d.amount_minor, d.currency_id, p_currency)), 0)
  FROM (SELECT limit_zone(p_player) AS zone, limit_first_day(p_player, p_days, p_at) AS first_day) w, deposit d
  WHERE d.player_id = p_player
    AND (d.state IN ('created', 'pending') OR (d.state = 'done' AND (d.done_at AT TIME ZONE w.zone)::date >= w.first_day))
$$;

-- As in 0050; the counters of a player are by his days.
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
        ) + CASE l.kind
          WHEN 1 THEN coalesce((
            SELECT sum(c.amount_minor) FROM limit_counter c
            WHERE c.player_id = r.player AND c.kind = 1 AND c.currency_id = l.currency_id AND c.day >= limit_first_day(r.player, l.period_days, p_at)
          ), 0) + played_of_limit(r.player, 1::smallint, l.period_days, l.currency_id, p_at, true)
          ELSE played_of_limit(r.player, 2::smallint, l.period_days, l.currency_id, p_at)
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

CREATE OR REPLACE FUNCTION uncount_stakes(p_player integer[], p_currency smallint[], p_stake bigint[], p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE limit_counter c SET amount_minor = c.amount_minor - r.stake
  FROM (SELECT u.player, u.currency, sum(u.stake)::bigint AS stake FROM unnest(p_player, p_currency, p_stake) AS u(player, currency, stake) GROUP BY 1, 2) r
  WHERE c.player_id = r.player AND c.kind = 1 AND c.currency_id = r.currency AND c.day = limit_day(r.player, p_at)
    AND EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player AND l.kind = 1 AND l.currency_id = r.currency);
$$;

-- As in 0016, by the player's days. Counters of another calendar that he once had are gone with it.
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
    WHERE a.player_id = p_player AND a.currency_id = p_currency AND (e.at AT TIME ZONE v_zone)::date >= from_day
    GROUP BY 4;
END $$;

-- What the limits of stakes hold in memory: how much of each window is used, and when it begins anew.
CREATE FUNCTION stake_windows(p_at timestamptz)
RETURNS TABLE (player_id integer, period_days smallint, currency_id smallint, amount_minor bigint, used_minor bigint, restarts timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT l.player_id, l.period_days, l.currency_id, l.amount_minor, coalesce((
      SELECT sum(c.amount_minor) FROM limit_counter c
      WHERE c.player_id = l.player_id AND c.kind = 1 AND c.currency_id = l.currency_id AND c.day >= limit_first_day(l.player_id, l.period_days, p_at)
    ), 0)::bigint, limit_restarts(l.player_id, l.period_days, p_at)
  FROM player_limit l WHERE l.kind = 1 AND l.starts_at <= p_at AND (l.ends_at IS NULL OR l.ends_at > p_at)
$$;

-- Products that a player has closed for himself: at once; open again only after the wait and a second yes.
CREATE TABLE protection_product (
  player_id integer NOT NULL REFERENCES player,
  product text NOT NULL CHECK (product IN ('line', 'live', 'virtual', 'casino')),
  -- false = opened again; the row stays for the readers of other processes.
  closed boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  pending_asked_at timestamptz,
  pending_from timestamptz,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, product),
  CHECK ((pending_asked_at IS NULL) = (pending_from IS NULL))
);
CREATE INDEX protection_product_changed ON protection_product (changed_at);

-- What a register of self-exclusion has said of a player, and when it was asked.
CREATE TABLE protection_register (
  player_id integer PRIMARY KEY REFERENCES player,
  register text NOT NULL,
  listed boolean NOT NULL,
  asked_at timestamptz NOT NULL
);

-- The register of development: people are found by e-mail, phone, or name and birth date; only digests are kept.
CREATE TABLE simulated_register (
  mark bytea PRIMARY KEY,
  until timestamptz,
  added_at timestamptz NOT NULL
);
