-- What each player of a cricket match that is over made and gave away, ball by ball: scorecards and pages of players.
CREATE TABLE finished_cricketer (
  player_id integer NOT NULL,
  game_ci integer NOT NULL REFERENCES finished_game (ci) ON DELETE CASCADE,
  side smallint NOT NULL,
  bat_no smallint NOT NULL,
  bowl_no smallint NOT NULL,
  runs smallint NOT NULL,
  balls smallint NOT NULL,
  fours smallint NOT NULL,
  sixes smallint NOT NULL,
  how text NOT NULL,
  out_by integer NOT NULL,
  bowled smallint NOT NULL,
  conceded smallint NOT NULL,
  wickets smallint NOT NULL,
  PRIMARY KEY (player_id, game_ci)
);
CREATE INDEX finished_cricketer_by_game ON finished_cricketer (game_ci);
