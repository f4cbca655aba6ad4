-- A bet that is taken before a match, but after the provider saw it begin, is void (rules 3.5); one that is taken in play stands, so
-- what voids it names the bets of the line alone.

-- When a game left the line: it began, as its provider sent it. The provider may say later that it has not begun after all.
-- A row is judged by the feed; it outlives a restart until it is.
CREATE TABLE game_begun (
  ci integer NOT NULL,
  began_at timestamptz NOT NULL,
  taken_back_at timestamptz,
  judged_at timestamptz,
  PRIMARY KEY (ci, began_at)
);
CREATE INDEX game_begun_open ON game_begun (ci) WHERE judged_at IS NULL;

-- Of a cancellation, or one that is taken back: it is about bets of the line alone.
ALTER TABLE settlement_action ADD COLUMN line boolean;
-- Bets of the line on the outcome that were accepted in these times are void.
ALTER TABLE outcome_result ADD COLUMN line_voided tstzmultirange NOT NULL DEFAULT '{}';

ALTER TABLE bet_void DROP CONSTRAINT bet_void_reason_check;
ALTER TABLE bet_void ADD CONSTRAINT bet_void_reason_check
  CHECK (reason IN ('late', 'started', 'obvious_error', 'duplicate', 'technical', 'breach', 'order'));

-- The times in which a leg of this kind may not have been bought. Inlined by the planner.
CREATE FUNCTION void_times(p_kind smallint, p_voided tstzmultirange, p_line_voided tstzmultirange) RETURNS tstzmultirange LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind = 3 AND NOT isempty(p_line_voided) THEN p_voided + p_line_voided ELSE p_voided END
$$;

-- As in 0122; legs of the line that were bought after their game had begun are written down and told of too.
CREATE OR REPLACE FUNCTION settlement_late(p_run bigint, p_no integer, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
BEGIN
  -- Nothing was written down before a first result.
  UPDATE bet_void v SET state = 2, decided_at = p_now
  FROM (
    SELECT x.*, r.known_at, r.line_voided FROM settlement_chunk c
    CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id) AS x(ci, t, p, player_id, from_bet, to_bet)
    JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
    WHERE c.run_id = p_run AND c.no = p_no AND r.version > 1 OFFSET 0
  ) x CROSS JOIN LATERAL (
    SELECT l.bet_id, l.ix, l.bought_at FROM bet_leg l
    WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id AND l.bet_id > x.from_bet AND l.bet_id <= x.to_bet OFFSET 0
  ) l JOIN bet b ON b.id = l.bet_id
  WHERE v.bet_id = l.bet_id AND v.ix = l.ix AND v.state = 1 AND CASE v.reason
    WHEN 'late' THEN (coalesce(l.bought_at, b.accepted_at) > x.known_at) IS NOT TRUE
    WHEN 'started' THEN NOT x.line_voided @> coalesce(l.bought_at, b.accepted_at)
    ELSE false END;

  WITH late AS (
    INSERT INTO bet_void AS v (bet_id, ix, reason, state, asked_at, decided_at)
    SELECT b.id, l.ix, CASE WHEN l.kind = 3 AND x.line_voided @> coalesce(l.bought_at, b.accepted_at) THEN 'started' ELSE 'late' END, 1, p_now, p_now
    FROM (
      SELECT x.*, r.known_at, r.line_voided, (greatest(0, (1000 * (extract(epoch FROM f.late_from) - 1735689600 - 60))::bigint) << 12) AS first_bet
      FROM settlement_chunk c
      CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id) AS x(ci, t, p, player_id, from_bet, to_bet)
      JOIN outcome_result r ON r.ci = x.ci AND r.t = x.t AND r.p = x.p AND r.player_id = x.player_id
      CROSS JOIN LATERAL (SELECT CASE WHEN isempty(r.line_voided) THEN r.known_at
        ELSE least(r.known_at, coalesce(lower(r.line_voided), to_timestamp(0))) END AS late_from) f
      WHERE c.run_id = p_run AND c.no = p_no AND f.late_from IS NOT NULL OFFSET 0
    ) x CROSS JOIN LATERAL (
      SELECT l.bet_id, l.ix, l.kind, l.bought_at FROM bet_leg l
      WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id
        AND l.bet_id > greatest(x.from_bet, x.first_bet) AND l.bet_id <= x.to_bet OFFSET 0
    ) l JOIN bet b ON b.id = l.bet_id
    WHERE b.status <> 8 AND (coalesce(l.bought_at, b.accepted_at) > x.known_at
      OR (l.kind = 3 AND x.line_voided @> coalesce(l.bought_at, b.accepted_at)))
    ORDER BY b.id, l.ix
    ON CONFLICT (bet_id, ix) WHERE state < 2 DO NOTHING RETURNING v.bet_id, v.reason
  )
  INSERT INTO outbox (topic, key, payload)
  SELECT 'settlement.voided', b.id::text, jsonb_build_object('bet', b.id::text, 'player', b.player_id, 'reason', d.reason)
  FROM (SELECT late.bet_id, max(late.reason) AS reason FROM late GROUP BY late.bet_id) d JOIN bet b ON b.id = d.bet_id;
END $$;

-- The functions stay as they were but for these words; a text that is not found stops the migration.
DO $$
DECLARE
  patch record;
  body text;
BEGIN
  FOR patch IN SELECT * FROM (VALUES
    (1, 'settlement_lose', 'isempty(r.voided)', 'isempty(r.voided) AND isempty(r.line_voided)'),
    (2, 'settlement_gather', 'isempty(r.voided)', 'isempty(r.voided) AND isempty(r.line_voided)'),
    (3, 'settlement_gather', 'r.voided @> coalesce(l.bought_at, b.accepted_at)',
      'void_times(l.kind, r.voided, r.line_voided) @> coalesce(l.bought_at, b.accepted_at)'),
    (4, 'settlement_gather', 'r.known_at, r.voided) AS f', 'r.known_at, void_times(l.kind, r.voided, r.line_voided)) AS f'),
    (5, 'insured_in_time', 'r.voided @> coalesce(l.bought_at, p_accepted)',
      'void_times(l.kind, r.voided, r.line_voided) @> coalesce(l.bought_at, p_accepted)')
  ) AS p(step, name, was, is_now) ORDER BY step LOOP
    body := pg_get_functiondef(patch.name::regproc);
    IF position(patch.was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in %', patch.name; END IF;
    EXECUTE replace(body, patch.was, patch.is_now);
  END LOOP;
END $$;
