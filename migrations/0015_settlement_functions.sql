-- Chunks of a run: the legs of its outcomes with a bet id above p_after, about p_size legs a chunk. Every outcome is
-- cut into bricks in the order of bets, and bricks of all outcomes are laid beside each other, so that the bets that
-- are paid, which take longest, spread over all chunks. Answers the number of chunks that were added.
CREATE FUNCTION settlement_plan(p_run bigint, p_size integer, p_after bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  o record;
  brick integer := greatest(1, p_size / 8);
  at_bet bigint;
  to_bet bigint;
  count_legs integer;
  number integer;
  added integer;
  numbers integer[] := '{}'; cis integer[] := '{}'; ts integer[] := '{}'; ps integer[] := '{}'; players integer[] := '{}';
  froms bigint[] := '{}'; tos bigint[] := '{}'; counts integer[] := '{}';
BEGIN
  FOR o IN SELECT r.ci, r.t, r.p, r.player_id FROM settlement_run_outcome r WHERE r.run_id = p_run ORDER BY 1, 2, 3, 4 LOOP
    at_bet := p_after;
    number := 0;
    LOOP
      SELECT max(x.bet_id), count(*) INTO to_bet, count_legs FROM (
        SELECT l.bet_id FROM bet_leg l
        WHERE l.ci = o.ci AND l.t = o.t AND l.p = o.p AND l.player_id = o.player_id AND l.bet_id > at_bet
        ORDER BY l.bet_id LIMIT brick
      ) x;
      EXIT WHEN count_legs = 0;
      numbers := numbers || number; cis := cis || o.ci; ts := ts || o.t; ps := ps || o.p; players := players || o.player_id;
      froms := froms || at_bet; tos := tos || to_bet; counts := counts || count_legs;
      EXIT WHEN count_legs < brick;
      at_bet := to_bet;
      number := number + 1;
    END LOOP;
  END LOOP;
  INSERT INTO settlement_chunk (run_id, no, ci, t, p, player_id, from_bet_id, to_bet_id, legs)
  SELECT p_run, (SELECT coalesce(max(c.no), 0) FROM settlement_chunk c WHERE c.run_id = p_run) + row_number() OVER (ORDER BY b.chunk),
    array_agg(b.ci), array_agg(b.t), array_agg(b.p), array_agg(b.player_id), array_agg(b.from_bet), array_agg(b.to_bet), array_agg(b.legs)
  FROM (
    SELECT x.*, (sum(x.legs) OVER (ORDER BY x.number, x.at ROWS UNBOUNDED PRECEDING) - x.legs) / p_size AS chunk
    FROM unnest(numbers, cis, ts, ps, players, froms, tos, counts) WITH ORDINALITY AS x(number, ci, t, p, player_id, from_bet, to_bet, legs, at)
  ) b GROUP BY b.chunk;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

-- Factor of a leg as num / den, NULL while nothing is decided (rules 3.1); the same arithmetic stands in
-- src/modules/settlement/rules/leg.ts, and a test compares the two. Inlined by the planner.
CREATE FUNCTION settlement_factor(
  price integer, accepted_at timestamptz, won smallint, void_halves smallint, heat_num integer, heat_den integer,
  known_at timestamptz, voided tstzmultirange
) RETURNS TABLE (num numeric, den numeric, void boolean) LANGUAGE sql STABLE AS $$
  SELECT
    CASE WHEN x.void THEN 1 WHEN won IS NULL THEN NULL
      WHEN won = 0 THEN void_halves
      WHEN void_halves = 0 THEN price::numeric * heat_num
      ELSE price::numeric * heat_num + 1000 * heat_den END,
    CASE WHEN x.void OR won IS NULL THEN 1 WHEN won = 0 THEN 2
      WHEN void_halves = 0 THEN 1000::numeric * heat_den ELSE 2000::numeric * heat_den END,
    x.void
  FROM (SELECT coalesce(void_halves = 2 OR voided @> accepted_at OR accepted_at > known_at, false) AS void) x
$$;

-- Work tables of a settling connection; emptied by every commit. A row of `settling` with new_status is a change
-- to be written; one without is a bet that has to be looked at.
CREATE FUNCTION settlement_open() RETURNS void LANGUAGE plpgsql SET client_min_messages = warning AS $$
BEGIN
  CREATE TEMP TABLE IF NOT EXISTS settling (
    bet_id bigint NOT NULL, account_id integer, player_id integer, currency_id smallint, vid smallint, status smallint,
    version smallint, stake bigint, payout bigint, max_payout bigint, accepted_at timestamptz, new_status smallint, new_payout bigint
  ) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS settling_lost (changed integer, players integer[]) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS settling_pay (
    account_id integer, currency_id smallint, bet_id bigint, kind smallint, n smallint, amount bigint
  ) ON COMMIT DELETE ROWS;
END $$;

-- Singles and expresses that were open and have a lost leg: lost, whatever the other legs say, and no account moves.
-- Most bets of an event end here, so they are written without being collected first. Answers how many.
CREATE FUNCTION settlement_lose(p_run bigint, p_no integer, p_now timestamptz) RETURNS integer LANGUAGE plpgsql
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
    WHERE b.id = l.bet_id AND b.status = 1 AND b.vid IN (0, 1) AND b.accepted_at <= x.known_at
    RETURNING b.player_id, b.currency_id, b.stake_minor
  ), k AS MATERIALIZED (
    SELECT u.currency_id, sum(u.stake_minor) AS kept, count(*)::integer AS bets, array_agg(u.player_id) AS players FROM u GROUP BY u.currency_id
  ), e AS (
    INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
    SELECT -(k.currency_id * 16 + s.role), -(p_run * 1000000 + p_no), 15, 1, s.sign * k.kept, p_now FROM k CROSS JOIN (VALUES (1, 1), (2, -1)) AS s(role, sign)
  )
  INSERT INTO settling_lost SELECT k.bets, k.players FROM k;
  SELECT coalesce(sum(l.changed), 0) INTO lost FROM settling_lost l;
  RETURN lost;
