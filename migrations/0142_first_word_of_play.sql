-- When a game began, as its provider sent it: the first word of play that was sent, whichever arrived first, but none from before the
-- game was said to be still to come. p_heard: the word by which it left the line. The phases are those before a game of feeds/rules/status.ts.
CREATE FUNCTION game_began(p_ci integer, p_heard timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(p_heard, min(f.sent_at)) FROM game g
  JOIN fact f ON f.game_ref = g.ref AND f.provider = g.provider AND f.sent_at < p_heard
    AND (f.t = 'game' AND f.body->'game'->>'status' = 'live' OR f.t = 'live' AND f.body->'state'->>'phase' <> ALL('{"",pre,not_started,scheduled}'::text[]))
  WHERE g.ci = p_ci AND f.sent_at > coalesce((
    SELECT max(n.sent_at) FROM fact n WHERE n.game_ref = g.ref AND n.provider = g.provider AND n.sent_at < p_heard
      AND n.t = 'game' AND n.body->'game'->>'status' IN ('scheduled', 'delayed', 'postponed')), '-infinity')
$$;
