-- Settlement of coupons of several games with fewer look-ups: legs are cut into chunks in one pass, lost plain bets are
-- found with the others, and bets that a result cannot decide yet are neither collected nor handed to the rules.

-- Chunks of a run: the legs of its outcomes with a bet id above p_after, about p_size legs a chunk. Answers the number of
-- chunks that were added.
--
-- Outcomes of one game share hardly a bet: every outcome is cut into bricks in the order of bets, and bricks of all
-- outcomes are laid beside each other, so that the bets that are paid, which take longest, spread over all chunks.
-- Outcomes of several games share many bets: chunks are then ranges of bet ids over all outcomes, so that a bet is in one
-- chunk only. Two settlers would otherwise want the same bets in another order and wait for each other.
CREATE OR REPLACE FUNCTION settlement_plan(p_run bigint, p_size integer, p_after bigint) RETURNS integer LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  o record;
  brick integer := greatest(1, p_size / 8);
  at_bet bigint;
  to_bet bigint;
  count_legs integer;
  number integer;
  added integer;
  planned integer := (SELECT coalesce(max(c.no), 0) FROM settlement_chunk c WHERE c.run_id = p_run);
  numbers integer[] := '{}'; cis integer[] := '{}'; ts integer[] := '{}'; ps integer[] := '{}'; players integer[] := '{}';
  froms bigint[] := '{}'; tos bigint[] := '{}'; counts integer[] := '{}';
BEGIN
  IF (SELECT count(DISTINCT r.ci) FROM settlement_run_outcome r WHERE r.run_id = p_run) > 1 THEN
    -- Legs of one bet stand at the same rank and stay together.
    INSERT INTO settlement_chunk (run_id, no, ci, t, p, player_id, from_bet_id, to_bet_id, legs)
    SELECT p_run, planned + row_number() OVER (ORDER BY b.chunk), array_agg(b.ci), array_agg(b.t), array_agg(b.p), array_agg(b.player_id),
      array_agg(b.first_bet - 1), array_agg(b.last_bet), array_agg(b.legs)
    FROM (
      SELECT n.ci, n.t, n.p, n.player_id, n.chunk, min(n.bet_id) AS first_bet, max(n.bet_id) AS last_bet, count(*)::integer AS legs
      FROM (
        SELECT r.ci, r.t, r.p, r.player_id, l.bet_id, (rank() OVER (ORDER BY l.bet_id) - 1) / p_size AS chunk
        FROM settlement_run_outcome r JOIN bet_leg l ON l.ci = r.ci AND l.t = r.t AND l.p = r.p AND l.player_id = r.player_id AND l.bet_id > p_after
        WHERE r.run_id = p_run
      ) n GROUP BY 1, 2, 3, 4, 5
    ) b GROUP BY b.chunk;
    GET DIAGNOSTICS added = ROW_COUNT;
    RETURN added;
  END IF;
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
  SELECT p_run, planned + row_number() OVER (ORDER BY b.chunk),
    array_agg(b.ci), array_agg(b.t), array_agg(b.p), array_agg(b.player_id), array_agg(b.from_bet), array_agg(b.to_bet), array_agg(b.legs)
  FROM (
    SELECT x.*, (sum(x.legs) OVER (ORDER BY x.number, x.at ROWS UNBOUNDED PRECEDING) - x.legs) / p_size AS chunk
    FROM unnest(numbers, cis, ts, ps, players, froms, tos, counts) WITH ORDINALITY AS x(number, ci, t, p, player_id, from_bet, to_bet, legs, at)
  ) b GROUP BY b.chunk;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

-- k of a system; null in receipts before version 2, which have another name for it.
CREATE FUNCTION settlement_size_of(p_bet bigint) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT (rc.receipt->'terms'->>'size')::integer FROM bet_receipt rc WHERE rc.bet_id = p_bet);
END $$;

