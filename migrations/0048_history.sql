-- A player may clear his lists of bets: what was decided by then is no longer shown in them. Nothing is removed, and a
-- bet whose result is corrected later comes back.
CREATE TABLE history_cleared (
  account_id integer PRIMARY KEY REFERENCES account (id),
  at timestamptz NOT NULL
);
