-- Cover that is bought when a leg is lost already, though the result comes later, covers nothing (standards WAG-17): its price
-- comes back with the loss, what it would have covered does not.

-- What the slices of a bet cover, and the premiums of those that came too late, as two numbers.
CREATE FUNCTION insured_in_time(p_bet bigint, p_accepted timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat(coalesce(sum(i.insured_minor) FILTER (WHERE k.lost_at IS NULL OR i.at <= k.lost_at), 0), ' ',
    coalesce(sum(i.premium_minor) FILTER (WHERE i.at > k.lost_at), 0))
  FROM (
    SELECT min(r.known_at) AS lost_at FROM bet_leg l
    JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
    WHERE l.bet_id = p_bet AND r.won = 0 AND r.void_halves = 0 AND p_accepted <= r.known_at AND NOT r.voided @> p_accepted
      AND NOT (EXISTS (SELECT 1 FROM game_lead) AND won_by_lead(l.bet_id, l.ix, l.ci, l.t, p_accepted))
  ) k CROSS JOIN bet_insurance i WHERE i.bet_id = p_bet
$$;

-- A lost bet with cover is looked at again when another leg of it is lost: that one may have been known before the cover was
-- bought. The function stays as it was but for these words; a text that is not found stops the migration.
DO $$
DECLARE
  body text := pg_get_functiondef('settlement_gather'::regproc);
  again text := 'b.status = 2 AND (g.is_again OR anew)';
  kept text := 'WHEN b.status = 2 THEN b.vid NOT IN (0, 1) OR w.lost = 0 OR EXISTS (';
BEGIN
  IF position(again IN body) = 0 OR position(kept IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in settlement_gather'; END IF;
  body := replace(body, again, 'b.status = 2 AND (g.is_again OR anew OR (NOT b.plain AND g.lost_at IS NOT NULL AND EXISTS ('
    'SELECT 1 FROM bet_insurance i WHERE i.bet_id = b.id)))');
  EXECUTE replace(body, kept, 'WHEN b.status = 2 THEN b.vid NOT IN (0, 1) OR w.lost = 0 OR EXISTS (SELECT 1 FROM bet_insurance i WHERE i.bet_id = b.id) OR EXISTS (');
END $$;