-- Whether an open bet with so many lost legs may be lost already although legs of it wait. Never false when the rules say
-- that it is; a true costs no more than a look in vain. Inlined by the planner, so it must not hold a query.
--
-- A chain goes leg by leg: what is lost behind a leg that waits decides nothing. An anti-express waits for all its legs.
-- Blocks of multi-bets and conditional bets are not asked for: reading them here costs what the look costs.
CREATE FUNCTION settlement_may_be_lost(
  p_vid smallint, p_bet bigint, p_legs integer, p_lost bigint, p_first_lost smallint, p_first_waiting smallint
) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_lost = 0 THEN false
    WHEN p_vid = 2 THEN p_lost > 1 AND coalesce(p_legs - p_lost < settlement_size_of(p_bet), true)
    WHEN p_vid = 3 THEN p_first_lost < p_first_waiting
    WHEN p_vid = 6 THEN false
    WHEN p_vid IN (7, 11) THEN p_lost >= p_legs
    WHEN p_vid = 8 THEN p_lost >= p_legs - 1
    ELSE true END
$$;

-- First half of a chunk: the touched bets, and what the results now make of the plain ones. Answers the bets that the
-- caller works out: those that are not plain, whose changes it adds to `settling`, and the sample of the plain ones, which
-- it compares with what stands here.
--
-- Of one game most bets end as lost plain ones: settlement_lose writes them without collecting them first. Coupons of
-- several games are found leg by leg, so each is looked up once, and a lost plain one is known by that leg alone.
--
-- Steps of their own: as one statement the plan turns quadratic (performance §1.2). Everything here goes from a
-- list to single rows by their keys, so the other joins are off: no statistics of the work tables are needed.
CREATE OR REPLACE FUNCTION settlement_gather(p_run bigint, p_no integer, p_now timestamptz, p_every integer)
RETURNS TABLE (gathered_bet_id bigint, is_sample boolean) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  several boolean := (
    SELECT count(DISTINCT x.ci) > 1 FROM settlement_chunk c CROSS JOIN LATERAL unnest(c.ci) AS x(ci) WHERE c.run_id = p_run AND c.no = p_no
  );
  lost_bets integer := CASE WHEN several THEN 0 ELSE settlement_lose(p_run, p_no, p_now, p_every) END;
  -- Work without a new result (settlement_again): nothing may be left out.
  anew boolean := (SELECT r.late_from_bet_id = 9223372036854775807 FROM settlement_run r WHERE r.id = p_run);
  leads boolean := EXISTS (SELECT 1 FROM game_lead);
