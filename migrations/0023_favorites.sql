-- What players marked: games by constant id, championships, teams. kind: 1 game, 2 championship, 3 team.
CREATE TABLE favorite (
  player_id integer NOT NULL,
  kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 3),
  id integer NOT NULL,
  sport_id integer NOT NULL,
  -- Feed kind of a game when it was marked, 1 live or 3 line; 0 for the others.
  game_kind smallint NOT NULL,
  -- Names when it was marked: a championship without games is still shown by its name.
  names jsonb NOT NULL,
  -- Order of adding.
  n bigint GENERATED ALWAYS AS IDENTITY,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, kind, id)
);
