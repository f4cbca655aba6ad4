-- A win that was paid and is put right upwards (SET-14): what the player has under either result stays his, only the rest waits
-- for two officers. Its bet stays as it was settled until they have agreed; one that waits already stays as it is.
CREATE OR REPLACE FUNCTION settlement_hold(p_bets bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM settling WHERE bet_id = ANY(p_bets) AND plain AND new_status IS NOT NULL AND status IN (2, 4, 5) AND payout > 0 AND new_payout > payout;
  UPDATE settling SET new_status = 7, new_payout = 0 WHERE bet_id = ANY(p_bets) AND plain AND new_status IS NOT NULL;
  DELETE FROM settling WHERE bet_id = ANY(p_bets) AND status = 7 AND new_status = 7;
END $$;
