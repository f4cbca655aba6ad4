-- Money of weeks that an officer has to look at (PAY-13): many sums, each below every bound, are as much as one above it.
-- At most one case of a player is open; what came before the end of the last one has been looked at.
CREATE TABLE money_case (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL,
  brand text NOT NULL,
  -- Hundredths of a euro, paid in and asked for in the window when it was opened.
  in_cents bigint NOT NULL,
  out_cents bigint NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  note text,
  CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (note IS NULL))
);
CREATE UNIQUE INDEX money_case_open ON money_case (player_id) WHERE closed_at IS NULL;
CREATE INDEX money_case_player ON money_case (player_id, closed_at);
