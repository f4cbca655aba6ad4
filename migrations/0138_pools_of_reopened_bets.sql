-- What bets took of the pools of liability (0047) counts again when a result is taken back and they are open once more.

-- What a bet that is decided had counted. Sold ones (8) are never open again and have no row. One row a counted bet.
CREATE TABLE liability_past (
  bet_id bigint PRIMARY KEY,
  keys text[] COLLATE "C" NOT NULL,
  cents bigint[] NOT NULL,
  CHECK (cardinality(keys) = cardinality(cents))
);

-- As in 0047, but what is given back is kept.
CREATE OR REPLACE FUNCTION release_pools(p_from bigint, p_rows integer, OUT next_from bigint, OUT released integer) LANGUAGE plpgsql AS $$
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
    RETURNING l.bet_id, l.keys, l.cents, b.status
  ), past AS (
    INSERT INTO liability_past (bet_id, keys, cents) SELECT g.bet_id, g.keys, g.cents FROM gone g WHERE g.status <> 8
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

-- The last act of a transaction that opens decided bets again: what they had counted is counted as before, and the parts
-- q_, which they had taken without a count, with it. Nothing is refused, a pool may be above its most afterwards.
-- Answers what was counted, by pool.
-- The caller holds the lock of `release_pools` as a shared one, so that nothing is given back meanwhile.
CREATE FUNCTION count_again(p_bets bigint[], q_bet bigint[], q_key text[], q_cents bigint[])
RETURNS TABLE (counted_key text, counted_cents bigint) LANGUAGE plpgsql AS $$
DECLARE
  all_keys text[];
  all_cents bigint[];
BEGIN
  WITH back AS (
    DELETE FROM liability_past p WHERE p.bet_id = ANY(p_bets) RETURNING p.bet_id, p.keys, p.cents
  ), added AS (
    SELECT q.bet AS bet_id, array_agg(q.key COLLATE "C") AS keys, array_agg(q.cents) AS cents FROM unnest(q_bet, q_key, q_cents) AS q(bet, key, cents) GROUP BY q.bet
  ), counted AS (
    INSERT INTO liability_bet AS l (bet_id, keys, cents)
    SELECT coalesce(b.bet_id, a.bet_id), coalesce(b.keys, '{}') || coalesce(a.keys, '{}'), coalesce(b.cents, '{}') || coalesce(a.cents, '{}')
    FROM back b FULL JOIN added a ON a.bet_id = b.bet_id
    ON CONFLICT (bet_id) DO UPDATE SET keys = l.keys || excluded.keys, cents = l.cents || excluded.cents
  ), parts AS (
    SELECT u.key COLLATE "C" AS key, sum(u.cents)::bigint AS cents
    FROM (SELECT b.keys, b.cents FROM back b UNION ALL SELECT a.keys, a.cents FROM added a) x, unnest(x.keys, x.cents) AS u(key, cents)
    GROUP BY 1 ORDER BY 1
  )
  SELECT array_agg(parts.key), array_agg(parts.cents) INTO all_keys, all_cents FROM parts;
  IF all_keys IS NULL THEN RETURN; END IF;
  PERFORM lock_pools(all_keys);
  UPDATE liability_pool p SET used_cents = p.used_cents + s.cents FROM unnest(all_keys, all_cents) AS s(key, cents)
    WHERE p.key = s.key COLLATE "C";
  RETURN QUERY SELECT s.key, s.cents FROM unnest(all_keys, all_cents) AS s(key, cents);
END $$;
