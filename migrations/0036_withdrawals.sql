-- Money out, in two phases (standards PAY-04): the sum leaves the player's account when it is asked for and waits in
-- the system account of role 8 (payouts on their way) until it is paid or given back.

CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Random reference that the provider and the browser know; the provider's idempotency key too.
  ref text NOT NULL UNIQUE,
  brand text NOT NULL,
  player_id integer NOT NULL REFERENCES player,
  -- Made by the browser: the same request again is the same withdrawal.
  request_key text NOT NULL,
  account_id integer NOT NULL,
  currency_id smallint NOT NULL,
  method text NOT NULL,
  provider text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'sent', 'paid', 'refused', 'cancelled')),
  -- How many different officers must agree; 0 = nobody has to.
  approvals_needed smallint NOT NULL,
  -- Not sent before: the hold of the brand, or of a change of the account's security.
  send_after timestamptz NOT NULL,
  -- When the provider is asked next what became of it; set while it is sent.
  ask_after timestamptz,
  -- Key of the reason that the player reads, when it was refused.
  reason text,
  balance_after bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  sent_at timestamptz,
  done_at timestamptz,
  UNIQUE (player_id, request_key),
  CHECK ((state IN ('paid', 'refused', 'cancelled')) = (done_at IS NOT NULL)),
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX withdrawal_player ON withdrawal (player_id, id DESC);
CREATE INDEX withdrawal_due ON withdrawal (send_after) WHERE state = 'approved';
CREATE INDEX withdrawal_asked ON withdrawal (ask_after) WHERE state = 'sent';

-- Who agreed: two of one officer are one (PAY-13).
CREATE TABLE withdrawal_approval (
  withdrawal_id bigint NOT NULL REFERENCES withdrawal,
  officer text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (withdrawal_id, officer)
);

-- What happened to it, for the player's steps and for the audit; never edited.
CREATE TABLE withdrawal_step (
  withdrawal_id bigint NOT NULL REFERENCES withdrawal,
  n smallint NOT NULL,
  state text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (withdrawal_id, n)
);
CREATE TRIGGER withdrawal_step_append_only BEFORE UPDATE OR DELETE ON withdrawal_step
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
