-- Placing bets of every kind (rules 2, 5, 8.5, wire 8.7): the functions of 0016 with the money of bets that are not plain.

-- What a refusal for good was about, so that the same key is told the same: {name, params, index, coef, param}.
ALTER TABLE bet_key ADD COLUMN refused_for jsonb;

-- A game between sides of real matches (rules 9.1), kept from its first bet on: settled from the results of the matches.
-- sides: [{"team": 1, "ci": constant id of the match, "side": 1, "id": participant}].
CREATE TABLE duel (
  ci integer PRIMARY KEY,
  game_id integer NOT NULL,
  -- The same teams in the same matches: two duels never share a number.
  identity text NOT NULL,
  sides jsonb NOT NULL,
  sport_id smallint NOT NULL,
  -- 1 goals, 2 sets.
  counts smallint NOT NULL,
  starts_at timestamptz NOT NULL,
  -- The result that was given to the settlement; null = none yet. A correction writes another.
  result text,
  settled_at timestamptz
);
CREATE INDEX duel_open ON duel (starts_at) WHERE settled_at IS NULL;

-- An advance in the stake of a bet (rules 8.5): owed until payouts of earlier bets have repaid it.
-- state: 0 open, 1 covered, 2 not covered: the bet is void but for its own money.
CREATE TABLE bet_advance (
  bet_id bigint PRIMARY KEY,
  account_id integer NOT NULL,
  player_id integer NOT NULL,
  currency_id smallint NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  repaid_minor bigint NOT NULL DEFAULT 0,
  at timestamptz NOT NULL,
  -- Bets that are settled later repay nothing.
  due_at timestamptz NOT NULL,
  state smallint NOT NULL DEFAULT 0,
  -- The settlement has been told of the state: it had been waiting for it.
  told boolean NOT NULL DEFAULT false,
  CHECK (repaid_minor >= 0 AND repaid_minor <= amount_minor)
);
CREATE INDEX bet_advance_open ON bet_advance (account_id) WHERE state = 0;
CREATE INDEX bet_advance_untold ON bet_advance (bet_id) WHERE state <> 0 AND NOT told;

DROP FUNCTION place_bet;
DROP FUNCTION place_bets;

-- One bet as in 0016. p_stake is what was agreed; the account pays it less the promo code and the advance, which the
-- house puts in. p_advance_most: what the account may owe at most. Outcomes besides those of 0016: 900011, the promo
-- code is used, over or not of this player. p_stops: the newest stop of betting that was known when the bet was checked;
-- q_: the counted parts of pools of liability (both 0047), null = none.
CREATE FUNCTION place_bet(
  p_guid text, p_hash uuid, p_player integer, p_account integer, p_bet bigint, p_vid smallint, p_stake bigint, p_currency smallint,
  p_price numeric, p_max_payout bigint, p_receipt json,
  l_ci integer[], l_t integer[], l_p integer[], l_player integer[], l_kind smallint[], l_price integer[], p_at timestamptz,
  p_stops bigint DEFAULT NULL, q_key text[] DEFAULT NULL, q_cents bigint[] DEFAULT NULL, q_most bigint[] DEFAULT NULL,
  p_plain boolean DEFAULT true, p_stake_tax bigint DEFAULT 0, p_promo bigint DEFAULT 0, p_promo_code text DEFAULT NULL,
  p_advance bigint DEFAULT 0, p_advance_most bigint DEFAULT NULL,
  OUT outcome integer, OUT stored_outcome integer, OUT bet_id bigint, OUT balance bigint
) LANGUAGE plpgsql AS $$
DECLARE
  stored bet_key%ROWTYPE;
  refusal integer;
  debit bigint := p_stake - p_promo - p_advance;
  open_stakes integer := -(p_currency * 16 + 2);
  q_bet bigint[] := array_fill(p_bet, ARRAY[coalesce(cardinality(q_key), 0)]);
