-- Bets. `bet` changes when it is settled; everything that was agreed at acceptance is in `bet_leg` and
-- `bet_receipt`, which never change (standards WAG-04, WAG-05).

-- betGUID of a player: claimed first, in the transaction of the bet. outcome 0 = accepted, else the ErrorCode
-- of the refusal that was answered for good (wire 8.9).
CREATE TABLE bet_key (
  player_id integer NOT NULL,
  guid text COLLATE "C" NOT NULL,
  body_hash uuid NOT NULL,
  bet_id bigint NOT NULL,
  outcome integer NOT NULL DEFAULT 0,
  at timestamptz NOT NULL,
  PRIMARY KEY (player_id, guid)
);

-- status: 1 open, 2 lost, 3 won and not yet paid, 4 won and paid, 5 removed or returned, 6 expired, 7 blocked, 8 sold
-- (wire 8.11). No index on status and half-empty pages: a settlement stays on its page. The bets of an account are
-- found through its ledger entries of kind 1, whose key begins with the account.
CREATE TABLE bet (
  id bigint PRIMARY KEY,
  player_id integer NOT NULL,
  account_id integer NOT NULL,
  currency_id smallint NOT NULL,
  -- Vid of wire 8.1.
  vid smallint NOT NULL,
  status smallint NOT NULL DEFAULT 1,
  legs smallint NOT NULL,
  -- Legs without a result.
  open_legs smallint NOT NULL,
  -- Rises with every settlement and correction; `n` of the ledger entries.
  settled_version smallint NOT NULL DEFAULT 0,
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  payout_minor bigint NOT NULL DEFAULT 0,
  -- Cap of the payout, null = none.
  max_payout_minor bigint,
  accepted_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- Combined price as shown, three decimals; payouts are computed from the legs, never from this.
  price numeric NOT NULL,
  -- Product of the factors of the decided legs, exact (rules 3.1): won_num / won_den.
  won_num numeric NOT NULL DEFAULT 1,
  won_den numeric NOT NULL DEFAULT 1
) WITH (fillfactor = 50);

-- The bets of a market are a range of this key. p = P * 10000. price in thousandths; kind 1 live, 3 line.
CREATE TABLE bet_leg (
  ci integer NOT NULL,
  t integer NOT NULL,
  p integer NOT NULL,
  player_id integer NOT NULL,
  bet_id bigint NOT NULL,
  ix smallint NOT NULL,
  kind smallint NOT NULL,
  price integer NOT NULL CHECK (price > 1000),
  PRIMARY KEY (ci, t, p, player_id, bet_id, ix)
);

-- What the player saw and agreed to, as JSON (fields: src/modules/bets/server/receipt.ts).
CREATE TABLE bet_receipt (
  bet_id bigint PRIMARY KEY,
  receipt json NOT NULL
);
CREATE TRIGGER bet_leg_append_only BEFORE UPDATE OR DELETE ON bet_leg FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bet_receipt_append_only BEFORE UPDATE OR DELETE ON bet_receipt FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- After acceptance only the settlement columns of a bet may change, and no bet is ever removed (WAG-05).
CREATE FUNCTION refuse_bet_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an accepted bet cannot be rewritten' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER bet_fixed BEFORE UPDATE OF id, player_id, account_id, currency_id, vid, legs, stake_minor, max_payout_minor, accepted_at, price
  ON bet FOR EACH ROW EXECUTE FUNCTION refuse_bet_rewrite();
CREATE TRIGGER bet_kept BEFORE DELETE ON bet FOR EACH ROW EXECUTE FUNCTION refuse_bet_rewrite();

-- Names and times of a game with bets on it, kept for histories after the game has left the book.
CREATE TABLE bet_game (
  ci integer PRIMARY KEY,
  main_ci integer NOT NULL,
  game jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- One bet (performance §1.2): claim the key, debit under a guard, write. Statements of their own: a single
-- data-modifying CTE is planned badly. Answers outcome 0 accepted, 103 no money, 1 = repeated, 2 = repeated with another body.
CREATE FUNCTION place_bet(
  p_guid text, p_hash uuid, p_player integer, p_account integer, p_bet bigint, p_vid smallint, p_stake bigint, p_currency smallint,
  p_price numeric, p_max_payout bigint, p_receipt json,
  l_ci integer[], l_t integer[], l_p integer[], l_player integer[], l_kind smallint[], l_price integer[], p_at timestamptz,
  OUT outcome integer, OUT stored_outcome integer, OUT bet_id bigint, OUT balance bigint
) LANGUAGE plpgsql AS $$
DECLARE
  stored bet_key%ROWTYPE;
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

-- Many bets at once, at most one of an account, sorted by account. The first arrays have one element a bet, the
-- l_ arrays one a leg. Answers a row for every bet, in no order; outcomes as place_bet.
CREATE FUNCTION place_bets(
  p_guid text[], p_hash uuid[], p_player integer[], p_account integer[], p_bet bigint[], p_vid smallint[], p_legs smallint[],
  p_stake bigint[], p_currency smallint[], p_price numeric[], p_max_payout bigint[], p_receipt json[],
  l_bet bigint[], l_ix smallint[], l_ci integer[], l_t integer[], l_p integer[], l_player integer[], l_kind smallint[], l_price integer[],
  p_at timestamptz
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
  UPDATE bet_key k SET outcome = 103
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
