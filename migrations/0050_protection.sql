-- What players have set to protect themselves (wire 14.2, standards RG-01…RG-11).

-- The limits as their players see them, with the softer change that waits. What bets are held to stands in
-- player_limit (kind 1 stakes, 2 losses), written in the same transaction; deposits and time are read here.
CREATE TABLE protection_limit (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  kind text NOT NULL CHECK (kind IN ('deposit', 'loss', 'stake', 'session')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- Of money limits; 0 for time.
  currency_id smallint NOT NULL,
  -- Minor units, or minutes of time.
  amount bigint NOT NULL CHECK (amount >= 0),
  starts_at timestamptz NOT NULL,
  -- A softer limit that waits; null beside an asked_at = no limit any more.
  pending_amount bigint CHECK (pending_amount > amount),
  pending_asked_at timestamptz,
  pending_from timestamptz,
  CHECK ((pending_asked_at IS NULL) = (pending_from IS NULL)),
  CHECK (pending_amount IS NULL OR pending_from IS NOT NULL),
  UNIQUE (player_id, kind, period)
);
CREATE INDEX protection_limit_time ON protection_limit (player_id) WHERE kind = 'session';

-- Every change of a limit, never edited: what, the amounts in text, when.
CREATE TABLE protection_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  what text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL
);
CREATE INDEX protection_event_player ON protection_event (player_id, id DESC);
CREATE TRIGGER protection_event_append_only BEFORE UPDATE OR DELETE ON protection_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Time-outs and exclusions. Only the wish to come back is ever added to one, once, after its end.
CREATE TABLE protection_exclusion (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  kind text NOT NULL CHECK (kind IN ('time_out', 'self_exclusion', 'session_time')),
  period text NOT NULL,
  reason_id smallint NOT NULL DEFAULT 0,
  comment text NOT NULL DEFAULT '',
  starts_at timestamptz NOT NULL,
  -- null = for good.
  ends_at timestamptz CHECK (ends_at > starts_at),
  reopen_asked_at timestamptz
);
CREATE INDEX protection_exclusion_player ON protection_exclusion (player_id);
CREATE FUNCTION keep_exclusion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.reopen_asked_at IS NOT NULL OR NEW.reopen_asked_at IS NULL OR OLD.ends_at IS NULL OR NEW.reopen_asked_at < OLD.ends_at
    OR (NEW.id, NEW.player_id, NEW.kind, NEW.period, NEW.starts_at, NEW.ends_at) IS DISTINCT FROM (OLD.id, OLD.player_id, OLD.kind, OLD.period, OLD.starts_at, OLD.ends_at)
  THEN RAISE EXCEPTION 'an exclusion cannot be undone' USING ERRCODE = '42501'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER protection_exclusion_kept BEFORE UPDATE OR DELETE ON protection_exclusion FOR EACH ROW EXECUTE FUNCTION keep_exclusion();

-- Results of the self-assessment.
CREATE TABLE protection_test (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  score smallint NOT NULL,
  level text NOT NULL,
  at timestamptz NOT NULL
);

-- Time that players with a limit of time were there, by UTC day; counted_at is when it was last looked at.
CREATE TABLE protection_time (
  player_id integer NOT NULL REFERENCES player,
  day date NOT NULL,
  used_ms bigint NOT NULL DEFAULT 0,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, day)
);

-- Minor units of one currency in another, at the rates of the house, rounded up; the same currency is exact.
CREATE FUNCTION in_currency(p_amount numeric, p_from smallint, p_to smallint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_from = p_to THEN p_amount ELSE (
    SELECT ceil(p_amount * (10::numeric ^ (t.exponent - f.exponent)) * t.rate / f.rate) FROM currency f, currency t WHERE f.id = p_from AND t.id = p_to
  ) END
$$;

-- Stakes (1) or net losses (2) of a player in the days of a window, over all accounts, in one currency. A stake is
-- lost until its payout is there. Payments, bonuses, corrections and transfers are no play.
CREATE FUNCTION played_of_limit(p_player integer, p_kind smallint, p_days smallint, p_currency smallint, p_at timestamptz, p_other_only boolean DEFAULT false)
RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(s.amount, s.currency_id, p_currency)), 0) FROM (
    SELECT a.currency_id, -sum(e.amount_minor) AS amount
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = p_player AND (NOT p_other_only OR a.currency_id <> p_currency)
      AND e.at >= ((p_at AT TIME ZONE 'UTC')::date - p_days + 1)::timestamp AT TIME ZONE 'UTC'
      AND CASE WHEN p_kind = 1 THEN e.kind = 1 ELSE e.kind NOT IN (4, 5, 6, 7, 8, 14, 16) END
    GROUP BY a.currency_id
  ) s
$$;

-- Deposits in the days of a window, in one currency: those paid, and those begun that may still be paid.
CREATE FUNCTION deposits_of_limit(p_player integer, p_days smallint, p_currency smallint, p_at timestamptz) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(d.amount_minor, d.currency_id, p_currency)), 0) FROM deposit d
  WHERE d.player_id = p_player AND (
    d.state IN ('created', 'pending')
    OR (d.state = 'done' AND d.done_at >= ((p_at AT TIME ZONE 'UTC')::date - p_days + 1)::timestamp AT TIME ZONE 'UTC')
  )
$$;

-- As in 0016, and with it: limits of losses, and accounts in other currencies than the limit's, so that no second
-- account is a way round. Bets of a limited player on two accounts go one after the other by the lock of the player,
-- which is taken after those of the accounts and before anything else, in one order everywhere.
CREATE OR REPLACE FUNCTION guard_players(p_bet bigint[], p_player integer[], p_currency smallint[], p_stake bigint[], p_at timestamptz)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  today date := (p_at AT TIME ZONE 'UTC')::date;
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
            WHERE c.player_id = r.player AND c.kind = 1 AND c.currency_id = l.currency_id AND c.day > today - l.period_days
          ), 0) + played_of_limit(r.player, 1::smallint, l.period_days, l.currency_id, p_at, true)
          ELSE played_of_limit(r.player, 2::smallint, l.period_days, l.currency_id, p_at)
        END > l.amount_minor
    );
  INSERT INTO limit_counter AS c (player_id, kind, currency_id, day, amount_minor)
    SELECT r.player, 1, r.currency, today, sum(r.stake)
    FROM unnest(p_bet, p_player, p_currency, p_stake) AS r(bet, player, currency, stake)
    WHERE (refused IS NULL OR r.bet <> ALL(refused))
      AND EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player AND l.kind = 1 AND l.currency_id = r.currency)
    GROUP BY 1, 3 ORDER BY 1, 3
  ON CONFLICT (player_id, kind, currency_id, day) DO UPDATE SET amount_minor = c.amount_minor + excluded.amount_minor;
  RETURN refused;
END $$;

-- A limit of losses comes into force: bets on their way commit before it, later ones see it.
CREATE FUNCTION set_loss_limit(p_player integer, p_days smallint, p_currency smallint, p_amount bigint, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account a WHERE a.player_id = p_player ORDER BY a.id FOR UPDATE;
  INSERT INTO player_limit AS l (player_id, kind, period_days, currency_id, amount_minor, starts_at)
    VALUES (p_player, 2, p_days, p_currency, p_amount, p_at)
    ON CONFLICT (player_id, kind, period_days, currency_id) DO UPDATE SET amount_minor = excluded.amount_minor, ends_at = NULL;
END $$;