BEGIN
  PERFORM heed_stops(p_stops);
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
  UPDATE account a SET balance_minor = a.balance_minor - debit
    WHERE a.id = p_account AND a.player_id = p_player AND a.currency_id = p_currency AND a.balance_minor >= debit AND a.closed_at IS NULL
    RETURNING a.balance_minor INTO balance;
  IF NOT FOUND THEN
    UPDATE bet_key k SET outcome = 103 WHERE k.player_id = p_player AND k.guid = p_guid;
    outcome := 103;
    RETURN;
  END IF;
  IF p_promo_code IS NOT NULL THEN
    PERFORM 1 FROM promo_code c WHERE c.code = p_promo_code AND c.player_id = p_player AND c.currency_id = p_currency
      AND c.nominal_minor = p_promo AND c.bet_id IS NULL AND c.valid_until > p_at FOR UPDATE;
    IF NOT FOUND THEN refusal := 900011; END IF;
  END IF;
  -- The lock of the account is the lock of its advances.
  IF p_advance > 0 AND p_advance > coalesce(p_advance_most, 0) - (
    SELECT coalesce(sum(d.amount_minor - d.repaid_minor), 0) FROM bet_advance d WHERE d.account_id = p_account AND d.state = 0
  ) THEN refusal := 103; END IF;
  IF refusal IS NOT NULL THEN
    NULL;
  ELSIF guard_players(ARRAY[p_bet], ARRAY[p_player], ARRAY[p_currency], ARRAY[debit], p_at) IS NOT NULL THEN
    refusal := 900030;
  ELSIF q_key IS NOT NULL AND guard_pools(ARRAY[p_bet], q_bet, q_key, q_cents, q_most) IS NOT NULL THEN
    refusal := 109;
    PERFORM uncount_stakes(ARRAY[p_player], ARRAY[p_currency], ARRAY[debit], p_at);
  END IF;
  IF refusal IS NOT NULL THEN
    UPDATE account a SET balance_minor = a.balance_minor + debit WHERE a.id = p_account;
    UPDATE bet_key k SET outcome = refusal WHERE k.player_id = p_player AND k.guid = p_guid;
    outcome := refusal;
    balance := NULL;
    RETURN;
  END IF;
  INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, max_payout_minor, accepted_at, price, plain)
    VALUES (p_bet, p_player, p_account, p_currency, p_vid, cardinality(l_ci), cardinality(l_ci), p_stake, p_max_payout, p_at, p_price, p_plain);
  INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
    SELECT l.ci, l.t, l.p, l.player, p_bet, l.ix - 1, l.kind, l.price
    FROM unnest(l_ci, l_t, l_p, l_player, l_kind, l_price) WITH ORDINALITY AS l(ci, t, p, player, kind, price, ix);
  INSERT INTO bet_receipt (bet_id, receipt) VALUES (p_bet, p_receipt);
  INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
    VALUES (p_account, p_bet, 1, -debit, balance, p_at), (open_stakes, p_bet, 1, debit, NULL, p_at);
  IF NOT p_plain THEN
    INSERT INTO bet_money (bet_id, stake_tax_minor, promo_minor, advance_minor) VALUES (p_bet, p_stake_tax, p_promo, p_advance);
    INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, at)
      SELECT e.account, p_bet, e.kind, e.amount, p_at FROM (VALUES
        (-(p_currency * 16 + 4), 19, -p_promo), (open_stakes, 19, p_promo),
        (-(p_currency * 16 + 9), 20, -p_advance), (open_stakes, 20, p_advance),
        (open_stakes, 17, -p_stake_tax), (-(p_currency * 16 + 6), 17, p_stake_tax)
      ) AS e(account, kind, amount) WHERE e.amount <> 0;
    IF p_promo_code IS NOT NULL THEN UPDATE promo_code c SET bet_id = p_bet, used_at = p_at WHERE c.code = p_promo_code; END IF;
    IF p_advance > 0 THEN
      INSERT INTO bet_advance (bet_id, account_id, player_id, currency_id, amount_minor, at, due_at)
        VALUES (p_bet, p_account, p_player, p_currency, p_advance, p_at, p_at + interval '48 hours');
    END IF;
  END IF;
  INSERT INTO outbox (topic, key, payload) VALUES ('bets.accepted', '', jsonb_build_object('bets', jsonb_build_array(p_bet::text)));
  IF q_key IS NOT NULL THEN PERFORM count_pools(ARRAY[p_bet], q_bet, q_key, q_cents, q_most); END IF;
  outcome := 0;
END $$;

-- Many bets as in 0016. p_plain and p_stake_tax null = all are plain. Bets with a promo code or an advance go alone.
CREATE FUNCTION place_bets(
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
      FROM unnest(p_bet, p_player, p_account, p_currency, p_vid, p_legs, p_stake, p_max_payout, p_price, p_plain)
        AS r(bet, player, account, currency, vid, legs, stake, max_payout, price, plain)
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
  RETURN QUERY SELECT r.bet, 0, 0, r.bet, r.balance FROM unnest(accepted, balances) AS r(bet, balance);
  IF all_accepted THEN RETURN; END IF;
  RETURN QUERY
    SELECT r.bet,
      CASE WHEN k.bet_id = r.bet THEN k.outcome WHEN k.body_hash = r.hash THEN 1 ELSE 2 END,
      k.outcome, k.bet_id, NULL::bigint
    FROM unnest(p_bet, p_player, p_guid, p_hash) AS r(bet, player, guid, hash)
    JOIN bet_key k ON k.player_id = r.player AND k.guid = r.guid
    WHERE accepted IS NULL OR r.bet NOT IN (SELECT unnest(accepted));
END $$;