BEGIN
  PERFORM settlement_late(p_run, p_no, p_now);
  -- Of bets that are not plain only those whose legs are all decided, or so many lost that the bet may be: most touches of
  -- a bet of several games decide nothing. What was settled before is looked at again, but for a lost product that stays
  -- lost; of an insured express it matters how many legs are lost, so it is looked at too.
  INSERT INTO settling
  SELECT b.id, b.account_id, b.player_id, b.currency_id, b.vid, b.plain, b.status, b.settled_version, b.stake_minor, b.payout_minor, b.max_payout_minor, b.accepted_at,
    CASE WHEN b.plain AND b.status = 1 AND b.accepted_at <= g.lost_at THEN 2 END, CASE WHEN b.plain AND b.status = 1 AND b.accepted_at <= g.lost_at THEN 0 END
  FROM (
    SELECT l.bet_id, bool_or(NOT x.is_first) AS is_again, max(x.known_at) FILTER (WHERE x.lost) AS lost_at
    FROM (
      SELECT x.*, sum(x.legs) FILTER (WHERE x.lost) OVER () AS lost_legs
      FROM (
        SELECT x.*, coalesce(r.won = 0 AND r.void_halves = 0 AND isempty(r.voided), false) AS lost, coalesce(r.version = 1, false) AS is_first, r.known_at
        FROM settlement_chunk c
        CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id, c.legs) AS x(ci, t, p, player_id, from_bet, to_bet, legs)
        LEFT JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
        WHERE c.run_id = p_run AND c.no = p_no OFFSET 0
      ) x
    ) x CROSS JOIN LATERAL (
      SELECT l.bet_id FROM bet_leg l
      WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id AND l.bet_id > x.from_bet AND l.bet_id <= x.to_bet OFFSET 0
    ) l
    WHERE NOT (x.lost AND x.lost_legs = lost_bets) GROUP BY l.bet_id
  ) g JOIN bet b ON b.id = g.bet_id
  -- A lost bet stays lost when legs of it that were open are decided: nothing multiplies zero.
  WHERE (b.status IN (1, 4, 5) OR (b.status = 7 AND EXISTS (SELECT 1 FROM win_check k WHERE k.bet_id = b.id AND k.state = 0))
      OR (b.status = 2 AND (g.is_again OR anew)))
    AND CASE WHEN b.plain OR anew OR b.status NOT IN (1, 2) THEN true ELSE (
      SELECT CASE
        WHEN b.status = 2 THEN b.vid NOT IN (0, 1) OR w.lost = 0 OR EXISTS (
          SELECT 1 FROM bet_receipt rc WHERE rc.bet_id = b.id AND rc.receipt->'terms'->'expressInsurance' IS NOT NULL)
        WHEN w.first_waiting IS NULL THEN true
        ELSE settlement_may_be_lost(b.vid, b.id, b.legs, w.lost, w.first_lost, w.first_waiting)
      END
      FROM (
        SELECT min(f.ix) FILTER (WHERE f.won IS NULL) AS first_waiting, min(f.ix) FILTER (WHERE f.won = 0 AND f.void_halves = 0) AS first_lost,
          count(*) FILTER (WHERE f.won = 0 AND f.void_halves = 0) AS lost
        FROM (
          SELECT l.ix, CASE WHEN r.void_halves = 2 OR r.voided @> b.accepted_at OR b.accepted_at > r.known_at
              OR (leads AND won_by_lead(b.id, l.ix, l.ci, l.t, b.accepted_at)) THEN 1 ELSE r.won END AS won, r.void_halves
          FROM bet_leg l LEFT JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
          WHERE l.bet_id = b.id
        ) f
      ) w
    ) END;

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
  RETURN QUERY
    SELECT s.bet_id, false FROM settling s WHERE NOT s.plain AND s.new_status IS NULL
    UNION ALL
    SELECT s.bet_id, true FROM settling s WHERE s.plain AND mod(hashint8(s.bet_id # p_run), p_every) = 0
    UNION ALL
    SELECT u.id, true FROM settling_lost l CROSS JOIN LATERAL unnest(l.sampled) AS u(id);
END $$;

-- Blocks plain bets for which the sample found another result: nothing is paid for them. A bet that settlement_lose has
-- already written gets its stake back among the open ones.
CREATE OR REPLACE FUNCTION settlement_block(p_run bigint, p_no integer, p_now timestamptz, p_bets bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settling s SET new_status = 7, new_payout = 0 WHERE s.bet_id = ANY(p_bets) AND s.new_status IS NOT NULL;
  INSERT INTO settling
  SELECT s.bet_id, s.account_id, s.player_id, s.currency_id, s.vid, s.plain, s.status, s.version, s.stake, s.payout, s.max_payout, s.accepted_at, 7, 0
  FROM settling s WHERE s.bet_id = ANY(p_bets) AND NOT EXISTS (SELECT 1 FROM settling c WHERE c.bet_id = s.bet_id AND c.new_status IS NOT NULL);
  WITH u AS (
    UPDATE bet b SET status = 7 FROM settling_lost l
    WHERE b.id = ANY(l.sampled) AND b.id = ANY(p_bets) AND NOT EXISTS (SELECT 1 FROM settling s WHERE s.bet_id = b.id) RETURNING b.currency_id, b.stake_minor
  ), k AS (SELECT u.currency_id, sum(u.stake_minor) AS stakes FROM u GROUP BY u.currency_id)
  INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
  SELECT -(k.currency_id * 16 + s.role), -(p_run * 1000000 + p_no), 15, 2, s.sign * k.stakes, p_now FROM k CROSS JOIN (VALUES (1, -1), (2, 1)) AS s(role, sign);
END $$;