END $$;

-- First half of a chunk: the touched bets that are not lost by settlement_lose, and what the results now make of
-- singles and expresses: all their legs are looked up. Answers the touched bets of other kinds, whose changes the
-- caller adds to `settling`.
--
-- Steps of their own: as one statement the plan turns quadratic (performance §1.2). Everything here goes from a
-- list to single rows by their keys, so the other joins are off: no statistics of the work tables are needed.
CREATE FUNCTION settlement_gather(p_run bigint, p_no integer, p_now timestamptz) RETURNS TABLE (other_bet_id bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  lost_bets integer := settlement_lose(p_run, p_no, p_now);
BEGIN
  INSERT INTO settling
  SELECT b.id, b.account_id, b.player_id, b.currency_id, b.vid, b.status, b.settled_version, b.stake_minor, b.payout_minor, b.max_payout_minor, b.accepted_at
  FROM (
    SELECT DISTINCT l.bet_id
    FROM (
      SELECT x.*, sum(x.legs) FILTER (WHERE x.lost) OVER () AS lost_legs
      FROM (
        SELECT x.*, coalesce(r.won = 0 AND r.void_halves = 0 AND isempty(r.voided), false) AS lost
        FROM settlement_chunk c
        CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id, c.legs) AS x(ci, t, p, player_id, from_bet, to_bet, legs)
        JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
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
  SELECT d.bet_id, d.account_id, d.player_id, d.currency_id, d.vid, d.status, d.version, d.stake, d.payout, d.max_payout, d.accepted_at,
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
    WHERE s.new_status IS NULL AND s.vid IN (0, 1) OFFSET 0
  ) d WHERE d.to_status <> d.status OR d.to_payout <> d.payout;
  RETURN QUERY SELECT s.bet_id FROM settling s WHERE s.new_status IS NULL AND s.vid NOT IN (0, 1) ORDER BY 1;
END $$;

-- Adds what the rules say of bets of other kinds, where it differs from what stands.
CREATE FUNCTION settlement_add(p_bets bigint[], p_status smallint[], p_payout bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO settling
  SELECT s.bet_id, s.account_id, s.player_id, s.currency_id, s.vid, s.status, s.version, s.stake, s.payout, s.max_payout, s.accepted_at, t.status, t.payout
  FROM unnest(p_bets, p_status, p_payout) AS t(bet_id, status, payout) JOIN settling s ON s.bet_id = t.bet_id
  WHERE s.new_status IS NULL AND (t.status <> s.status OR t.payout <> s.payout);
END $$;

-- Second half: writes what differs. Bets, then accounts in the order of ids, then entries. Answers the players
-- whose bets changed, one for each bet.
CREATE FUNCTION settlement_post(p_run bigint, p_no integer, p_now timestamptz) RETURNS integer[] LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  players integer[] := (SELECT array_agg(p.id) FROM settling_lost l CROSS JOIN LATERAL unnest(l.players) AS p(id));
  planned integer := (SELECT count(*) FROM settling c WHERE c.new_status IS NOT NULL);
  written integer;
BEGIN
  IF planned > 0 THEN
    UPDATE bet b SET status = c.new_status, payout_minor = c.new_payout, settled_version = b.settled_version + 1,
      settled_at = CASE WHEN c.new_status = 1 THEN NULL ELSE p_now END
    FROM settling c
    WHERE c.new_status IS NOT NULL AND b.id = c.bet_id AND b.settled_version = c.version AND b.status = c.status;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> planned THEN
      RAISE EXCEPTION 'bets changed while they were settled' USING ERRCODE = '40001';
    END IF;
    PERFORM settlement_money(p_run, p_no, p_now);
    players := players || (SELECT array_agg(c.player_id) FROM settling c WHERE c.new_status IS NOT NULL);
  END IF;
  IF cardinality(players) > 0 THEN
    INSERT INTO outbox (topic, key, payload) VALUES ('settlement.settled', p_run::text,
      jsonb_build_object('run', p_run, 'chunk', p_no, 'players', to_jsonb(ARRAY(SELECT DISTINCT unnest(players)))));
    PERFORM pg_notify('outbox', '');
  END IF;
  UPDATE settlement_chunk SET done_at = p_now, changed = coalesce(cardinality(players), 0), took_ms = 1000 * extract(epoch FROM clock_timestamp() - now())
  WHERE run_id = p_run AND no = p_no;
  RETURN coalesce(players, '{}');
END $$;

-- Entries of a chunk. A bet that pays (or pays back) has its own movement, player against open stakes; the stakes
-- that go from open to the house are one movement a chunk and currency, under a negative transaction id. Kinds:
-- 2 payout, 3 reversal of a payout, 15 settled stakes; account numbers as in 0010.
CREATE FUNCTION settlement_money(p_run bigint, p_no integer, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  INSERT INTO settling_pay
  SELECT c.account_id, c.currency_id, c.bet_id, m.kind, c.version + 1, m.amount
  FROM settling c CROSS JOIN LATERAL (VALUES (3, -c.payout), (2, c.new_payout)) AS m(kind, amount)
  WHERE c.new_status IS NOT NULL AND c.new_payout <> c.payout AND m.amount <> 0
  ORDER BY c.account_id, c.bet_id, m.kind DESC;
  IF FOUND THEN
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
    INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
    SELECT -(p.currency_id * 16 + 2), p.bet_id, p.kind, p.n, -p.amount, p_now FROM settling_pay p ORDER BY p.bet_id;
  END IF;
  INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, at)
  SELECT s.account_id, -(p_run * 1000000 + p_no), 15, s.amount, p_now
  FROM (
    SELECT c.currency_id,
      sum(CASE WHEN c.new_status IN (1, 7) THEN 0 ELSE c.stake - c.new_payout END - CASE WHEN c.status = 1 THEN 0 ELSE c.stake - c.payout END) AS kept
    FROM settling c WHERE c.new_status IS NOT NULL GROUP BY c.currency_id
  ) k CROSS JOIN LATERAL (VALUES (-(k.currency_id * 16 + 1), k.kept), (-(k.currency_id * 16 + 2), -k.kept)) AS s(account_id, amount)
  WHERE k.kept <> 0;
END $$;
