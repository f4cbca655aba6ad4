-- A first payment that makes the account: until it is paid there is no player, so it is no deposit yet. Paid, it becomes
-- one under the same reference.
CREATE TABLE guest_deposit (
  ref text PRIMARY KEY,
  brand text NOT NULL,
  -- Digest of what the payer's browser holds.
  secret_hash bytea NOT NULL UNIQUE,
  currency_id integer NOT NULL,
  method text NOT NULL,
  provider text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  external_id text,
  -- The form, sealed: it is read once, when the payment has come.
  form text NOT NULL,
  state text NOT NULL CHECK (state IN ('created', 'pending', 'declined', 'returned', 'paid')),
  player_id integer REFERENCES player,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((state = 'paid') = (player_id IS NOT NULL))
);
CREATE INDEX guest_deposit_player ON guest_deposit (player_id);

-- What somebody whose account is blocked asks of the house, and its answer. Nobody is signed in: a number and a secret.
CREATE TABLE block_appeal (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  brand text NOT NULL,
  secret_hash bytea NOT NULL UNIQUE,
  -- Null: no account of the brand has the login. The answer to the visitor is the same.
  player_id integer REFERENCES player,
  login text NOT NULL,
  reply_to text NOT NULL,
  body text NOT NULL,
  language text NOT NULL,
  answer text,
  officer text,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX block_appeal_player ON block_appeal (player_id);
CREATE INDEX block_appeal_open ON block_appeal (created_at) WHERE answered_at IS NULL;
