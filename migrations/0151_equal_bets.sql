-- Equal bets of a player have one largest stake together (rules 4). What they take of it is counted like a pool (0047), key
-- `e:player:bet`: shares of what was the largest stake when each was placed (limits/rules/equal-bets.ts), so that a price that
-- moves makes nothing staked before larger or smaller.

-- Gives back what those of these bets had counted that are no longer open, and answers it by pool. What may be opened again
-- is kept (0138).
CREATE FUNCTION release_bets(p_bets bigint[]) RETURNS TABLE (released_key text, released_cents bigint) LANGUAGE plpgsql AS $$
DECLARE
  gone_keys text[];
  gone_cents bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock(7061975);
  WITH gone AS (
    DELETE FROM liability_bet l USING bet b WHERE l.bet_id = ANY(p_bets) AND b.id = l.bet_id AND b.status NOT IN (1, 7)
    RETURNING l.bet_id, l.keys, l.cents, b.status
  ), past AS (
    INSERT INTO liability_past (bet_id, keys, cents) SELECT g.bet_id, g.keys, g.cents FROM gone g WHERE g.status <> 8
  ), parts AS (
    SELECT u.key, sum(u.cents)::bigint AS cents FROM gone, unnest(gone.keys, gone.cents) AS u(key, cents) GROUP BY u.key ORDER BY u.key
  )
  SELECT array_agg(parts.key), array_agg(parts.cents) INTO gone_keys, gone_cents FROM parts;
  IF gone_keys IS NULL THEN RETURN; END IF;
  PERFORM lock_pools(gone_keys);
  UPDATE liability_pool p SET used_cents = p.used_cents - s.cents FROM unnest(gone_keys, gone_cents) AS s(key, cents)
    WHERE p.key = s.key COLLATE "C";
  RETURN QUERY SELECT s.key, s.cents FROM unnest(gone_keys, gone_cents) AS s(key, cents);
END $$;

-- Of an open bet that has been sold in part: what it takes of the largest stake of its equals is that of the stake that is left.
CREATE FUNCTION release_part(p_bet bigint, p_left bigint, p_whole bigint) RETURNS TABLE (released_key text, released_cents bigint)
LANGUAGE plpgsql AS $$
DECLARE
  counted liability_bet;
  equal_key text;
  taken bigint;
  kept bigint;
BEGIN
  SELECT l.* INTO counted FROM liability_bet l JOIN bet b ON b.id = l.bet_id AND b.status IN (1, 7) WHERE l.bet_id = p_bet FOR UPDATE OF l;
  SELECT u.key, u.cents INTO equal_key, taken FROM unnest(counted.keys, counted.cents) AS u(key, cents) WHERE u.key >= 'e:' AND u.key < 'e;';
  IF equal_key IS NULL THEN RETURN; END IF;
  kept := ceil(taken::numeric * p_left / p_whole);
  UPDATE liability_bet l SET cents = ARRAY(
    SELECT CASE WHEN u.key = equal_key THEN kept ELSE u.cents END FROM unnest(l.keys, l.cents) WITH ORDINALITY AS u(key, cents, n) ORDER BY u.n
  ) WHERE l.bet_id = p_bet;
  PERFORM lock_pools(ARRAY[equal_key]);
  UPDATE liability_pool p SET used_cents = p.used_cents - (taken - kept) WHERE p.key = equal_key COLLATE "C";
  RETURN QUERY SELECT equal_key, taken - kept;
END $$;

-- As in 0138.
CREATE OR REPLACE FUNCTION release_pools(p_from bigint, p_rows integer, OUT next_from bigint, OUT released integer) LANGUAGE plpgsql AS $$
DECLARE
  last_bet bigint;
  seen integer;
BEGIN
  released := 0;
  next_from := p_from;
  IF NOT pg_try_advisory_xact_lock(7061975) THEN RETURN; END IF;
  SELECT max(l.bet_id), count(*) INTO last_bet, seen FROM (
    SELECT b.bet_id FROM liability_bet b WHERE b.bet_id > p_from ORDER BY b.bet_id LIMIT p_rows
  ) l;
  next_from := CASE WHEN seen < p_rows THEN 0 ELSE last_bet END;
  IF seen = 0 THEN RETURN; END IF;
  SELECT count(*) INTO released FROM release_bets(ARRAY(
    SELECT l.bet_id FROM liability_bet l JOIN bet b ON b.id = l.bet_id AND b.status NOT IN (1, 7) WHERE l.bet_id > p_from AND l.bet_id <= last_bet
  ));
END $$;
