CREATE TABLE deposit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Random reference that the provider and the browser know.
  ref text NOT NULL UNIQUE,
  brand text NOT NULL,
  player_id integer NOT NULL REFERENCES player,
  account_id integer NOT NULL,
  currency_id smallint NOT NULL,
  method text NOT NULL,
  provider text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  state text NOT NULL CHECK (state IN ('created', 'pending', 'done', 'declined', 'expired')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  done_at timestamptz,
  -- Balance right after the credit, for the history.
  balance_after bigint,
  CHECK ((state = 'done') = (done_at IS NOT NULL))
);
CREATE INDEX deposit_player ON deposit (player_id, id DESC);
CREATE INDEX deposit_open ON deposit (created_at) WHERE state IN ('created', 'pending');

-- Callbacks that were answered: the same event is answered alike and applied once (PAY-02).
CREATE TABLE payment_callback (
  provider text NOT NULL,
  event_id text NOT NULL,
  body_hash bytea NOT NULL,
  outcome text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
