-- Cover pays for a loss that was not known when it was bought (WAG-17). Where everybody was told that the leg had won, or was
-- void, until the result was put right, that is when it was first called lost, not when a result was first known.

ALTER TABLE outcome_result ADD COLUMN lost_at timestamptz;
-- What was said before this is not asked again: its loss counts from when its result was known, as it did.

CREATE OR REPLACE FUNCTION insured_in_time(p_bet bigint, p_accepted timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat(coalesce(sum(i.insured_minor) FILTER (WHERE k.lost_at IS NULL OR i.at <= k.lost_at), 0), ' ',
    coalesce(sum(i.premium_minor) FILTER (WHERE i.at > k.lost_at), 0))
  FROM (
    SELECT min(coalesce(r.lost_at, r.known_at)) AS lost_at FROM bet_leg l
    JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
    WHERE l.bet_id = p_bet AND r.won = 0 AND r.void_halves = 0
      AND coalesce(l.bought_at, p_accepted) <= r.known_at AND NOT r.voided @> coalesce(l.bought_at, p_accepted)
      AND NOT (EXISTS (SELECT 1 FROM game_lead) AND won_by_lead(l.bet_id, l.ix, l.ci, l.t, p_accepted))
  ) k CROSS JOIN bet_insurance i WHERE i.bet_id = p_bet
$$;
