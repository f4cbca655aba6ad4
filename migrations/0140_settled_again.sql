-- A bet that was blocked and is open again has not been settled: it had kept the time at which it was blocked.
DO $$
DECLARE
  body text := pg_get_functiondef('settlement_again'::regproc);
  was text := 'UPDATE bet SET status = 1 WHERE';
BEGIN
  IF position(was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in settlement_again'; END IF;
  EXECUTE replace(body, was, 'UPDATE bet SET status = 1, settled_at = NULL WHERE');
END $$;
