-- Bets that wait their live delay in the memory of one process, as all of them see it: a question about such a key (OnlyKnown)
-- is answered "it waits" wherever it is asked (WAG-12). `due_at` is by the clock of the database, which they share. A row means
-- nothing soon after it is due, so nobody waits for the disk: unlogged. When the database falls the bets that wait are asked for anew.
CREATE UNLOGGED TABLE bet_waiting (
  player_id integer NOT NULL,
  guid text COLLATE "C" NOT NULL,
  body_hash uuid NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, guid)
);
