-- Settlement of bets that are not plain: every part of their money has entries of its own (0040, rules 2, 5, 8); bets
-- voided by hand or because they came too late; the sample that is worked out a second time before it is paid.

ALTER TABLE bet_money
  -- The part of gross_minor that is stake tax given back, and the part of the stake that went back to the advances.
  ADD COLUMN stake_tax_back_minor bigint NOT NULL DEFAULT 0 CHECK (stake_tax_back_minor >= 0),
  ADD COLUMN advance_back_minor bigint NOT NULL DEFAULT 0 CHECK (advance_back_minor >= 0);

-- Bets of other kinds that were placed before the column: the rules work them out.
UPDATE bet SET plain = false WHERE vid NOT IN (0, 1);
INSERT INTO bet_money (bet_id, gross_minor) SELECT id, payout_minor FROM bet WHERE NOT plain AND status <> 8 ON CONFLICT DO NOTHING;

-- Why a bet, or a leg of it, counts as void whatever its result says (standards WAG-10, WAG-17). ix -1 = the whole bet.
-- state: 0 asked for and waiting for a second officer, 1 in force, 2 refused. Written by settlement only, never removed.
CREATE TABLE bet_void (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bet_id bigint NOT NULL,
  ix smallint NOT NULL DEFAULT -1,
  reason text NOT NULL CHECK (reason IN ('late', 'obvious_error', 'duplicate', 'technical', 'breach', 'order')),
  note text NOT NULL DEFAULT '',
  state smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
  -- Null: settlement itself.
  asked_by text,
  asked_at timestamptz NOT NULL,
  decided_by text,
  decided_at timestamptz,
  CHECK (decided_by IS NULL OR decided_by <> asked_by OR state = 2)
);
CREATE UNIQUE INDEX bet_void_one ON bet_void (bet_id, ix) WHERE state < 2;
CREATE TRIGGER bet_void_kept BEFORE DELETE ON bet_void FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bet_void_fixed BEFORE UPDATE OF bet_id, ix, reason, note, asked_by, asked_at ON bet_void
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Bets whose pay-out was stopped, with what each calculation said.
CREATE TABLE settlement_alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bet_id bigint NOT NULL,
  at timestamptz NOT NULL,
  about text NOT NULL CHECK (about IN ('calculations', 'sample', 'unreadable')),
  detail jsonb NOT NULL
);
CREATE TRIGGER settlement_alarm_append_only BEFORE UPDATE OR DELETE ON settlement_alarm FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Work tables of a settling connection; emptied by every commit. A row of `settling` with new_status is a change to be
-- written; one without is a bet that has to be looked at. kept: what goes from open stakes to the house when a bet that
-- is not plain changes; of plain bets it follows from their stake.
CREATE OR REPLACE FUNCTION settlement_open() RETURNS void LANGUAGE plpgsql SET client_min_messages = warning AS $$
BEGIN
  CREATE TEMP TABLE IF NOT EXISTS settling (
    bet_id bigint NOT NULL, account_id integer, player_id integer, currency_id smallint, vid smallint, plain boolean, status smallint,
    version smallint, stake bigint, payout bigint, max_payout bigint, accepted_at timestamptz, new_status smallint, new_payout bigint, kept bigint
  ) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS settling_lost (changed integer, players integer[], sampled bigint[]) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS settling_pay (
    account_id integer, currency_id smallint, bet_id bigint, kind smallint, n smallint, amount bigint
  ) ON COMMIT DELETE ROWS;
  -- Movements of bets that are not plain: role 0 is the player's account, others are those of the ledger.
  CREATE TEMP TABLE IF NOT EXISTS settling_book (
    account_id integer, currency_id smallint, bet_id bigint, kind smallint, n smallint, amount bigint, from_role smallint, to_role smallint
  ) ON COMMIT DELETE ROWS;
END $$;

DROP FUNCTION settlement_lose;
DROP FUNCTION settlement_gather;
DROP FUNCTION settlement_add;

