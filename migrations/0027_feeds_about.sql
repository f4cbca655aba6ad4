-- What a provider tells of championships (section, discipline, competition) and games (title, race card).
ALTER TABLE championship ADD COLUMN about jsonb;
ALTER TABLE game ADD COLUMN about jsonb;

-- Races that are over: the runner's own page and the form of the next card.
CREATE TABLE past_run (
  competitor_id integer NOT NULL,
  game_ci integer NOT NULL,
  starts_at timestamptz NOT NULL,
  -- 0 when the runner did not come in.
  place smallint NOT NULL,
  runners smallint NOT NULL,
  PRIMARY KEY (competitor_id, game_ci)
);
CREATE INDEX past_run_by_time ON past_run (competitor_id, starts_at);
