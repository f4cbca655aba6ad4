-- A result that is put right is settled again (rules 3.5), and with it the advances that its bets stand behind (8.5). Their 48
-- hours are those of the first settlement: what is put right later still was settled in time.

ALTER TABLE bet ADD COLUMN first_settled_at timestamptz;

-- The function stays as it was but for this; a text that is not found stops the migration.
DO $$
DECLARE
  was text := 'settled_at = CASE WHEN c.new_status = 1 THEN NULL ELSE p_now END';
  body text := pg_get_functiondef('settlement_post'::regproc);
BEGIN
  IF position('first_settled_at' IN body) > 0 THEN RETURN; END IF;
  IF position(was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in settlement_post'; END IF;
  EXECUTE replace(body, was, was || ',
      first_settled_at = CASE WHEN b.status IN (2, 4, 5) THEN coalesce(b.first_settled_at, b.settled_at) ELSE b.first_settled_at END');
END $$;

-- The settlement may have to be told of an open advance too: its bet, which was settled, is open again.
ALTER TABLE bet_advance ALTER COLUMN told SET DEFAULT true;
UPDATE bet_advance SET told = true WHERE state = 0;
DROP INDEX bet_advance_untold;
CREATE INDEX bet_advance_untold ON bet_advance (bet_id) WHERE NOT told;
