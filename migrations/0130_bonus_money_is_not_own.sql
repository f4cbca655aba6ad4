-- A debt on a bonus account is the house's to get over: nothing that a player can do covers it, so it closes neither betting
-- nor the way out of his own money, and neither do winnings of bonus money make room in his limits (RG-01, ACC-21).
-- Deposits are counted gross: one that was called back or given back was paid in all the same (RG-02).
CREATE OR REPLACE FUNCTION deposits_of_limit(p_player integer, p_days smallint, p_currency smallint, p_at timestamptz) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(in_currency(d.amount_minor, d.currency_id, p_currency)), 0)
  FROM (SELECT limit_zone(p_player) AS zone, limit_first_day(p_player, p_days, p_at) AS first_day, limit_since(p_player, p_days, p_at) AS since) w, deposit d
  WHERE d.player_id = p_player
    AND (d.state IN ('created', 'pending') OR CASE
      WHEN w.since IS NULL THEN (d.done_at AT TIME ZONE w.zone)::date >= w.first_day ELSE d.done_at > w.since END)
$$;

-- The functions stay as they were but for these words; a text that is not found stops the migration.
DO $$
DECLARE
  patch record;
  body text;
BEGIN
  FOR patch IN SELECT * FROM (VALUES
    ('guard_players', 'o.receivable AND o.balance_minor < 0', 'o.receivable AND o.kind = 0 AND o.balance_minor < 0'),
    ('played_of_limit', 'JOIN account a ON a.player_id = p_player AND (NOT', 'JOIN account a ON a.player_id = p_player AND a.kind = 0 AND (NOT')
  ) AS p(name, was, is_now) LOOP
    body := pg_get_functiondef(patch.name::regproc);
    CONTINUE WHEN position(patch.is_now IN body) > 0;
    IF position(patch.was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in %', patch.name; END IF;
    EXECUTE replace(body, patch.was, patch.is_now);
  END LOOP;
END $$;
