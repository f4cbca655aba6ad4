-- A leg that an edit keeps counts from when it was bought, through any number of edits: otherwise a result that was known, or a
-- cancelled range, at the moment of the edit makes a lost leg void and takes a won one from its player (standards WAG-10, WAG-17).

-- Of legs that an edit kept; null: bought with their bet.
ALTER TABLE bet_leg ADD COLUMN bought_at timestamptz;

-- When the bet that this one replaces had bought the same outcome; null: it had not, or the bet replaces none.
CREATE FUNCTION bought_before(p_bet bigint, p_ci integer, p_t integer, p_p integer, p_player integer) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(coalesce(l.bought_at, b.accepted_at)) FROM bet_change c JOIN bet b ON b.id = c.replaced_bet_id
  JOIN bet_leg l ON l.ci = p_ci AND l.t = p_t AND l.p = p_p AND l.player_id = p_player AND l.bet_id = b.id
  WHERE c.bet_id = p_bet
$$;

-- Open bets that were edited before this column: from the first edit on, so that a later one finds what an earlier one kept.
-- The settled ones stay as they were paid.
ALTER TABLE bet_leg DISABLE TRIGGER bet_leg_append_only;
DO $$
DECLARE
  edited record;
BEGIN
  FOR edited IN
    WITH RECURSIVE chain AS (
      SELECT c.bet_id, c.replaced_bet_id FROM bet_change c JOIN bet b ON b.id = c.bet_id AND b.status IN (1, 7)
      UNION SELECT c.bet_id, c.replaced_bet_id FROM chain n JOIN bet_change c ON c.bet_id = n.replaced_bet_id
    ) SELECT chain.bet_id FROM chain ORDER BY chain.bet_id
  LOOP
    UPDATE bet_leg l SET bought_at = bought_before(l.bet_id, l.ci, l.t, l.p, l.player_id) WHERE l.bet_id = edited.bet_id;
  END LOOP;
END $$;
ALTER TABLE bet_leg ENABLE TRIGGER bet_leg_append_only;

-- As in 0117, each leg by its own time.
CREATE OR REPLACE FUNCTION insured_in_time(p_bet bigint, p_accepted timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat(coalesce(sum(i.insured_minor) FILTER (WHERE k.lost_at IS NULL OR i.at <= k.lost_at), 0), ' ',
    coalesce(sum(i.premium_minor) FILTER (WHERE i.at > k.lost_at), 0))
  FROM (
    SELECT min(r.known_at) AS lost_at FROM bet_leg l
    JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
    WHERE l.bet_id = p_bet AND r.won = 0 AND r.void_halves = 0
      AND coalesce(l.bought_at, p_accepted) <= r.known_at AND NOT r.voided @> coalesce(l.bought_at, p_accepted)
      AND NOT (EXISTS (SELECT 1 FROM game_lead) AND won_by_lead(l.bet_id, l.ix, l.ci, l.t, p_accepted))
  ) k CROSS JOIN bet_insurance i WHERE i.bet_id = p_bet
$$;

-- As in 0042, each leg by its own time. A leg that a rollback has freed is void no longer: what was written down of it is taken
-- back (state 2), and if its next result was known too early it is written, and told, again.
CREATE OR REPLACE FUNCTION settlement_late(p_run bigint, p_no integer, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  -- Nothing was written down before a first result.
  UPDATE bet_void v SET state = 2, decided_at = p_now
  FROM (
    SELECT x.*, r.known_at FROM settlement_chunk c
    CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id) AS x(ci, t, p, player_id, from_bet, to_bet)
    JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
    WHERE c.run_id = p_run AND c.no = p_no AND r.version > 1 OFFSET 0
  ) x CROSS JOIN LATERAL (
    SELECT l.bet_id, l.ix, l.bought_at FROM bet_leg l
    WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id AND l.bet_id > x.from_bet AND l.bet_id <= x.to_bet OFFSET 0
  ) l JOIN bet b ON b.id = l.bet_id
  WHERE v.bet_id = l.bet_id AND v.ix = l.ix AND v.reason = 'late' AND v.state = 1 AND (coalesce(l.bought_at, b.accepted_at) > x.known_at) IS NOT TRUE;

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
      SELECT l.bet_id, l.ix, l.bought_at FROM bet_leg l
      WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id
        AND l.bet_id > greatest(x.from_bet, x.first_bet) AND l.bet_id <= x.to_bet OFFSET 0
    ) l JOIN bet b ON b.id = l.bet_id
    WHERE coalesce(l.bought_at, b.accepted_at) > x.known_at AND b.status <> 8
    ORDER BY b.id, l.ix
    ON CONFLICT (bet_id, ix) WHERE state < 2 DO NOTHING RETURNING v.bet_id
  )
  INSERT INTO outbox (topic, key, payload)
  SELECT 'settlement.voided', b.id::text, jsonb_build_object('bet', b.id::text, 'player', b.player_id, 'reason', 'late')
  FROM (SELECT DISTINCT late.bet_id FROM late) d JOIN bet b ON b.id = d.bet_id;
END $$;

-- The functions stay as they were but for these words; a text that is not found stops the migration. A changed bet is never
-- plain, its coefficient is a term: plain bets are settled as before, and the lists of place_bets hold no edits.
DO $$
DECLARE
  patch record;
  body text;
BEGIN
  FOR patch IN SELECT * FROM (VALUES
    (1, 'settlement_gather', 'r.voided @> b.accepted_at OR b.accepted_at > r.known_at',
      'r.voided @> coalesce(l.bought_at, b.accepted_at) OR coalesce(l.bought_at, b.accepted_at) > r.known_at'),
    -- p_kept: which legs of an edit its replaced bet had open, by ix; null for every other bet.
    (2, 'place_bet', 'p_advance_most bigint DEFAULT NULL::bigint', 'p_advance_most bigint DEFAULT NULL::bigint, p_kept smallint[] DEFAULT NULL::smallint[]'),
    (3, 'place_bet', '  INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
    SELECT l.ci, l.t, l.p, l.player, p_bet, l.ix - 1, l.kind, l.price
    FROM unnest(l_ci, l_t, l_p, l_player, l_kind, l_price) WITH ORDINALITY AS l(ci, t, p, player, kind, price, ix);',
      '  IF p_kept IS NULL THEN
    INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
      SELECT l.ci, l.t, l.p, l.player, p_bet, l.ix - 1, l.kind, l.price
      FROM unnest(l_ci, l_t, l_p, l_player, l_kind, l_price) WITH ORDINALITY AS l(ci, t, p, player, kind, price, ix);
  ELSE
    INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price, bought_at)
      SELECT l.ci, l.t, l.p, l.player, p_bet, l.ix - 1, l.kind, l.price,
        CASE WHEN l.ix - 1 = ANY(p_kept) THEN bought_before(p_bet, l.ci, l.t, l.p, l.player) END
      FROM unnest(l_ci, l_t, l_p, l_player, l_kind, l_price) WITH ORDINALITY AS l(ci, t, p, player, kind, price, ix);
  END IF;')
  ) AS p(step, name, was, is_now) ORDER BY step LOOP
    body := pg_get_functiondef(patch.name::regproc);
    IF position(patch.was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in %', patch.name; END IF;
    -- Another list of parameters is another function.
    IF patch.step = 2 THEN DROP FUNCTION place_bet; END IF;
    EXECUTE replace(body, patch.was, patch.is_now);
  END LOOP;
END $$;
