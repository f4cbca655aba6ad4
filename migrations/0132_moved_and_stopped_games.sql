-- What rules 3.5 ask of a game that did not run as announced: under which starts bets on it were taken before it was moved, and how
-- long play stood still. A row is judged once, by the feed; it outlives a restart until it is.
CREATE TABLE game_start (
  ci integer NOT NULL,
  -- The start that was announced until then.
  starts_at timestamptz NOT NULL,
  until_at timestamptz NOT NULL,
  judged_at timestamptz,
  PRIMARY KEY (ci, until_at)
);
CREATE INDEX game_start_open ON game_start (ci) WHERE judged_at IS NULL;

CREATE TABLE game_stop (
  ci integer NOT NULL,
  from_at timestamptz NOT NULL,
  -- When it was played on or over; null while it stands still.
  until_at timestamptz,
  -- What had been played by then; null where nobody has told.
  clock_sec integer,
  judged_at timestamptz,
  PRIMARY KEY (ci, from_at)
);
CREATE INDEX game_stop_open ON game_stop (ci) WHERE judged_at IS NULL;

-- Games that stand still now.
INSERT INTO game_stop (ci, from_at) SELECT ci, sent_at FROM game WHERE status IN ('suspended', 'interrupted') AND kind = 1;

-- Of a cancellation: outcomes that were decided when it was sent stand.
ALTER TABLE settlement_action ADD COLUMN undecided boolean;
