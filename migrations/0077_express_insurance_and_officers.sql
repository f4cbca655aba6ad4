-- Insurance of expresses as a promotion (features XT-21): an express that exactly one leg has lost gives a promo code.

ALTER TABLE bet_money ADD COLUMN free_bet_minor bigint NOT NULL DEFAULT 0 CHECK (free_bet_minor >= 0);
-- The lost express that the code was given for. A code that ends when it was given was taken back.
ALTER TABLE promo_code ADD COLUMN insured_bet bigint UNIQUE;

-- Writes down what these bets give and moves their codes: one for a bet, never a second, and one that is used stays as it
-- is. Called after the accounts of the chunk are locked, which whoever uses a code locks first too.
CREATE FUNCTION settlement_free_bets(p_bets bigint[], p_minor bigint[], p_days integer[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bet_money m SET free_bet_minor = x.minor FROM unnest(p_bets, p_minor) AS x(bet, minor) WHERE m.bet_id = x.bet;
  INSERT INTO promo_code AS c (code, player_id, currency_id, nominal_minor, valid_until, given_at, insured_bet)
    SELECT upper(right(replace(gen_random_uuid()::text, '-', ''), 12)), b.player_id, b.currency_id, x.minor, p_now + make_interval(days => x.days), p_now, b.id
    FROM unnest(p_bets, p_minor, p_days) AS x(bet, minor, days) JOIN bet b ON b.id = x.bet WHERE x.minor > 0 ORDER BY b.id
    ON CONFLICT (insured_bet) DO UPDATE SET nominal_minor = excluded.nominal_minor, given_at = excluded.given_at, valid_until = excluded.valid_until
      WHERE c.bet_id IS NULL;
  UPDATE promo_code c SET valid_until = c.given_at FROM unnest(p_bets, p_minor) AS x(bet, minor)
    WHERE c.insured_bet = x.bet AND x.minor = 0 AND c.bet_id IS NULL;
END $$;

-- An insured express that is lost is looked at again when a result is corrected: it matters how many legs are lost. The
-- function stays as it was but for these words; a text that is not found stops the migration.
DO $$
DECLARE
  body text := pg_get_functiondef('settlement_gather'::regproc);
  was text := 'WHEN s.status = 2 AND s.vid IN (0, 1) AND w.lost > 0 THEN false';
BEGIN
  IF position(was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in settlement_gather'; END IF;
  EXECUTE replace(body, was, 'WHEN s.status = 2 AND s.vid IN (0, 1) AND w.lost > 0 THEN EXISTS ('
    'SELECT 1 FROM bet_receipt rc WHERE rc.bet_id = s.bet_id AND rc.receipt->''terms''->''expressInsurance'' IS NOT NULL)');
END $$;

-- What officers did by hand to results of games (standards SET-15). Written before it happens; `refused` when it did not.
CREATE TABLE result_by_hand (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The match; its parts are meant too.
  ci integer NOT NULL,
  officer text NOT NULL,
  act text NOT NULL CHECK (act IN ('settle', 'cancel', 'finish', 'score', 'fact')),
  at timestamptz NOT NULL,
  refused boolean NOT NULL DEFAULT false
);
CREATE INDEX result_by_hand_game ON result_by_hand (ci);
