-- Limits that hold for parallel bets and several processes (standards §3.3 WAG-07, RG-08, §6.3): decided in the
-- transaction of the bet, under locks taken in one order everywhere: accounts, then liabilities by key.
-- Only bets whose player has a limit and legs that are counted cost anything.

-- What the house may lose on an outcome through counted legs, in euro cents. A process takes small shares of an
-- outcome uncounted (src/modules/limits/README.md); everything above goes through this row.
CREATE TABLE outcome_liability (
  ci integer NOT NULL,
  t integer NOT NULL,
  p integer NOT NULL,
  player_id integer NOT NULL,
  used_cents bigint NOT NULL DEFAULT 0 CHECK (used_cents >= 0),
  PRIMARY KEY (ci, t, p, player_id)
) WITH (fillfactor = 50);

-- The counted legs behind it: INV-11 is that the row is their sum.
CREATE TABLE liability_leg (
  ci integer NOT NULL,
  t integer NOT NULL,
  p integer NOT NULL,
  player_id integer NOT NULL,
  bet_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  PRIMARY KEY (ci, t, p, player_id, bet_id)
);

-- Gives back what settled bets had taken of these outcomes and answers what is taken now.
CREATE FUNCTION release_liability(k_ci integer[], k_t integer[], k_p integer[], k_player integer[])
RETURNS TABLE (ci integer, t integer, p integer, player_id integer, used_cents bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM outcome_liability o JOIN unnest(k_ci, k_t, k_p, k_player) AS k(ci, t, p, player)
    ON o.ci = k.ci AND o.t = k.t AND o.p = k.p AND o.player_id = k.player
    ORDER BY o.ci, o.t, o.p, o.player_id FOR UPDATE OF o;
  WITH gone AS (
    DELETE FROM liability_leg l USING unnest(k_ci, k_t, k_p, k_player) AS k(ci, t, p, player), bet b
    WHERE l.ci = k.ci AND l.t = k.t AND l.p = k.p AND l.player_id = k.player AND b.id = l.bet_id AND b.status NOT IN (1, 7)
    RETURNING l.ci, l.t, l.p, l.player_id, l.cents
  ), s AS (
    SELECT g.ci, g.t, g.p, g.player_id, sum(g.cents)::bigint AS cents FROM gone g GROUP BY 1, 2, 3, 4
  )
  UPDATE outcome_liability o SET used_cents = o.used_cents - s.cents
  FROM s WHERE o.ci = s.ci AND o.t = s.t AND o.p = s.p AND o.player_id = s.player_id;
  RETURN QUERY SELECT o.ci, o.t, o.p, o.player_id, o.used_cents
    FROM outcome_liability o JOIN unnest(k_ci, k_t, k_p, k_player) AS k(ci, t, p, player)
    ON o.ci = k.ci AND o.t = k.t AND o.p = k.p AND o.player_id = k.player;
END $$;

-- Sets a limit of stakes. The lock on the player's accounts lets bets on their way commit first and makes later
-- ones see the limit; the day counters are then made anew from the books, so they are complete from the start.
CREATE FUNCTION set_stake_limit(p_player integer, p_days smallint, p_currency smallint, p_amount bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  from_day date := ((p_at - interval '31 days') AT TIME ZONE 'UTC')::date;
BEGIN
  PERFORM 1 FROM account a WHERE a.player_id = p_player ORDER BY a.id FOR UPDATE;
  INSERT INTO player_limit AS l (player_id, kind, period_days, currency_id, amount_minor, starts_at)
    VALUES (p_player, 1, p_days, p_currency, p_amount, p_at)
    ON CONFLICT (player_id, kind, period_days, currency_id) DO UPDATE SET amount_minor = excluded.amount_minor, ends_at = NULL;
  DELETE FROM limit_counter c WHERE c.player_id = p_player AND c.kind = 1 AND c.currency_id = p_currency AND c.day >= from_day;
  INSERT INTO limit_counter (player_id, kind, currency_id, day, amount_minor)
    SELECT p_player, 1, p_currency, (e.at AT TIME ZONE 'UTC')::date, -sum(e.amount_minor)
    FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
    WHERE a.player_id = p_player AND a.currency_id = p_currency AND (e.at AT TIME ZONE 'UTC')::date >= from_day
    GROUP BY 4;
END $$;

-- Of these bets, whose debits hold the locks of their accounts: those that the player's own limits or a block
-- refuse (900030). The stakes of the others are counted. A player has one open account of a currency, so the lock
-- of the account is the lock of the counters.
CREATE FUNCTION guard_players(p_bet bigint[], p_player integer[], p_currency smallint[], p_stake bigint[], p_at timestamptz)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  today date := (p_at AT TIME ZONE 'UTC')::date;
  refused bigint[];
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM unnest(p_player) AS r(player)
    WHERE EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player) OR EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player)
  ) THEN RETURN NULL; END IF;
  SELECT array_agg(DISTINCT r.bet) INTO refused
  FROM unnest(p_bet, p_player, p_currency, p_stake) AS r(bet, player, currency, stake)
  WHERE EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player AND (b.until IS NULL OR b.until > p_at))
    OR EXISTS (
      SELECT 1 FROM player_limit l
      WHERE l.player_id = r.player AND l.kind = 1 AND l.currency_id = r.currency AND l.starts_at <= p_at AND (l.ends_at IS NULL OR l.ends_at > p_at)
        AND r.stake + coalesce((
          SELECT sum(c.amount_minor) FROM limit_counter c
          WHERE c.player_id = r.player AND c.kind = 1 AND c.currency_id = r.currency AND c.day > today - l.period_days
        ), 0) > l.amount_minor
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

-- Of these legs (those with cents are counted): the bets for which an outcome has no room left (109). The legs of
-- the others are counted. In the order of the arrays; what a refused bet would have taken is not given to the
-- next one of the same call, so a call never takes more than the room.
CREATE FUNCTION guard_liability(l_bet bigint[], l_ci integer[], l_t integer[], l_p integer[], l_player integer[], l_cents bigint[], l_most bigint[])
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  refused bigint[];
BEGIN
  INSERT INTO outcome_liability (ci, t, p, player_id)
    SELECT DISTINCT l.ci, l.t, l.p, l.player FROM unnest(l_ci, l_t, l_p, l_player, l_cents) AS l(ci, t, p, player, cents)
    WHERE l.cents > 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM outcome_liability o
    WHERE (o.ci, o.t, o.p, o.player_id) IN (SELECT l.ci, l.t, l.p, l.player FROM unnest(l_ci, l_t, l_p, l_player, l_cents) AS l(ci, t, p, player, cents) WHERE l.cents > 0)
    ORDER BY o.ci, o.t, o.p, o.player_id FOR UPDATE;
  SELECT array_agg(DISTINCT s.bet) INTO refused FROM (
    SELECT l.bet, o.used_cents + sum(l.cents) OVER (PARTITION BY l.ci, l.t, l.p, l.player ORDER BY l.n) AS after, l.most
    FROM unnest(l_bet, l_ci, l_t, l_p, l_player, l_cents, l_most) WITH ORDINALITY AS l(bet, ci, t, p, player, cents, most, n)
    JOIN outcome_liability o ON o.ci = l.ci AND o.t = l.t AND o.p = l.p AND o.player_id = l.player
    WHERE l.cents > 0
  ) s WHERE s.after > s.most;
  INSERT INTO liability_leg (ci, t, p, player_id, bet_id, cents)
    SELECT l.ci, l.t, l.p, l.player, l.bet, sum(l.cents) FROM unnest(l_bet, l_ci, l_t, l_p, l_player, l_cents) AS l(bet, ci, t, p, player, cents)
    WHERE l.cents > 0 AND (refused IS NULL OR l.bet <> ALL(refused)) GROUP BY 1, 2, 3, 4, 5;
  UPDATE outcome_liability o SET used_cents = o.used_cents + s.cents
  FROM (
    SELECT l.ci, l.t, l.p, l.player, sum(l.cents)::bigint AS cents FROM unnest(l_bet, l_ci, l_t, l_p, l_player, l_cents) AS l(bet, ci, t, p, player, cents)
    WHERE l.cents > 0 AND (refused IS NULL OR l.bet <> ALL(refused)) GROUP BY 1, 2, 3, 4
  ) s WHERE o.ci = s.ci AND o.t = s.t AND o.p = s.p AND o.player_id = s.player;
  RETURN refused;
END $$;

-- Takes counted stakes back: the bets were refused after they had been counted.
CREATE FUNCTION uncount_stakes(p_player integer[], p_currency smallint[], p_stake bigint[], p_at timestamptz) RETURNS void LANGUAGE sql AS $$
  UPDATE limit_counter c SET amount_minor = c.amount_minor - r.stake
  FROM (SELECT u.player, u.currency, sum(u.stake)::bigint AS stake FROM unnest(p_player, p_currency, p_stake) AS u(player, currency, stake) GROUP BY 1, 2) r
  WHERE c.player_id = r.player AND c.kind = 1 AND c.currency_id = r.currency AND c.day = (p_at AT TIME ZONE 'UTC')::date
    AND EXISTS (SELECT 1 FROM player_limit l WHERE l.player_id = r.player AND l.kind = 1 AND l.currency_id = r.currency);
$$;

DROP FUNCTION place_bet;
DROP FUNCTION place_bets;

-- One bet as in 0011, with the guards of limits after the debit. l_cents: what the house may lose on a counted
-- leg, 0 or null = not counted; l_most: room of the outcome. Outcomes besides those of 0011: 900030, 109.
CREATE FUNCTION place_bet(
  p_guid text, p_hash uuid, p_player integer, p_account integer, p_bet bigint, p_vid smallint, p_stake bigint, p_currency smallint,
  p_price numeric, p_max_payout bigint, p_receipt json,
  l_ci integer[], l_t integer[], l_p integer[], l_player integer[], l_kind smallint[], l_price integer[], p_at timestamptz,
  l_cents bigint[] DEFAULT NULL, l_most bigint[] DEFAULT NULL,
  OUT outcome integer, OUT stored_outcome integer, OUT bet_id bigint, OUT balance bigint
) LANGUAGE plpgsql AS $$
DECLARE
  stored bet_key%ROWTYPE;
  refusal integer;
BEGIN
  INSERT INTO bet_key AS k (player_id, guid, body_hash, bet_id, at) VALUES (p_player, p_guid, p_hash, p_bet, p_at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    SELECT * INTO stored FROM bet_key k WHERE k.player_id = p_player AND k.guid = p_guid;
    outcome := CASE WHEN stored.body_hash = p_hash THEN 1 ELSE 2 END;
    stored_outcome := stored.outcome;
    bet_id := stored.bet_id;
    RETURN;
  END IF;
  stored_outcome := 0;
  bet_id := p_bet;
  UPDATE account a SET balance_minor = a.balance_minor - p_stake
    WHERE a.id = p_account AND a.player_id = p_player AND a.currency_id = p_currency AND a.balance_minor >= p_stake AND a.closed_at IS NULL
    RETURNING a.balance_minor INTO balance;
  IF NOT FOUND THEN
    UPDATE bet_key k SET outcome = 103 WHERE k.player_id = p_player AND k.guid = p_guid;
    outcome := 103;
    RETURN;
  END IF;
  IF guard_players(ARRAY[p_bet], ARRAY[p_player], ARRAY[p_currency], ARRAY[p_stake], p_at) IS NOT NULL THEN
    refusal := 900030;
  ELSIF l_cents IS NOT NULL AND guard_liability(array_fill(p_bet, ARRAY[cardinality(l_ci)]), l_ci, l_t, l_p, l_player, l_cents, l_most) IS NOT NULL THEN
    refusal := 109;
    PERFORM uncount_stakes(ARRAY[p_player], ARRAY[p_currency], ARRAY[p_stake], p_at);
  END IF;
  IF refusal IS NOT NULL THEN
    UPDATE account a SET balance_minor = a.balance_minor + p_stake WHERE a.id = p_account;
    UPDATE bet_key k SET outcome = refusal WHERE k.player_id = p_player AND k.guid = p_guid;
    outcome := refusal;
    balance := NULL;
    RETURN;
  END IF;
  INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, max_payout_minor, accepted_at, price)
    VALUES (p_bet, p_player, p_account, p_currency, p_vid, cardinality(l_ci), cardinality(l_ci), p_stake, p_max_payout, p_at, p_price);
  INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
    SELECT l.ci, l.t, l.p, l.player, p_bet, l.ix - 1, l.kind, l.price
    FROM unnest(l_ci, l_t, l_p, l_player, l_kind, l_price) WITH ORDINALITY AS l(ci, t, p, player, kind, price, ix);
  INSERT INTO bet_receipt (bet_id, receipt) VALUES (p_bet, p_receipt);
  INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
    VALUES (p_account, p_bet, 1, -p_stake, balance, p_at), (-(p_currency * 16 + 2), p_bet, 1, p_stake, NULL, p_at);
  INSERT INTO outbox (topic, key, payload) VALUES ('bets.accepted', '', jsonb_build_object('bets', jsonb_build_array(p_bet::text)));
  outcome := 0;
END $$;

-- Many bets as in 0011, with the same guards.
CREATE FUNCTION place_bets(
  p_guid text[], p_hash uuid[], p_player integer[], p_account integer[], p_bet bigint[], p_vid smallint[], p_legs smallint[],
  p_stake bigint[], p_currency smallint[], p_price numeric[], p_max_payout bigint[], p_receipt json[],
  l_bet bigint[], l_ix smallint[], l_ci integer[], l_t integer[], l_p integer[], l_player integer[], l_kind smallint[], l_price integer[],
  p_at timestamptz, l_cents bigint[] DEFAULT NULL, l_most bigint[] DEFAULT NULL
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
  WITH c AS (
    INSERT INTO bet_key AS k (player_id, guid, body_hash, bet_id, at)
    SELECT r.player, r.guid, r.hash, r.bet, p_at FROM unnest(p_player, p_guid, p_hash, p_bet) AS r(player, guid, hash, bet)
    ON CONFLICT DO NOTHING RETURNING k.bet_id
  ) SELECT array_agg(c.bet_id) INTO claimed FROM c;
  all_claimed := coalesce(cardinality(claimed), 0) = cardinality(p_bet);

  WITH d AS (
    UPDATE account a SET balance_minor = a.balance_minor - r.stake
    FROM unnest(p_account, p_player, p_currency, p_stake, p_bet) AS r(account, player, currency, stake, bet)
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
    IF l_cents IS NOT NULL THEN
      SELECT guard_liability(array_agg(l.bet ORDER BY l.n), array_agg(l.ci ORDER BY l.n), array_agg(l.t ORDER BY l.n), array_agg(l.p ORDER BY l.n),
          array_agg(l.player ORDER BY l.n), array_agg(l.cents ORDER BY l.n), array_agg(l.most ORDER BY l.n)) INTO over_liability
        FROM unnest(l_bet, l_ci, l_t, l_p, l_player, l_cents, l_most) WITH ORDINALITY AS l(bet, ci, t, p, player, cents, most, n)
        WHERE l.cents > 0 AND l.bet IN (SELECT unnest(accepted)) AND (over_limit IS NULL OR l.bet <> ALL(over_limit));
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
    INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, max_payout_minor, accepted_at, price)
      SELECT r.bet, r.player, r.account, r.currency, r.vid, r.legs, r.legs, r.stake, r.max_payout, p_at, r.price
      FROM unnest(p_bet, p_player, p_account, p_currency, p_vid, p_legs, p_stake, p_max_payout, p_price)
        AS r(bet, player, account, currency, vid, legs, stake, max_payout, price)
      WHERE all_accepted OR r.bet IN (SELECT unnest(accepted));
    INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
      SELECT l.ci, l.t, l.p, l.player, l.bet, l.ix, l.kind, l.price
      FROM unnest(l_ci, l_t, l_p, l_player, l_bet, l_ix, l_kind, l_price) AS l(ci, t, p, player, bet, ix, kind, price)
      WHERE all_accepted OR l.bet IN (SELECT unnest(accepted));
    INSERT INTO bet_receipt (bet_id, receipt)
      SELECT r.bet, r.receipt FROM unnest(p_bet, p_receipt) AS r(bet, receipt)
      WHERE all_accepted OR r.bet IN (SELECT unnest(accepted));
    INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
      SELECT r.account, r.bet, 1, -r.stake, r.balance, p_at
      FROM unnest(accounts, accepted, stakes, balances) AS r(account, bet, stake, balance);
    INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, at)
      SELECT r.account, r.bet, 1, r.stake, p_at FROM unnest(system_accounts, accepted, stakes) AS r(account, bet, stake);
    INSERT INTO outbox (topic, key, payload) SELECT 'bets.accepted', '', jsonb_build_object('bets', jsonb_agg(b::text)) FROM unnest(accepted) AS b;
  END IF;

  RETURN QUERY SELECT r.bet, 0, 0, r.bet, r.balance FROM unnest(accepted, balances) AS r(bet, balance);
  IF all_accepted THEN RETURN; END IF;
  UPDATE bet_key k SET outcome = CASE WHEN r.bet = ANY(over_limit) THEN 900030 WHEN r.bet = ANY(over_liability) THEN 109 ELSE 103 END
    FROM unnest(p_player, p_guid, p_bet) AS r(player, guid, bet)
    WHERE k.player_id = r.player AND k.guid = r.guid AND k.bet_id = r.bet
      AND r.bet IN (SELECT unnest(claimed)) AND (accepted IS NULL OR r.bet NOT IN (SELECT unnest(accepted)));
  RETURN QUERY
    SELECT r.bet,
      CASE WHEN k.bet_id = r.bet THEN k.outcome WHEN k.body_hash = r.hash THEN 1 ELSE 2 END,
      k.outcome, k.bet_id, NULL::bigint
    FROM unnest(p_bet, p_player, p_guid, p_hash) AS r(bet, player, guid, hash)
    JOIN bet_key k ON k.player_id = r.player AND k.guid = r.guid
    WHERE accepted IS NULL OR r.bet NOT IN (SELECT unnest(accepted));
END $$;
