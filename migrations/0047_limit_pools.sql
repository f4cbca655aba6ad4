-- What the house may lose at most, on an outcome, a market, a game, through a player, under a brand (standards WAG-07),
-- and stops of betting on demand (WAG-11). A process takes small shares of a pool uncounted
-- (src/modules/limits/README.md); what is above goes through the row of the pool, in the transaction of the bet.

-- key: `o:ci:t:p:player` outcome, `m:ci:group` market, `g:ci` game, `p:player` player, `b:brand` brand. Euro cents.
CREATE TABLE liability_pool (
  key text COLLATE "C" PRIMARY KEY,
  used_cents bigint NOT NULL DEFAULT 0 CHECK (used_cents >= 0)
) WITH (fillfactor = 50);

-- What an open bet takes of the pools: INV-11 is that a pool is the sum of these. One row a counted bet.
CREATE TABLE liability_bet (
  bet_id bigint PRIMARY KEY,
  keys text[] COLLATE "C" NOT NULL,
  cents bigint[] NOT NULL,
  CHECK (cardinality(keys) = cardinality(cents))
);

-- Locks the rows of these pools in the one order that everybody keeps, and makes those that are missing.
CREATE FUNCTION lock_pools(p_keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM unnest(p_keys) AS k(key) WHERE NOT EXISTS (SELECT 1 FROM liability_pool p WHERE p.key = k.key COLLATE "C")) THEN
    INSERT INTO liability_pool (key) SELECT DISTINCT k.key COLLATE "C" FROM unnest(p_keys) AS k(key) ORDER BY 1 ON CONFLICT DO NOTHING;
  END IF;
  PERFORM 1 FROM liability_pool p WHERE p.key IN (SELECT unnest(p_keys) COLLATE "C") ORDER BY p.key FOR UPDATE;
END $$;

-- Of these bets, whose debits have succeeded: those for which a pool has no room left (109). The first look takes no
-- lock; only near the edge are the rows held until the commit. In the order of the arrays; what a refused bet would
-- have taken is not given to the next one of the same call. q_: one element a counted part, null = none is counted.
CREATE FUNCTION guard_pools(p_bets bigint[], q_bet bigint[], q_key text[], q_cents bigint[], q_most bigint[])
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  refused bigint[];
BEGIN
  IF q_bet IS NULL OR p_bets IS NULL THEN RETURN NULL; END IF;
  IF NOT EXISTS (
    SELECT 1 FROM (
      SELECT q.key COLLATE "C" AS key, sum(q.cents) AS cents, min(q.most) AS most FROM unnest(q_key, q_cents, q_most) AS q(key, cents, most) GROUP BY 1
    ) s LEFT JOIN liability_pool p ON p.key = s.key
    WHERE coalesce(p.used_cents, 0) + s.cents > s.most
  ) THEN RETURN NULL; END IF;
  PERFORM lock_pools(q_key);
  SELECT array_agg(DISTINCT s.bet) INTO refused FROM (
    SELECT q.bet, p.used_cents + sum(q.cents) OVER (PARTITION BY q.key ORDER BY q.n) AS after, q.most
    FROM unnest(q_bet, q_key, q_cents, q_most) WITH ORDINALITY AS q(bet, key, cents, most, n)
    JOIN liability_pool p ON p.key = q.key COLLATE "C"
    WHERE q.bet IN (SELECT unnest(p_bets))
  ) s WHERE s.after > s.most;
  RETURN refused;
END $$;

