-- A bet that had waited for a lock longer than the sweep of its result waits was never looked at again. The sweep now comes when
-- every transaction that had begun by then has ended. late_xid: those with a lower id may still bring bets; null = not noted yet.
ALTER TABLE settlement_run ADD COLUMN late_xid xid8;
ALTER TABLE settlement_cancel ADD COLUMN late_xid xid8;

-- As in 0088, with the id of the transaction before anything is waited for: by it the sweep knows that bets are on their way.
CREATE OR REPLACE FUNCTION heed_stops(p_stops bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- What other bets of this transaction were checked with.
  known bigint := nullif(current_setting('polosa.stops', true), '');
BEGIN
  PERFORM pg_current_xact_id();
  IF p_stops IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT 1 FROM betting_stop s WHERE s.id > p_stops AND s.stopped) THEN
    RAISE EXCEPTION 'betting was stopped meanwhile' USING ERRCODE = 'PLST1';
  END IF;
  PERFORM set_config('polosa.stops', least(known, p_stops)::text, true);
END $$;

-- Every transaction of this database with a lower id has ended. Others of the server are not waited for, and neither is who only
-- reads: he has no id. Sessions that we may not look at count with the oldest of the whole server.
CREATE FUNCTION landed_before() RETURNS xid8 LANGUAGE sql STABLE AS $$
  SELECT least(x.newest, min(CASE
      -- The lower half of an id; it may also have been given a moment ago.
      WHEN a.backend_xid IS NOT NULL THEN x.newest - ((x.newest - a.backend_xid::text::bigint + 6442450944) % 4294967296 - 2147483648)
      WHEN a.state IS NULL THEN x.oldest END))::text::xid8
  FROM (
    SELECT pg_snapshot_xmax(s.now)::text::bigint AS newest, pg_snapshot_xmin(s.now)::text::bigint AS oldest FROM (SELECT pg_current_snapshot() AS now) s
  ) x LEFT JOIN pg_stat_activity a ON a.datname = current_database() AND a.pid <> pg_backend_pid()
  GROUP BY x.newest
$$;

-- A bet whose chunk cannot be posted although it stands alone in it.
ALTER TABLE settlement_alarm DROP CONSTRAINT settlement_alarm_about_check;
ALTER TABLE settlement_alarm ADD CONSTRAINT settlement_alarm_about_check CHECK (about IN ('calculations', 'sample', 'unreadable', 'posting'));

-- The legs that a chunk leads to.
CREATE FUNCTION settlement_legs(p_run bigint, p_no integer)
RETURNS TABLE (ci integer, t integer, p integer, player_id integer, from_bet bigint, to_bet bigint, bet_id bigint) LANGUAGE sql STABLE AS $$
  SELECT x.ci, x.t, x.p, x.player_id, x.from_bet, x.to_bet, l.bet_id
  FROM settlement_chunk c
  CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id) AS x(ci, t, p, player_id, from_bet, to_bet)
  JOIN bet_leg l ON l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id AND l.bet_id > x.from_bet AND l.bet_id <= x.to_bet
  WHERE c.run_id = p_run AND c.no = p_no
$$;

-- Cuts a chunk in two by the ids of its bets and answers them; of fewer than two nothing is cut. Null: it is done, or not as it
-- was (p_legs) any more.
CREATE FUNCTION settlement_divide(p_run bigint, p_no integer, p_legs integer[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  bets bigint[];
  edge bigint;
BEGIN
  -- Numbers of chunks are given under the lock of their run.
  PERFORM 1 FROM settlement_run r WHERE r.id = p_run FOR UPDATE;
  PERFORM 1 FROM settlement_chunk c WHERE c.run_id = p_run AND c.no = p_no AND c.done_at IS NULL AND c.legs = p_legs FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  bets := ARRAY(SELECT DISTINCT l.bet_id FROM settlement_legs(p_run, p_no) l ORDER BY 1);
  IF cardinality(bets) < 2 THEN RETURN bets; END IF;
  edge := bets[cardinality(bets) / 2];
  INSERT INTO settlement_chunk (run_id, no, ci, t, p, player_id, from_bet_id, to_bet_id, legs)
    SELECT p_run, (SELECT max(c.no) + 1 FROM settlement_chunk c WHERE c.run_id = p_run),
      array_agg(h.ci), array_agg(h.t), array_agg(h.p), array_agg(h.player_id), array_agg(greatest(h.from_bet, edge)), array_agg(h.to_bet), array_agg(h.legs)
    FROM (
      SELECT l.ci, l.t, l.p, l.player_id, l.from_bet, l.to_bet, count(*)::integer AS legs
      FROM settlement_legs(p_run, p_no) l WHERE l.bet_id > edge GROUP BY 1, 2, 3, 4, 5, 6
    ) h;
  UPDATE settlement_chunk c SET ci = h.ci, t = h.t, p = h.p, player_id = h.player_id, from_bet_id = h.from_bet, to_bet_id = h.to_bet, legs = h.legs
    FROM (
      SELECT array_agg(h.ci) AS ci, array_agg(h.t) AS t, array_agg(h.p) AS p, array_agg(h.player_id) AS player_id, array_agg(h.from_bet) AS from_bet,
        array_agg(least(h.to_bet, edge)) AS to_bet, array_agg(h.legs) AS legs
      FROM (
        SELECT l.ci, l.t, l.p, l.player_id, l.from_bet, l.to_bet, count(*)::integer AS legs
        FROM settlement_legs(p_run, p_no) l WHERE l.bet_id <= edge GROUP BY 1, 2, 3, 4, 5, 6
      ) h
    ) h WHERE c.run_id = p_run AND c.no = p_no;
  RETURN bets;
END $$;
