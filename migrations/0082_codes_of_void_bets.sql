-- What a promo code was given for may fall away: a void bet is corrected, an insured express is lost no more (rules 2.11,
-- features XT-21). Then every code that came of it goes: the code itself, and what was given again for void bets that it had
-- paid for. Null = stands. Of a used code it is the record that it paid for a bet and was taken back too late.
ALTER TABLE promo_code ADD COLUMN taken_back_at timestamptz;
UPDATE promo_code SET taken_back_at = given_at WHERE insured_bet IS NOT NULL AND valid_until = given_at;
UPDATE promo_code c SET taken_back_at = c.valid_until, valid_until = CASE WHEN c.bet_id IS NULL THEN c.given_at ELSE c.valid_until END
  FROM bet b WHERE b.id = c.returned_from AND b.status <> 5;

-- Brings the codes that were given again into line with the bets that these bets are now: one for a void bet whose own code
-- stands, good for a week at least, none for others, and so on down to bets that were made with those. May be called at any
-- time and by several at once: who paid for a bet is locked before its status is read. Answers what can be used in their
-- place. A code that ends when it was given is refused to a bet that is just being made, whatever its time.
CREATE FUNCTION promo_follow(p_bets bigint[], p_now timestamptz)
  RETURNS TABLE (returned_from bigint, player_id integer, code text, nominal_minor bigint, currency_id smallint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  bets bigint[] := p_bets;
  seen bigint[] := '{}';
BEGIN
  WHILE cardinality(bets) > 0 LOOP
    PERFORM 1 FROM promo_code p WHERE p.bet_id = ANY (bets) ORDER BY p.code FOR UPDATE;
    INSERT INTO promo_code AS c (code, player_id, currency_id, nominal_minor, min_price, vids, name, valid_until, given_at, returned_from)
      SELECT upper(right(replace(gen_random_uuid()::text, '-', ''), 12)), p.player_id, p.currency_id, p.nominal_minor, p.min_price, p.vids, p.name,
        greatest(p.valid_until, p_now + interval '7 days'), p_now, p.bet_id
      FROM promo_code p JOIN bet b ON b.id = p.bet_id
      WHERE p.bet_id = ANY (bets) AND b.status = 5 AND p.taken_back_at IS NULL ORDER BY p.code
      ON CONFLICT (returned_from) DO UPDATE SET taken_back_at = NULL,
        valid_until = CASE WHEN c.bet_id IS NULL THEN excluded.valid_until ELSE c.valid_until END
        WHERE c.taken_back_at IS NOT NULL;
    UPDATE promo_code c SET taken_back_at = p_now, valid_until = CASE WHEN c.bet_id IS NULL THEN c.given_at ELSE c.valid_until END
      FROM promo_code p JOIN bet b ON b.id = p.bet_id
      WHERE p.bet_id = ANY (bets) AND c.returned_from = p.bet_id AND c.taken_back_at IS NULL AND (b.status <> 5 OR p.taken_back_at IS NOT NULL);
    seen := seen || bets;
    bets := ARRAY(SELECT c.bet_id FROM promo_code c WHERE c.returned_from = ANY (bets) AND c.bet_id IS NOT NULL);
  END LOOP;
  RETURN QUERY SELECT c.returned_from, c.player_id, c.code, c.nominal_minor, c.currency_id FROM promo_code c
    WHERE c.returned_from = ANY (seen) AND c.bet_id IS NULL AND c.taken_back_at IS NULL ORDER BY c.returned_from;
END $$;

-- As in 0077, and what came of a code that was used follows it.
CREATE OR REPLACE FUNCTION settlement_free_bets(p_bets bigint[], p_minor bigint[], p_days integer[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bet_money m SET free_bet_minor = x.minor FROM unnest(p_bets, p_minor) AS x(bet, minor) WHERE m.bet_id = x.bet;
  INSERT INTO promo_code AS c (code, player_id, currency_id, nominal_minor, valid_until, given_at, insured_bet)
    SELECT upper(right(replace(gen_random_uuid()::text, '-', ''), 12)), b.player_id, b.currency_id, x.minor, p_now + make_interval(days => x.days), p_now, b.id
    FROM unnest(p_bets, p_minor, p_days) AS x(bet, minor, days) JOIN bet b ON b.id = x.bet WHERE x.minor > 0 ORDER BY b.id
    ON CONFLICT (insured_bet) DO UPDATE SET nominal_minor = excluded.nominal_minor, given_at = excluded.given_at, valid_until = excluded.valid_until
      WHERE c.bet_id IS NULL;
  UPDATE promo_code c SET taken_back_at = CASE WHEN x.minor = 0 THEN p_now END,
      valid_until = CASE WHEN x.minor = 0 AND c.bet_id IS NULL THEN c.given_at ELSE c.valid_until END
    FROM unnest(p_bets, p_minor) AS x(bet, minor) WHERE c.insured_bet = x.bet;
  PERFORM promo_follow(ARRAY(SELECT c.bet_id FROM promo_code c WHERE c.insured_bet = ANY (p_bets) AND c.bet_id IS NOT NULL), p_now);
END $$;