-- Plain bets that were open and have a lost leg: lost, whatever the other legs say, and no account moves. Most bets of
-- an event end here, so they are written without being collected first. One in p_every is named for the second
-- calculation. Answers how many.
CREATE FUNCTION settlement_lose(p_run bigint, p_no integer, p_now timestamptz, p_every integer) RETURNS integer LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  lost integer;
BEGIN
  WITH u AS (
    UPDATE bet b SET status = 2, settled_version = b.settled_version + 1, settled_at = p_now
    FROM (
      SELECT x.*, r.known_at
      FROM settlement_chunk c
      CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id) AS x(ci, t, p, player_id, from_bet, to_bet)
      JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
      WHERE c.run_id = p_run AND c.no = p_no AND r.won = 0 AND r.void_halves = 0 AND isempty(r.voided) OFFSET 0
    ) x CROSS JOIN LATERAL (
      SELECT l.bet_id FROM bet_leg l
      WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id AND l.bet_id > x.from_bet AND l.bet_id <= x.to_bet
      ORDER BY l.bet_id OFFSET 0
    ) l
    WHERE b.id = l.bet_id AND b.status = 1 AND b.plain AND b.accepted_at <= x.known_at
    RETURNING b.id, b.player_id, b.currency_id, b.stake_minor
  ), k AS MATERIALIZED (
    SELECT u.currency_id, sum(u.stake_minor) AS kept, count(*)::integer AS bets, array_agg(u.player_id) AS players,
      array_agg(u.id) FILTER (WHERE mod(hashint8(u.id # p_run), p_every) = 0) AS sampled
    FROM u GROUP BY u.currency_id
  ), e AS (
    INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
    SELECT -(k.currency_id * 16 + s.role), -(p_run * 1000000 + p_no), 15, 1, s.sign * k.kept, p_now FROM k CROSS JOIN (VALUES (1, 1), (2, -1)) AS s(role, sign)
  )
  INSERT INTO settling_lost SELECT k.bets, k.players, k.sampled FROM k;
  SELECT coalesce(sum(l.changed), 0) INTO lost FROM settling_lost l;
  RETURN lost;
END $$;

-- Writes down the legs of this chunk that were accepted after their result was known; their bets are told of. Ids of
-- bets rise with time, so only the last bets of an outcome are looked at (ledger/server/tx-id.ts).
CREATE FUNCTION settlement_late(p_run bigint, p_no integer, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  WITH late AS (
    INSERT INTO bet_void AS v (bet_id, ix, reason, state, asked_at, decided_at)
    SELECT b.id, l.ix, 'late', 1, p_now, p_now
    FROM (
      SELECT x.*, r.known_at, (greatest(0, (1000 * (extract(epoch FROM r.known_at) - 1735689600 - 60))::bigint) << 12) AS first_bet
      FROM settlement_chunk c
      CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id) AS x(ci, t, p, player_id, from_bet, to_bet)
      JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
      WHERE c.run_id = p_run AND c.no = p_no AND r.known_at IS NOT NULL OFFSET 0
    ) x CROSS JOIN LATERAL (
      SELECT l.bet_id, l.ix FROM bet_leg l
      WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id
        AND l.bet_id > greatest(x.from_bet, x.first_bet) AND l.bet_id <= x.to_bet OFFSET 0
    ) l JOIN bet b ON b.id = l.bet_id
    WHERE b.accepted_at > x.known_at AND b.status <> 8
    ORDER BY b.id, l.ix
    ON CONFLICT (bet_id, ix) WHERE state < 2 DO NOTHING RETURNING v.bet_id
  )
  INSERT INTO outbox (topic, key, payload)
  SELECT 'settlement.voided', b.id::text, jsonb_build_object('bet', b.id::text, 'player', b.player_id, 'reason', 'late')
  FROM (SELECT DISTINCT late.bet_id FROM late) d JOIN bet b ON b.id = d.bet_id;
END $$;

-- First half of a chunk: the touched bets that are not lost by settlement_lose, and what the results now make of the
-- plain ones: all their legs are looked up. Answers the bets that the caller works out: those that are not plain, whose
-- changes it adds to `settling`, and the sample of the plain ones, which it compares with what stands here.
--
-- Steps of their own: as one statement the plan turns quadratic (performance §1.2). Everything here goes from a
-- list to single rows by their keys, so the other joins are off: no statistics of the work tables are needed.
CREATE FUNCTION settlement_gather(p_run bigint, p_no integer, p_now timestamptz, p_every integer)
RETURNS TABLE (gathered_bet_id bigint, is_sample boolean) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  lost_bets integer := settlement_lose(p_run, p_no, p_now, p_every);
  -- Work without a new result (settlement_again): nothing may be left out.
  anew boolean := (SELECT r.late_from_bet_id = 9223372036854775807 FROM settlement_run r WHERE r.id = p_run);
BEGIN
  PERFORM settlement_late(p_run, p_no, p_now);
  INSERT INTO settling
  SELECT b.id, b.account_id, b.player_id, b.currency_id, b.vid, b.plain, b.status, b.settled_version, b.stake_minor, b.payout_minor, b.max_payout_minor, b.accepted_at
  FROM (
    SELECT DISTINCT l.bet_id
    FROM (
      SELECT x.*, sum(x.legs) FILTER (WHERE x.lost) OVER () AS lost_legs
      FROM (
        SELECT x.*, coalesce(r.won = 0 AND r.void_halves = 0 AND isempty(r.voided), false) AS lost
        FROM settlement_chunk c
        CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id, c.legs) AS x(ci, t, p, player_id, from_bet, to_bet, legs)
        LEFT JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
        WHERE c.run_id = p_run AND c.no = p_no OFFSET 0
      ) x
    ) x CROSS JOIN LATERAL (
      SELECT l.bet_id FROM bet_leg l
      WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id AND l.bet_id > x.from_bet AND l.bet_id <= x.to_bet OFFSET 0
    ) l
    WHERE NOT (x.lost AND x.lost_legs = lost_bets)
  ) g JOIN bet b ON b.id = g.bet_id
  WHERE b.status IN (1, 2, 4, 5);

  INSERT INTO settling
  SELECT d.bet_id, d.account_id, d.player_id, d.currency_id, d.vid, d.plain, d.status, d.version, d.stake, d.payout, d.max_payout, d.accepted_at,
    d.to_status, d.to_payout
  FROM (
    SELECT s.*,
      CASE WHEN w.lost THEN 2 WHEN w.waiting > 0 THEN 1 WHEN w.all_void THEN 5 WHEN m.payout = 0 THEN 2 ELSE 4 END AS to_status,
      CASE WHEN w.lost OR w.waiting > 0 THEN 0 WHEN w.all_void THEN s.stake ELSE m.payout END AS to_payout
    FROM settling s
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE f.num IS NULL) AS waiting, bool_or(f.num = 0) IS TRUE AS lost, bool_and(f.void) AS all_void,
        numeric_product(f.num) AS num, numeric_product(f.den) AS den
      FROM bet_leg l
      LEFT JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
      CROSS JOIN LATERAL settlement_factor(l.price, s.accepted_at, r.won, r.void_halves, r.heat_num, r.heat_den, r.known_at, r.voided) AS f
      WHERE l.bet_id = s.bet_id
    ) w
    CROSS JOIN LATERAL (SELECT least(s.max_payout, div(2 * s.stake * w.num + w.den, 2 * w.den), 9000000000000000000) AS payout OFFSET 0) m
    WHERE s.new_status IS NULL AND s.plain OFFSET 0
  ) d WHERE d.to_status <> d.status OR d.to_payout <> d.payout;
  -- Of the others only those whose legs are all decided, or so many lost that the bet may be: most touches of a bet of
  -- several games decide nothing. What was settled before is looked at again, but for a lost product that stays lost.
  RETURN QUERY
    SELECT s.bet_id, false FROM settling s
    CROSS JOIN LATERAL (
      SELECT count(*) AS legs, count(*) FILTER (WHERE f.num IS NULL) AS waiting, count(*) FILTER (WHERE f.num = 0) AS lost
      FROM bet_leg l
      LEFT JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
      CROSS JOIN LATERAL settlement_factor(l.price, s.accepted_at, r.won, r.void_halves, r.heat_num, r.heat_den, r.known_at, r.voided) AS f
      WHERE l.bet_id = s.bet_id OFFSET 0
    ) w
    WHERE NOT s.plain AND s.new_status IS NULL AND CASE
      WHEN anew THEN true
      WHEN s.status = 2 AND s.vid IN (0, 1) AND w.lost > 0 THEN false
      WHEN s.status <> 1 OR w.waiting = 0 THEN true
      ELSE w.lost >= CASE s.vid WHEN 2 THEN 2 WHEN 6 THEN w.legs + 1 WHEN 7 THEN w.legs WHEN 8 THEN w.legs - 1 WHEN 11 THEN w.legs ELSE 1 END
    END
    UNION ALL
    SELECT s.bet_id, true FROM settling s WHERE s.plain AND s.new_status IS NULL AND mod(hashint8(s.bet_id # p_run), p_every) = 0
    UNION ALL
    SELECT u.id, true FROM settling_lost l CROSS JOIN LATERAL unnest(l.sampled) AS u(id);
END $$;

-- What this transaction is about to say of plain bets, changed or not.
CREATE FUNCTION settlement_planned(p_bets bigint[]) RETURNS TABLE (planned_bet_id bigint, to_status smallint, to_payout bigint) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT t.id, coalesce(c.new_status, b.status), coalesce(c.new_payout, b.payout_minor)
    FROM unnest(p_bets) AS t(id) JOIN bet b ON b.id = t.id LEFT JOIN settling c ON c.bet_id = t.id AND c.new_status IS NOT NULL;
END $$;

-- Adds what the rules say of bets that are not plain, of those that change only.
CREATE FUNCTION settlement_add(p_bets bigint[], p_status smallint[], p_payout bigint[], p_kept bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settling
  SELECT s.bet_id, s.account_id, s.player_id, s.currency_id, s.vid, s.plain, s.status, s.version, s.stake, s.payout, s.max_payout, s.accepted_at, t.status, t.payout, t.kept
  FROM unnest(p_bets, p_status, p_payout, p_kept) AS t(bet_id, status, payout, kept) JOIN settling s ON s.bet_id = t.bet_id
  WHERE s.new_status IS NULL;
END $$;

-- Blocks plain bets for which the sample found another result: nothing is paid for them. A bet that settlement_lose has
-- already written gets its stake back among the open ones.
CREATE FUNCTION settlement_block(p_run bigint, p_no integer, p_now timestamptz, p_bets bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM settling s WHERE s.bet_id = ANY(p_bets) AND s.new_status IS NOT NULL;
  INSERT INTO settling
  SELECT s.bet_id, s.account_id, s.player_id, s.currency_id, s.vid, s.plain, s.status, s.version, s.stake, s.payout, s.max_payout, s.accepted_at, 7, 0
  FROM settling s WHERE s.bet_id = ANY(p_bets);
  WITH u AS (
    UPDATE bet b SET status = 7 FROM settling_lost l
    WHERE b.id = ANY(l.sampled) AND b.id = ANY(p_bets) AND NOT EXISTS (SELECT 1 FROM settling s WHERE s.bet_id = b.id) RETURNING b.currency_id, b.stake_minor
  ), k AS (SELECT u.currency_id, sum(u.stake_minor) AS stakes FROM u GROUP BY u.currency_id)
  INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
  SELECT -(k.currency_id * 16 + s.role), -(p_run * 1000000 + p_no), 15, 2, s.sign * k.stakes, p_now FROM k CROSS JOIN (VALUES (1, -1), (2, 1)) AS s(role, sign);
END $$;

-- Entries of a chunk. A bet that pays (or pays back) has its own movements; the stakes that go from open to the house
-- are one movement a chunk and currency, under a negative transaction id. Kinds: 2 payout, 3 reversal of a payout,
-- 15 settled stakes, others as in ledger/rules/entry.ts; account numbers as in 0010.
CREATE OR REPLACE FUNCTION settlement_money(p_run bigint, p_no integer, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  others boolean := EXISTS (SELECT 1 FROM settling_book);
BEGIN
  INSERT INTO settling_pay
  SELECT c.account_id, c.currency_id, c.bet_id, m.kind, c.version + 1, m.amount
  FROM settling c CROSS JOIN LATERAL (VALUES (3, -c.payout), (2, c.new_payout)) AS m(kind, amount)
  WHERE c.new_status IS NOT NULL AND c.plain AND c.new_payout <> c.payout AND m.amount <> 0
  ORDER BY c.account_id, c.bet_id, m.kind DESC;
  -- The other side of plain bets is the open stake, of others what their movement says.
  INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
  SELECT -(p.currency_id * 16 + 2), p.bet_id, p.kind, p.n, -p.amount, p_now FROM settling_pay p ORDER BY p.bet_id;
  IF others THEN
    INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
    SELECT -(s.currency_id * 16 + s.role), s.bet_id, s.kind, s.n, sum(s.amount), p_now
    FROM (
      SELECT k.currency_id, m.role, k.bet_id, k.kind, k.n, m.amount
      FROM settling_book k CROSS JOIN LATERAL (VALUES (k.from_role, -k.amount), (k.to_role, k.amount)) AS m(role, amount)
      WHERE m.role <> 0
    ) s GROUP BY s.currency_id, s.role, s.bet_id, s.kind, s.n;
    INSERT INTO settling_pay
    SELECT k.account_id, k.currency_id, k.bet_id, k.kind, k.n, CASE WHEN k.to_role = 0 THEN k.amount ELSE -k.amount END
    FROM settling_book k WHERE k.from_role = 0 OR k.to_role = 0;
  END IF;
  IF EXISTS (SELECT 1 FROM settling_pay) THEN
    -- Row by row from a sorted list: the locks are taken in the order of ids, as everywhere.
    UPDATE account a SET balance_minor = a.balance_minor + d.amount, receivable = a.balance_minor + d.amount < 0
    FROM (SELECT p.account_id, sum(p.amount)::bigint AS amount FROM settling_pay p GROUP BY p.account_id ORDER BY p.account_id OFFSET 0) d
    WHERE a.id = d.account_id;
    INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, balance_after, at)
    SELECT w.account_id, w.bet_id, w.kind, w.n, w.amount, (a.balance_minor - w.total + w.running)::bigint, p_now
    FROM (
      SELECT p.*, sum(p.amount) OVER (PARTITION BY p.account_id) AS total,
        sum(p.amount) OVER (PARTITION BY p.account_id ORDER BY p.bet_id, p.kind DESC ROWS UNBOUNDED PRECEDING) AS running
      FROM settling_pay p
    ) w JOIN account a ON a.id = w.account_id;
  END IF;
  INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, at)
  SELECT s.account_id, -(p_run * 1000000 + p_no), 15, s.amount, p_now
  FROM (
    SELECT c.currency_id,
      sum(coalesce(c.kept, CASE WHEN c.new_status IN (1, 7) THEN 0 ELSE c.stake - c.new_payout END - CASE WHEN c.status = 1 THEN 0 ELSE c.stake - c.payout END)) AS kept
    FROM settling c WHERE c.new_status IS NOT NULL GROUP BY c.currency_id
  ) k CROSS JOIN LATERAL (VALUES (-(k.currency_id * 16 + 1), k.kept), (-(k.currency_id * 16 + 2), -k.kept)) AS s(account_id, amount)
  WHERE k.kept <> 0;
END $$;

-- The settlement in force of bets that are not plain.
CREATE FUNCTION settlement_keep(p_bets bigint[], p_gross bigint[], p_bonus bigint[], p_tax bigint[], p_insurance bigint[], p_stake_tax_back bigint[], p_advance_back bigint[])
RETURNS void LANGUAGE sql AS $$
  INSERT INTO bet_money AS m (bet_id, gross_minor, bonus_minor, payout_tax_minor, insurance_minor, stake_tax_back_minor, advance_back_minor)
  SELECT * FROM unnest(p_bets, p_gross, p_bonus, p_tax, p_insurance, p_stake_tax_back, p_advance_back)
  ON CONFLICT (bet_id) DO UPDATE SET gross_minor = excluded.gross_minor, bonus_minor = excluded.bonus_minor,
    payout_tax_minor = excluded.payout_tax_minor, insurance_minor = excluded.insurance_minor,
    stake_tax_back_minor = excluded.stake_tax_back_minor, advance_back_minor = excluded.advance_back_minor;
$$;

-- Work for bets that have to be looked at again without a new result: voided ones, decided advances, blocked ones that
-- are given another chance. One leg of each leads to it.
CREATE FUNCTION settlement_again(p_bets bigint[], p_now timestamptz, p_size integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  run bigint;
BEGIN
  UPDATE bet SET status = 1 WHERE id = ANY(p_bets) AND status = 7;
  INSERT INTO settlement_run (created_at, late_from_bet_id, swept_at) VALUES (p_now, 9223372036854775807, p_now) RETURNING id INTO run;
  INSERT INTO settlement_chunk (run_id, no, ci, t, p, player_id, from_bet_id, to_bet_id, legs)
  SELECT run, row_number() OVER (ORDER BY c.no), array_agg(c.ci), array_agg(c.t), array_agg(c.p), array_agg(c.player_id),
    array_agg(c.bet_id - 1), array_agg(c.bet_id), array_agg(1)
  FROM (
    SELECT l.*, (row_number() OVER (ORDER BY l.bet_id) - 1) / p_size AS no
    FROM (SELECT DISTINCT ON (l.bet_id) l.ci, l.t, l.p, l.player_id, l.bet_id FROM bet_leg l WHERE l.bet_id = ANY(p_bets) ORDER BY l.bet_id, l.ix) l
  ) c GROUP BY c.no;
  IF NOT FOUND THEN UPDATE settlement_run SET finished_at = p_now WHERE id = run; END IF;
  RETURN run;
END $$;
