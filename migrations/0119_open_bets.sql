-- Open bets, found without a look at every bet there ever was: an index on their status would cost each settlement the
-- place on its page (0011). Ids rise with time, so what is before `bet_open_from` has been looked at: nothing there is
-- open but what `bet_long_open` lists. Both lists may name bets that have been decided since: who asks looks at the status.

CREATE TABLE bet_open_from (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  bet_id bigint NOT NULL
);
CREATE TABLE bet_long_open (
  bet_id bigint PRIMARY KEY,
  account_id integer NOT NULL
);
CREATE INDEX bet_long_open_account ON bet_long_open (account_id);

CREATE FUNCTION bet_open_from() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT f.bet_id FROM bet_open_from f), 0)
$$;

-- 1 open, 3 won and not paid, 7 blocked (wire 8.11).
CREATE VIEW open_bet AS
  SELECT b.id, b.player_id, b.account_id, b.currency_id, b.status, b.stake_minor, b.max_payout_minor, b.price
  FROM bet b WHERE b.id >= (SELECT bet_open_from()) AND b.status IN (1, 3, 7)
  UNION ALL
  SELECT b.id, b.player_id, b.account_id, b.currency_id, b.status, b.stake_minor, b.max_payout_minor, b.price
  FROM bet_long_open o JOIN bet b ON b.id = o.bet_id WHERE b.id < (SELECT bet_open_from()) AND b.status IN (1, 3, 7);

-- Bets of these accounts that may be open: a bet is found through its entry of kind 1.
CREATE FUNCTION bets_maybe_open(p_accounts integer[]) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT e.tx_id FROM ledger_entry e WHERE e.account_id = ANY(p_accounts) AND e.kind = 1 AND e.tx_id >= (SELECT bet_open_from())
  UNION
  SELECT o.bet_id FROM bet_long_open o WHERE o.account_id = ANY(p_accounts)
$$;

-- A correction opens a decided bet again, however old it is. The lock: while the lists move on nobody writes into them,
-- so that no bet is struck off that a transaction on its way has just opened.
CREATE FUNCTION note_reopened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7061977);
  INSERT INTO bet_long_open (bet_id, account_id) VALUES (NEW.id, NEW.account_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER bet_reopened AFTER UPDATE OF status ON bet FOR EACH ROW
  WHEN (OLD.status NOT IN (1, 3, 7) AND NEW.status IN (1, 3, 7)) EXECUTE FUNCTION note_reopened();

-- Moves the lists on: bets before p_to that are open become long open, those decided since are struck off. p_to lies so
-- far back that no bet before it is on its way. Answers how many are listed.
CREATE FUNCTION move_open_from(p_to bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7061977);
  -- Statements of their own: each sees what the lock may have waited for.
  INSERT INTO bet_long_open (bet_id, account_id)
    SELECT b.id, b.account_id FROM bet b WHERE b.id >= bet_open_from() AND b.id < p_to AND b.status IN (1, 3, 7) ON CONFLICT DO NOTHING;
  DELETE FROM bet_long_open o USING bet b WHERE b.id = o.bet_id AND b.status NOT IN (1, 3, 7);
  INSERT INTO bet_open_from AS f (bet_id) VALUES (p_to) ON CONFLICT (only_row) DO UPDATE SET bet_id = greatest(f.bet_id, excluded.bet_id);
  RETURN (SELECT count(*) FROM bet_long_open);
END $$;
-- A database with years of bets: all but the last two days (milliseconds stand above twelve bits of an id) are looked at now.
SELECT move_open_from(max(b.id) - (172800000::bigint << 12)) FROM bet b HAVING max(b.id) IS NOT NULL;
