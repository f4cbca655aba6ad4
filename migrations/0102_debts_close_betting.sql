-- Betting is closed for a player until what a correction took below zero is covered (rules 3.7), also from his other
-- accounts, by a promo code or an advance. Deposits and transfers stay open: they are how it is covered.
-- The flag, which only corrections change, keeps the index out of the way of every other change of a balance.
CREATE INDEX account_receivable ON account (player_id) WHERE receivable;

DO $$
DECLARE
  debt text := 'EXISTS (SELECT 1 FROM account o WHERE o.player_id = r.player AND o.receivable AND o.balance_minor < 0)';
  watched text := 'EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player)';
  refused text := 'EXISTS (SELECT 1 FROM betting_block b WHERE b.player_id = r.player AND (b.until IS NULL OR b.until > p_at))';
  body text := pg_get_functiondef('guard_players'::regproc);
BEGIN
  IF position(watched || ';' IN body) = 0 OR position(refused IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in guard_players'; END IF;
  EXECUTE replace(replace(body, watched || ';', watched || ' OR ' || debt || ';'), refused, refused || ' OR ' || debt);
END $$;
