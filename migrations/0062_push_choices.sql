-- Of what a player hears by his browsers' own notices beside the games that he follows (XT-71). No row: of nothing.
CREATE TABLE push_choice (
  player_id integer PRIMARY KEY,
  topics text[] NOT NULL CHECK (topics <@ ARRAY['bets', 'orders', 'money']),
  saved_at timestamptz NOT NULL
);
