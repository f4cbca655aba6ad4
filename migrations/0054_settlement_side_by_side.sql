-- Settlers side by side never meet on a bet, and what is lost already is not looked at again.

-- Chunks of a run: the legs of its outcomes with a bet id above p_after, about p_size legs a chunk. Answers the number of
-- chunks that were added.
--
-- Outcomes of one game share hardly a bet: every outcome is cut into bricks in the order of bets, and bricks of all
-- outcomes are laid beside each other, so that the bets that are paid, which take longest, spread over all chunks.
-- Outcomes of several games share many bets: chunks are then ranges of bet ids over all outcomes, so that a bet is in one
-- chunk only. Two settlers would otherwise want the same bets in another order and wait for each other.
CREATE OR REPLACE FUNCTION settlement_plan(p_run bigint, p_size integer, p_after bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  o record;
  brick integer := greatest(1, p_size / 8);
  at_bet bigint;
  to_bet bigint;
  count_legs integer;
  number integer;
  added integer;
  edges bigint[];
  numbers integer[] := '{}'; cis integer[] := '{}'; ts integer[] := '{}'; ps integer[] := '{}'; players integer[] := '{}';
  froms bigint[] := '{}'; tos bigint[] := '{}'; counts integer[] := '{}';
BEGIN
  IF (SELECT count(DISTINCT r.ci) FROM settlement_run_outcome r WHERE r.run_id = p_run) > 1 THEN
    -- The last bet of every p_size legs; legs of one bet stay together.
    SELECT array_agg(s.bet_id ORDER BY s.bet_id) INTO edges FROM (
      SELECT DISTINCT n.bet_id FROM (
        SELECT l.bet_id, row_number() OVER (ORDER BY l.bet_id) AS at
        FROM settlement_run_outcome r JOIN bet_leg l ON l.ci = r.ci AND l.t = r.t AND l.p = r.p AND l.player_id = r.player_id AND l.bet_id > p_after
        WHERE r.run_id = p_run
      ) n WHERE n.at % p_size = 0
    ) s;
    edges := coalesce(edges, '{}');
    INSERT INTO settlement_chunk (run_id, no, ci, t, p, player_id, from_bet_id, to_bet_id, legs)
    SELECT p_run, (SELECT coalesce(max(c.no), 0) FROM settlement_chunk c WHERE c.run_id = p_run) + row_number() OVER (ORDER BY b.chunk),
      array_agg(b.ci), array_agg(b.t), array_agg(b.p), array_agg(b.player_id),
      array_agg(CASE b.chunk WHEN 0 THEN p_after ELSE edges[b.chunk] END),
      array_agg(coalesce(edges[b.chunk + 1], b.last_bet)), array_agg(b.legs)
    FROM (
      -- An edge is the last bet of its chunk: ids up to it are below the bucket that begins after it.
      SELECT r.ci, r.t, r.p, r.player_id, CASE WHEN cardinality(edges) = 0 THEN 0 ELSE width_bucket(l.bet_id - 1, edges) END AS chunk,
        count(*)::integer AS legs, max(l.bet_id) AS last_bet
      FROM settlement_run_outcome r JOIN bet_leg l ON l.ci = r.ci AND l.t = r.t AND l.p = r.p AND l.player_id = r.player_id AND l.bet_id > p_after
      WHERE r.run_id = p_run GROUP BY 1, 2, 3, 4, 5
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
  SELECT p_run, (SELECT coalesce(max(c.no), 0) FROM settlement_chunk c WHERE c.run_id = p_run) + row_number() OVER (ORDER BY b.chunk),
    array_agg(b.ci), array_agg(b.t), array_agg(b.p), array_agg(b.player_id), array_agg(b.from_bet), array_agg(b.to_bet), array_agg(b.legs)
  FROM (
    SELECT x.*, (sum(x.legs) OVER (ORDER BY x.number, x.at ROWS UNBOUNDED PRECEDING) - x.legs) / p_size AS chunk
    FROM unnest(numbers, cis, ts, ps, players, froms, tos, counts) WITH ORDINALITY AS x(number, ci, t, p, player_id, from_bet, to_bet, legs, at)
  ) b GROUP BY b.chunk;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

-- First half of a chunk: the touched bets that are not lost by settlement_lose, and what the results now make of the
-- plain ones: all their legs are looked up. Answers the bets that the caller works out: those that are not plain, whose
-- changes it adds to `settling`, and the sample of the plain ones, which it compares with what stands here.
--
-- Steps of their own: as one statement the plan turns quadratic (performance §1.2). Everything here goes from a
-- list to single rows by their keys, so the other joins are off: no statistics of the work tables are needed.
CREATE OR REPLACE FUNCTION settlement_gather(p_run bigint, p_no integer, p_now timestamptz, p_every integer)
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
    SELECT l.bet_id, bool_or(NOT x.is_first) AS is_again
    FROM (
      SELECT x.*, sum(x.legs) FILTER (WHERE x.lost) OVER () AS lost_legs
      FROM (
        SELECT x.*, coalesce(r.won = 0 AND r.void_halves = 0 AND isempty(r.voided), false) AS lost, coalesce(r.version = 1, false) AS is_first
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
  WHERE b.status IN (1, 4, 5) OR (b.status = 2 AND (g.is_again OR anew));

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
