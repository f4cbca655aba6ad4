-- What players want to hear of games. options: event * 10 + period (wire 10); channels: 1 site, 2 push.
CREATE TABLE game_subscription (
  player_id integer NOT NULL,
  -- CI of the game.
  ci integer NOT NULL,
  options smallint[] NOT NULL,
  channels smallint[] NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, ci)
);
CREATE INDEX game_subscription_by_game ON game_subscription (ci);

-- What happened in a game that somebody follows. key: the same happening has the same key, however often it is told.
CREATE TABLE game_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ci integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  option smallint NOT NULL,
  -- Names and score at the moment.
  about jsonb NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (ci, key)
);

CREATE TABLE game_notice (
  player_id integer NOT NULL,
  event_id bigint NOT NULL REFERENCES game_event (id) ON DELETE CASCADE,
  PRIMARY KEY (player_id, event_id)
);

-- Browsers that take web push. The endpoint is the browser's own; it dies when the push service says so.
CREATE TABLE push_endpoint (
  player_id integer NOT NULL,
  endpoint text NOT NULL CHECK (length(endpoint) <= 600),
  p256dh text NOT NULL,
  auth text NOT NULL,
  language text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (endpoint)
);
CREATE INDEX push_endpoint_by_player ON push_endpoint (player_id);
