-- Money: fees, what arrives for an excluded player, refunds and chargebacks, paper checks, points, dated rates,
-- the payment consultant, and how a player stands without reading all of his entries.

-- What the payer pays on top of what is credited, and what is taken out of a payout.
ALTER TABLE deposit ADD COLUMN fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0);
ALTER TABLE withdrawal ADD COLUMN fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0 AND fee_minor < amount_minor);
-- What the first deposit brings to the bonus account: promised when it is begun, nothing once it turns out not to be the first.
ALTER TABLE deposit ADD COLUMN bonus_minor bigint NOT NULL DEFAULT 0 CHECK (bonus_minor >= 0);
-- The name under which the provider knows it, when it gives names of its own.
ALTER TABLE deposit ADD COLUMN external_id text;
ALTER TABLE withdrawal ADD COLUMN external_id text;
-- Where the player wants it, for ways that need to be told (crypto).
ALTER TABLE withdrawal ADD COLUMN destination text;

-- held: arrived while its player had excluded himself, kept apart until the provider has given it back.
-- returned: given back to the payer. charged_back: the payer's bank has taken it back.
ALTER TABLE deposit DROP CONSTRAINT deposit_state_check;
ALTER TABLE deposit ADD CONSTRAINT deposit_state_check
  CHECK (state IN ('created', 'pending', 'done', 'declined', 'expired', 'held', 'returned', 'charged_back'));
ALTER TABLE deposit DROP CONSTRAINT deposit_check;
ALTER TABLE deposit ADD CONSTRAINT deposit_done_check CHECK (state <> 'done' OR done_at IS NOT NULL);
-- When the provider is next asked to give it back; null when nothing waits.
ALTER TABLE deposit ADD COLUMN return_after timestamptz;
CREATE INDEX deposit_held ON deposit (return_after) WHERE state = 'held';

-- Payments, bonuses, corrections and transfers of accounts of players: few beside the bets. With it what is left of a
-- balance is what play has made of it, and nobody sums all entries.
CREATE INDEX ledger_entry_payments ON ledger_entry (account_id, at) WHERE kind IN (4, 5, 6, 7, 8, 14, 16);

-- Rates of a day, units for one euro; the day's first word stands.
CREATE TABLE exchange_rate (
  day date NOT NULL,
  code text COLLATE "C" NOT NULL,
  per_euro numeric NOT NULL CHECK (per_euro > 0),
  source text NOT NULL,
  simulated boolean NOT NULL,
  PRIMARY KEY (day, code)
);
CREATE TRIGGER exchange_rate_append_only BEFORE UPDATE OR DELETE ON exchange_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- At which rates money changed its currency (PAY-07).
CREATE TABLE account_transfer (
  tx_id bigint PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  from_account integer NOT NULL,
  to_account integer NOT NULL,
  sent_minor bigint NOT NULL CHECK (sent_minor > 0),
  received_minor bigint NOT NULL CHECK (received_minor > 0),
  rate_from numeric NOT NULL,
  rate_to numeric NOT NULL,
  fee_permille smallint NOT NULL,
  source text NOT NULL,
  at timestamptz NOT NULL
);
CREATE TRIGGER account_transfer_append_only BEFORE UPDATE OR DELETE ON account_transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Paper checks: only the digest of a code is kept. Credited once, to one account.
CREATE TABLE paycheck (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  currency_id smallint NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  issued_by text NOT NULL,
  issued_at timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  player_id integer REFERENCES player,
  account_id integer,
  credited_at timestamptz,
  CHECK ((player_id IS NULL) = (credited_at IS NULL) AND (account_id IS NULL) = (credited_at IS NULL))
);
CREATE INDEX paycheck_player ON paycheck (player_id, id DESC);

-- Wrong codes, so that nobody tries them out: by player and by network.
CREATE TABLE paycheck_try (
  player_id integer NOT NULL REFERENCES player,
  ip text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX paycheck_try_player ON paycheck_try (player_id, at);
CREATE INDEX paycheck_try_ip ON paycheck_try (ip, at);

-- Rewards that points were exchanged for.
CREATE TABLE reward_taken (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  reward_id integer NOT NULL,
  request_key text NOT NULL,
  points bigint NOT NULL CHECK (points > 0),
  account_id integer NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  at timestamptz NOT NULL,
  UNIQUE (player_id, request_key)
);

-- Questions about money: the thread itself is a support question, this is what stands beside it.
CREATE TABLE consultant_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  ticket_id bigint NOT NULL UNIQUE,
  topic_id smallint NOT NULL,
  -- The payment it is about, by our reference; null when it is about none.
  payment_ref text,
  fields jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);
CREATE INDEX consultant_request_player ON consultant_request (player_id, id DESC);
