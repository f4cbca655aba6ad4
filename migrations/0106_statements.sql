-- Every day the provider's statement is held against our ledger (PAY-06). A day that was checked is not forgotten when the
-- worker was away; a difference stays until it is gone or an officer has said why it is one.
CREATE TABLE statement_day (
  provider text NOT NULL,
  day date NOT NULL,
  movements integer NOT NULL,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, day)
);

CREATE TABLE payment_difference (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  movement text NOT NULL,
  ref text NOT NULL,
  -- Sums as they are written there and here, '' where there is none.
  there text NOT NULL,
  here text NOT NULL,
  times integer NOT NULL,
  found_at timestamptz NOT NULL,
  over_at timestamptz,
  -- Why it is over: gone by itself, or an officer's word.
  reason text,
  officer text,
  UNIQUE (provider, day, kind, movement, ref, there, here)
);
CREATE INDEX payment_difference_open ON payment_difference (provider, day) WHERE over_at IS NULL;

-- What moved between providers and house on a day: a few rows among all postings.
CREATE INDEX ledger_posting_cashier ON ledger_posting (at) WHERE kind IN (4, 16);

-- The sandbox's own book: what it says has moved, whatever we believe.
CREATE TABLE sandbox_movement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ref text NOT NULL,
  movement text NOT NULL,
  amount text NOT NULL,
  currency text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX sandbox_movement_ref ON sandbox_movement (ref);
CREATE INDEX sandbox_movement_at ON sandbox_movement (at);
INSERT INTO sandbox_movement (ref, movement, amount, currency, at)
SELECT p.ref, p.movement, (p.minor / 10::numeric ^ c.exponent)::text, c.code, p.at
FROM (
  SELECT ref, 'in' AS movement, amount_minor + fee_minor AS minor, currency_id, done_at AS at FROM deposit
  WHERE provider = 'sandbox' AND done_at IS NOT NULL
  UNION ALL
  SELECT ref, 'back', returned_minor, currency_id, coalesce(returned_at, updated_at) FROM deposit
  WHERE provider = 'sandbox' AND returned_minor > 0 AND done_at IS NOT NULL
  UNION ALL
  SELECT ref, 'out', amount_minor - fee_minor, currency_id, done_at FROM withdrawal
  WHERE provider = 'sandbox' AND state = 'paid' AND done_at IS NOT NULL
) p JOIN currency c ON c.id = p.currency_id;
