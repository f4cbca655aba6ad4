-- Prices of a game since opening, thinned (at most sixty points an outcome): names of outcomes by line, then
-- (outcome, second, thousandths) as packed numbers. Rewritten whole while the game is in the book.
CREATE TABLE price_history (
  ci integer PRIMARY KEY,
  names text NOT NULL,
  points bytea NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX price_history_by_time ON price_history USING brin (updated_at);
