-- A correction may pay to an account that its player has closed since, or take from it: it is open again, so that its
-- money is his to see and to use, and what is owed stands with him.
DO $$
DECLARE
  was text := 'receivable = a.balance_minor + d.amount < 0';
  body text := pg_get_functiondef('settlement_money'::regproc);
BEGIN
  IF position(was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in settlement_money'; END IF;
  EXECUTE replace(body, was, was || ',' || E'\n' || '      closed_at = CASE WHEN a.balance_minor + d.amount <> 0 THEN NULL ELSE a.closed_at END');
END $$;

-- Accounts that were closed while money was on its way to them.
UPDATE account SET closed_at = NULL WHERE closed_at IS NOT NULL AND balance_minor <> 0;
