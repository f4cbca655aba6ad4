-- Leagues of the simulated world now play whole tours. Where one already runs, bets stand on the games of its seasons: those keep
-- their calendar to the end, and seasons that begin in `tours_from` or later are the first of the new kind.
CREATE TABLE world_calendar (
  tours_from integer NOT NULL
);
INSERT INTO world_calendar (tours_from)
SELECT coalesce(extract(year FROM max(starts_at))::integer + 1, 0) FROM game WHERE provider = 'world';
