-- Matches of the feed that are over, as results: what tables, form and meetings are made of besides past_game.
CREATE TABLE finished_game (
  ci integer PRIMARY KEY,
  i integer NOT NULL,
  provider text NOT NULL,
  ref text NOT NULL,
  championship_id integer NOT NULL,
  home_id integer NOT NULL,
  away_id integer NOT NULL,
  starts_at timestamptz NOT NULL,
  status text NOT NULL,
  status_note text,
  round text,
  venue text,
  score integer[] NOT NULL,
  periods jsonb NOT NULL,
  stats jsonb NOT NULL,
  -- Goals, cards and changes of players only.
  incidents jsonb NOT NULL,
  -- Sent time of the head that this row was made from: a later one makes it again.
  head_at timestamptz NOT NULL,
  UNIQUE (provider, ref)
);
CREATE INDEX finished_game_by_championship ON finished_game (championship_id, starts_at DESC);
CREATE INDEX finished_game_by_home ON finished_game (home_id, starts_at DESC);
CREATE INDEX finished_game_by_away ON finished_game (away_id, starts_at DESC);
CREATE INDEX finished_game_by_start ON finished_game (starts_at);

-- Which players took part in what happened in a game that is over.
CREATE TABLE finished_player (
  player_id integer NOT NULL,
  game_ci integer NOT NULL REFERENCES finished_game (ci) ON DELETE CASCADE,
  goals smallint NOT NULL,
  cards smallint NOT NULL,
  PRIMARY KEY (player_id, game_ci)
);

-- Championships whose past seasons have been brought from their provider.
CREATE TABLE past_filled (
  championship_id integer PRIMARY KEY,
  filled_at timestamptz NOT NULL
);

-- The collector asks for heads that have changed since it last looked.
CREATE INDEX game_over_by_sent ON game (sent_at) WHERE status IN ('ended', 'closed', 'abandoned');
CREATE INDEX athlete_by_competitor ON athlete (competitor_id);
-- A past result has no number of its own: pages and the wire call it by this digest.
CREATE INDEX past_game_by_digest ON past_game (substr(md5(provider || '|' || ref), 1, 22));

-- Results of both kinds in one shape; a game that was played here counts once.
CREATE VIEW statistics_result AS
SELECT f.ci, f.i, NULL::text AS digest, f.championship_id, f.home_id, f.away_id, f.starts_at, f.score, f.periods, f.round, f.status, f.status_note
FROM finished_game f
UNION ALL
SELECT NULL, NULL, substr(md5(p.provider || '|' || p.ref), 1, 22), p.championship_id, p.home_id, p.away_id, p.starts_at, p.score::integer[], p.periods,
       NULL, 'closed', NULL
FROM past_game p
WHERE NOT EXISTS (SELECT 1 FROM finished_game f WHERE f.provider = p.provider AND f.ref = p.ref);
