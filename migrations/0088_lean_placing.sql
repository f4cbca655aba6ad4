-- Placing with less work of the database: the same writes under the same locks in the same order. Arrays are read row by
-- row (unnest in the list of columns) instead of through a store for each of them (unnest in FROM).

-- Stops (0047): a bet meets them at its commit. Until now it held their lock from its first act on, so a stop waited for
-- whole batches; now it waits for commits alone. The
-- first look, without the lock, only spares work. An end of a stop changes nothing about a bet that was good before it.
CREATE OR REPLACE FUNCTION heed_stops(p_stops bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- What other bets of this transaction were checked with.
  known bigint := nullif(current_setting('polosa.stops', true), '');
BEGIN
  IF p_stops IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT 1 FROM betting_stop s WHERE s.id > p_stops AND s.stopped) THEN
    RAISE EXCEPTION 'betting was stopped meanwhile' USING ERRCODE = 'PLST1';
  END IF;
  PERFORM set_config('polosa.stops', least(known, p_stops)::text, true);
END $$;

-- The last act of a transaction that has accepted bets. Nothing is waited for any more once the lock is held, so stop
-- and bets cannot wait for each other in a ring.
CREATE FUNCTION heed_stops_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known bigint := nullif(current_setting('polosa.stops', true), '');
BEGIN
  IF known IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock_shared(7061976);
  -- A statement of its own: it sees the stop that it may have waited for.
  IF EXISTS (SELECT 1 FROM betting_stop s WHERE s.id > known AND s.stopped) THEN
    RAISE EXCEPTION 'betting was stopped meanwhile' USING ERRCODE = 'PLST1';
  END IF;
  RETURN NULL;
END $$;
-- Every transaction that accepts bets tells of them by such a row, one a batch.
CREATE CONSTRAINT TRIGGER outbox_heeds_stops AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.topic = 'bets.accepted') EXECUTE FUNCTION heed_stops_at_commit();

-- The first day of the window that a day lies in: the day itself (1), its week (7), its month (30). Written into the
-- statements that ask for it, which a function that reads tables is not.
CREATE FUNCTION window_start(p_days smallint, p_day date, p_week_start smallint) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_days WHEN 1 THEN p_day WHEN 7 THEN p_day - (extract(dow FROM p_day)::integer - p_week_start + 7) % 7 ELSE date_trunc('month', p_day::timestamp)::date END
$$;