-- Counts the parts of accepted bets: the last act of their transaction, so that the row of a hot game is held no longer
-- than a commit takes. Two servers that both saw room for the last of it: the second is told to try again (40001).
CREATE FUNCTION count_pools(p_bets bigint[], q_bet bigint[], q_key text[], q_cents bigint[], q_most bigint[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parts_of_all boolean;
  counted_keys text[];
  counted_cents bigint[];
  lowest_most bigint[];
BEGIN
  IF q_bet IS NULL OR p_bets IS NULL THEN RETURN; END IF;
  WITH c AS (
    INSERT INTO liability_bet (bet_id, keys, cents)
    SELECT q.bet, array_agg(q.key), array_agg(q.cents) FROM unnest(q_bet, q_key, q_cents) AS q(bet, key, cents)
    WHERE q.bet IN (SELECT unnest(p_bets)) GROUP BY q.bet RETURNING cardinality(keys) AS n
  ) SELECT coalesce(sum(c.n), 0) = cardinality(q_bet) INTO parts_of_all FROM c;
  SELECT array_agg(s.key), array_agg(s.cents), array_agg(s.most) INTO counted_keys, counted_cents, lowest_most FROM (
    SELECT q.key COLLATE "C" AS key, sum(q.cents)::bigint AS cents, min(q.most) AS most FROM unnest(q_bet, q_key, q_cents, q_most) AS q(bet, key, cents, most)
    WHERE parts_of_all OR q.bet IN (SELECT unnest(p_bets)) GROUP BY 1 ORDER BY 1
  ) s;
  IF counted_keys IS NULL THEN RETURN; END IF;
  PERFORM lock_pools(counted_keys);
  -- Only at the edge does it matter which bet of the call takes the last of the room.
  IF EXISTS (
    SELECT 1 FROM unnest(counted_keys, counted_cents, lowest_most) AS s(key, cents, most) JOIN liability_pool p ON p.key = s.key COLLATE "C"
    WHERE p.used_cents + s.cents > s.most
  ) AND EXISTS (
    SELECT 1 FROM (
      SELECT p.used_cents + sum(q.cents) OVER (PARTITION BY q.key ORDER BY q.n) AS after, q.most
      FROM unnest(q_bet, q_key, q_cents, q_most) WITH ORDINALITY AS q(bet, key, cents, most, n)
      JOIN liability_pool p ON p.key = q.key COLLATE "C"
      WHERE q.bet IN (SELECT unnest(p_bets))
    ) s WHERE s.after > s.most
  ) THEN RAISE EXCEPTION 'a limit of liability was reached meanwhile' USING ERRCODE = '40001'; END IF;
  UPDATE liability_pool p SET used_cents = p.used_cents + s.cents FROM unnest(counted_keys, counted_cents) AS s(key, cents)
    WHERE p.key = s.key COLLATE "C";
END $$;

-- Gives back what settled, sold and removed bets had taken: looks at so many counted bets after p_from, in the order of
-- their ids, and answers where to go on (0 = from the beginning). One process at a time; the others answer p_from.
CREATE FUNCTION release_pools(p_from bigint, p_rows integer, OUT next_from bigint, OUT released integer) LANGUAGE plpgsql AS $$
DECLARE
  last_bet bigint;
  seen integer;
  gone_keys text[];
  gone_cents bigint[];
BEGIN
  released := 0;
  next_from := p_from;
  IF NOT pg_try_advisory_xact_lock(7061975) THEN RETURN; END IF;
  SELECT max(l.bet_id), count(*) INTO last_bet, seen FROM (
    SELECT b.bet_id FROM liability_bet b WHERE b.bet_id > p_from ORDER BY b.bet_id LIMIT p_rows
  ) l;
  next_from := CASE WHEN seen < p_rows THEN 0 ELSE last_bet END;
  IF seen = 0 THEN RETURN; END IF;
  WITH gone AS (
    DELETE FROM liability_bet l USING bet b
    WHERE l.bet_id > p_from AND l.bet_id <= last_bet AND b.id = l.bet_id AND b.status NOT IN (1, 7)
    RETURNING l.keys, l.cents
  ), parts AS (
    SELECT u.key, sum(u.cents)::bigint AS cents, count(*) AS n FROM gone, unnest(gone.keys, gone.cents) AS u(key, cents) GROUP BY u.key ORDER BY u.key
  )
  SELECT array_agg(parts.key), array_agg(parts.cents), sum(parts.n) INTO gone_keys, gone_cents, released FROM parts;
  released := coalesce(released, 0);
  IF gone_keys IS NULL THEN RETURN; END IF;
  PERFORM lock_pools(gone_keys);
  UPDATE liability_pool p SET used_cents = p.used_cents - s.cents FROM unnest(gone_keys, gone_cents) AS s(key, cents)
    WHERE p.key = s.key COLLATE "C";
END $$;

-- How far the house trusts a player: his limits are the usual ones times this (rules 4 userFactor), thousandths.
CREATE TABLE player_trust (
  player_id integer PRIMARY KEY,
  factor_milli integer NOT NULL CHECK (factor_milli BETWEEN 0 AND 100000),
  reason text NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- Who stopped betting on what, when and why, and who let it run again (WAG-11). The last word on a target is in force;
-- the id of the newest row is the version that processes know of. Rows are written one after the other (stop_betting).
CREATE TABLE betting_stop (
  id bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  -- all, sport, game, market, provider, player, brand
  scope text NOT NULL CHECK (scope IN ('all', 'sport', 'game', 'market', 'provider', 'player', 'brand')),
  target text NOT NULL,
  stopped boolean NOT NULL
);
CREATE TRIGGER betting_stop_append_only BEFORE UPDATE OR DELETE ON betting_stop FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The lock lets every bet on its way commit first and holds those that come later: when the stop is told, none that had
-- not seen it can enter the books.
CREATE FUNCTION stop_betting(p_scope text, p_target text, p_stopped boolean, p_actor text, p_reason text, p_at timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  next_id bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7061976);
  SELECT coalesce(max(s.id), 0) + 1 INTO next_id FROM betting_stop s;
  INSERT INTO betting_stop (id, at, actor, reason, scope, target, stopped) VALUES (next_id, p_at, p_actor, p_reason, p_scope, p_target, p_stopped);
  RETURN next_id;
END $$;

-- First act of placing: whoever checked a bet without the newest stop has to look again. Null = not asked.
CREATE FUNCTION heed_stops(p_stops bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_stops IS NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock_shared(7061976);
  IF EXISTS (SELECT 1 FROM betting_stop s WHERE s.id > p_stops) THEN
    RAISE EXCEPTION 'betting was stopped or opened meanwhile' USING ERRCODE = 'PLST1';
  END IF;
END $$;

-- What was counted leg by leg until now, in pools.
INSERT INTO liability_pool (key, used_cents) SELECT concat_ws(':', 'o', o.ci, o.t, o.p, o.player_id), o.used_cents FROM outcome_liability o;
INSERT INTO liability_bet (bet_id, keys, cents)
  SELECT l.bet_id, array_agg(concat_ws(':', 'o', l.ci, l.t, l.p, l.player_id)), array_agg(l.cents) FROM liability_leg l GROUP BY l.bet_id;
DROP FUNCTION guard_liability;
DROP FUNCTION release_liability;
DROP TABLE outcome_liability, liability_leg;
