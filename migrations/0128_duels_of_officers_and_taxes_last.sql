-- Matches that a leg depends on: that of its game or part, and of a duel those of its sides (rules 9.1).
CREATE FUNCTION matches_of_leg(p_ci integer) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT g.main_ci FROM bet_game g WHERE g.ci = p_ci), p_ci)
  UNION ALL
  SELECT (s ->> 'ci')::integer FROM duel d CROSS JOIN LATERAL jsonb_array_elements(d.sides) s WHERE d.ci = p_ci
$$;

-- Within a settlement a bet is first taken back (its tax before the payout that it was taken of), then paid, then taxed: no
-- account is told a balance below zero between. The function stays as it was but for this; a text that is not found stops the
-- migration.
DO $$
DECLARE
  was text := 'ORDER BY p.bet_id, p.kind DESC ROWS';
  is_now text := 'ORDER BY p.bet_id, CASE WHEN p.kind = 24 THEN 0 WHEN p.kind = 18 THEN 3 WHEN p.amount < 0 THEN 1 ELSE 2 END, p.kind DESC ROWS';
  body text := pg_get_functiondef('settlement_money'::regproc);
BEGIN
  IF position(is_now IN body) > 0 THEN RETURN; END IF;
  IF position(was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in settlement_money'; END IF;
  EXECUTE replace(body, was, is_now);
END $$;
