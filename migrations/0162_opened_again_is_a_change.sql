-- A blocked bet that is open again is a change like every other: the journal writes by versions, and one that stayed open had no entry.
DO $$
DECLARE
  body text := pg_get_functiondef('settlement_again'::regproc);
  was text := 'SET status = 1, settled_at = NULL WHERE';
BEGIN
  IF position(was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in settlement_again'; END IF;
  EXECUTE replace(body, was, 'SET status = 1, settled_at = NULL, settled_version = settled_version + 1 WHERE');
END $$;