-- As in 0064.
CREATE OR REPLACE FUNCTION limit_first_day(p_player integer, p_days smallint, p_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT window_start(p_days, limit_day(p_player, p_at), coalesce((SELECT c.week_start FROM protection_calendar c WHERE c.player_id = p_player), 1::smallint))
$$;

-- As in 0070. Of a batch only the few bets whose player has a limit or a block are looked at any further: the debits hold
-- the locks of their accounts, so nobody gets a limit or a block meanwhile.
CREATE OR REPLACE FUNCTION guard_players(p_bet bigint[], p_player integer[], p_currency smallint[], p_stake bigint[], p_at timestamptz)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  watched bigint[];
  refused bigint[];
BEGIN
  SELECT array_agg(r.n ORDER BY r.n) INTO watched FROM unnest(p_player) WITH ORDINALITY AS r(player, n)
    WHERE EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player) OR EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player);
  IF watched IS NULL THEN RETURN NULL; END IF;
  SELECT array_agg(p_bet[w.n]), array_agg(p_player[w.n]), array_agg(p_currency[w.n]), array_agg(p_stake[w.n])
    INTO p_bet, p_player, p_currency, p_stake FROM unnest(watched) AS w(n);
  PERFORM pg_advisory_xact_lock(50, p.player)
    FROM (SELECT DISTINCT l.player_id AS player FROM player_limit l WHERE l.player_id = ANY(p_player) ORDER BY 1) p;
  SELECT array_agg(DISTINCT r.bet) INTO refused
  FROM unnest(p_bet, p_player, p_currency, p_stake) WITH ORDINALITY AS r(bet, player, currency, stake, n)
  WHERE EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player AND (b.until IS NULL OR b.until > p_at))
    OR EXISTS (
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

-- As in 0070, the calendars read with the limits instead of by functions for each of them: every process asks it every two seconds.
CREATE OR REPLACE FUNCTION stake_windows(p_at timestamptz)
RETURNS TABLE (player_id integer, period_days smallint, currency_id smallint, amount_minor bigint, used_minor bigint, restarts timestamptz, rolls boolean)
LANGUAGE sql STABLE AS $$
  SELECT w.player_id, w.period_days, w.currency_id, w.amount_minor, (coalesce((
      SELECT sum(c.amount_minor) FROM limit_counter c
      WHERE c.player_id = w.player_id AND c.kind = 1 AND c.currency_id = w.currency_id
        AND CASE WHEN w.since IS NULL THEN c.day >= w.first_day ELSE c.day > (w.since AT TIME ZONE w.zone)::date END
    ), 0) + CASE WHEN w.since IS NULL THEN 0 ELSE coalesce((
      SELECT -sum(e.amount_minor) FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
        AND e.at > w.since AND e.at < ((w.since AT TIME ZONE w.zone)::date + 1)::timestamp AT TIME ZONE w.zone
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

-- As in 0041.
CREATE OR REPLACE FUNCTION place_bets(
  p_guid text[], p_hash uuid[], p_player integer[], p_account integer[], p_bet bigint[], p_vid smallint[], p_legs smallint[],
  p_stake bigint[], p_currency smallint[], p_price numeric[], p_max_payout bigint[], p_receipt json[],
  l_bet bigint[], l_ix smallint[], l_ci integer[], l_t integer[], l_p integer[], l_player integer[], l_kind smallint[], l_price integer[],
  p_at timestamptz, p_stops bigint DEFAULT NULL,
  q_bet bigint[] DEFAULT NULL, q_key text[] DEFAULT NULL, q_cents bigint[] DEFAULT NULL, q_most bigint[] DEFAULT NULL,
  p_plain boolean[] DEFAULT NULL, p_stake_tax bigint[] DEFAULT NULL
) RETURNS TABLE (request bigint, outcome integer, stored_outcome integer, bet_id bigint, balance bigint)
LANGUAGE plpgsql
-- Locks are then taken in the order of the arrays, and no plan is made again for every size of batch.
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  claimed bigint[];
  accepted bigint[];
  accounts integer[];
  system_accounts integer[];
  stakes bigint[];
  balances bigint[];
  all_claimed boolean;
  all_accepted boolean;
  over_limit bigint[];
  over_liability bigint[];
BEGIN
  PERFORM heed_stops(p_stops);
  WITH c AS (
    INSERT INTO bet_key AS k (player_id, guid, body_hash, bet_id, at)
    SELECT unnest(p_player), unnest(p_guid), unnest(p_hash), unnest(p_bet), p_at
    ON CONFLICT DO NOTHING RETURNING k.bet_id
  ) SELECT array_agg(c.bet_id) INTO claimed FROM c;
  all_claimed := coalesce(cardinality(claimed), 0) = cardinality(p_bet);

  WITH d AS (
    UPDATE account a SET balance_minor = a.balance_minor - r.stake
    FROM (
      SELECT unnest(p_account) AS account, unnest(p_player) AS player, unnest(p_currency) AS currency, unnest(p_stake) AS stake, unnest(p_bet) AS bet
    ) r
    WHERE a.id = r.account AND a.player_id = r.player AND a.currency_id = r.currency AND a.balance_minor >= r.stake AND a.closed_at IS NULL
      AND (all_claimed OR r.bet IN (SELECT unnest(claimed)))
    RETURNING r.bet, a.id, -(r.currency * 16 + 2) AS open_stakes, r.stake, a.balance_minor
  ) SELECT array_agg(d.bet), array_agg(d.id), array_agg(d.open_stakes), array_agg(d.stake), array_agg(d.balance_minor)
    INTO accepted, accounts, system_accounts, stakes, balances FROM d;

  -- The debits above hold the locks of the accounts: what follows sees everything that these players have placed.
  IF accepted IS NOT NULL THEN
    SELECT guard_players(array_agg(r.bet), array_agg(r.player), array_agg(r.currency), array_agg(r.stake), p_at) INTO over_limit
      FROM unnest(p_bet, p_player, p_currency, p_stake) AS r(bet, player, currency, stake)
      WHERE cardinality(accepted) = cardinality(p_bet) OR r.bet IN (SELECT unnest(accepted));
    IF q_bet IS NOT NULL THEN
      SELECT guard_pools(array_agg(a.bet), q_bet, q_key, q_cents, q_most) INTO over_liability
        FROM unnest(accepted) AS a(bet) WHERE over_limit IS NULL OR a.bet <> ALL(over_limit);
      IF over_liability IS NOT NULL THEN
        PERFORM uncount_stakes(array_agg(r.player), array_agg(r.currency), array_agg(r.stake), p_at)
          FROM unnest(p_bet, p_player, p_currency, p_stake) AS r(bet, player, currency, stake) WHERE r.bet = ANY(over_liability);
      END IF;
    END IF;
    IF over_limit IS NOT NULL OR over_liability IS NOT NULL THEN
      UPDATE account a SET balance_minor = a.balance_minor + r.stake
        FROM unnest(accepted, accounts, stakes) AS r(bet, account, stake)
        WHERE a.id = r.account AND r.bet = ANY(coalesce(over_limit, '{}') || coalesce(over_liability, '{}'));
      SELECT array_agg(r.bet), array_agg(r.account), array_agg(r.open_stakes), array_agg(r.stake), array_agg(r.balance)
        INTO accepted, accounts, system_accounts, stakes, balances
        FROM unnest(accepted, accounts, system_accounts, stakes, balances) AS r(bet, account, open_stakes, stake, balance)
        WHERE r.bet <> ALL(coalesce(over_limit, '{}') || coalesce(over_liability, '{}'));
    END IF;
  END IF;
  all_accepted := coalesce(cardinality(accepted), 0) = cardinality(p_bet);

  IF accepted IS NOT NULL THEN
    INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, max_payout_minor, accepted_at, price, plain)
      SELECT r.bet, r.player, r.account, r.currency, r.vid, r.legs, r.legs, r.stake, r.max_payout, p_at, r.price, coalesce(r.plain, true)
      FROM (
        SELECT unnest(p_bet) AS bet, unnest(p_player) AS player, unnest(p_account) AS account, unnest(p_currency) AS currency, unnest(p_vid) AS vid,
          unnest(p_legs) AS legs, unnest(p_stake) AS stake, unnest(p_max_payout) AS max_payout, unnest(p_price) AS price, unnest(p_plain) AS plain
      ) r
      WHERE all_accepted OR r.bet IN (SELECT unnest(accepted));
    INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
      SELECT l.ci, l.t, l.p, l.player, l.bet, l.ix, l.kind, l.price
      FROM (
        SELECT unnest(l_ci) AS ci, unnest(l_t) AS t, unnest(l_p) AS p, unnest(l_player) AS player, unnest(l_bet) AS bet, unnest(l_ix) AS ix,
          unnest(l_kind) AS kind, unnest(l_price) AS price
      ) l
      WHERE all_accepted OR l.bet IN (SELECT unnest(accepted));
    INSERT INTO bet_receipt (bet_id, receipt)
      SELECT r.bet, r.receipt FROM (SELECT unnest(p_bet) AS bet, unnest(p_receipt) AS receipt) r
      WHERE all_accepted OR r.bet IN (SELECT unnest(accepted));
    INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
      SELECT r.account, r.bet, 1, -r.stake, r.balance, p_at
      FROM (SELECT unnest(accounts) AS account, unnest(accepted) AS bet, unnest(stakes) AS stake, unnest(balances) AS balance) r;
    INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, at)
      SELECT unnest(system_accounts), unnest(accepted), 1, unnest(stakes), p_at;
    IF p_plain IS NOT NULL THEN
      INSERT INTO bet_money (bet_id, stake_tax_minor)
        SELECT r.bet, r.tax FROM unnest(p_bet, p_plain, p_stake_tax) AS r(bet, plain, tax)
        WHERE NOT r.plain AND (all_accepted OR r.bet IN (SELECT unnest(accepted)));
      INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, at)
        SELECT -(r.currency * 16 + e.role), r.bet, 17, e.sign * r.tax, p_at
        FROM unnest(p_bet, p_currency, p_stake_tax) AS r(bet, currency, tax), (VALUES (2, -1), (6, 1)) AS e(role, sign)
        WHERE r.tax > 0 AND (all_accepted OR r.bet IN (SELECT unnest(accepted)));
    END IF;
    INSERT INTO outbox (topic, key, payload) SELECT 'bets.accepted', '', jsonb_build_object('bets', jsonb_agg(b::text)) FROM unnest(accepted) AS b;
  END IF;

  IF NOT all_accepted THEN
    UPDATE bet_key k SET outcome = CASE WHEN r.bet = ANY(over_limit) THEN 900030 WHEN r.bet = ANY(over_liability) THEN 109 ELSE 103 END
      FROM unnest(p_player, p_guid, p_bet) AS r(player, guid, bet)
      WHERE k.player_id = r.player AND k.guid = r.guid AND k.bet_id = r.bet
        AND r.bet IN (SELECT unnest(claimed)) AND (accepted IS NULL OR r.bet NOT IN (SELECT unnest(accepted)));
  END IF;
  -- The last write: rows that many bets want are held no longer than the commit takes.
  IF q_bet IS NOT NULL THEN PERFORM count_pools(accepted, q_bet, q_key, q_cents, q_most); END IF;
  RETURN QUERY SELECT r.bet, 0, 0, r.bet, r.balance FROM (SELECT unnest(accepted) AS bet, unnest(balances) AS balance) r;
  IF all_accepted THEN RETURN; END IF;
  RETURN QUERY
    SELECT r.bet,
      CASE WHEN k.bet_id = r.bet THEN k.outcome WHEN k.body_hash = r.hash THEN 1 ELSE 2 END,
      k.outcome, k.bet_id, NULL::bigint
    FROM unnest(p_bet, p_player, p_guid, p_hash) AS r(bet, player, guid, hash)
    JOIN bet_key k ON k.player_id = r.player AND k.guid = r.guid
    WHERE accepted IS NULL OR r.bet NOT IN (SELECT unnest(accepted));
END $$;
