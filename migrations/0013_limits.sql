-- Limits a player sets and blocks on betting (wire 14.2, error 900030).
CREATE TABLE betting_block (
  player_id integer PRIMARY KEY,
  -- null = until it is lifted.
  until timestamptz,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- kind: 1 stakes of a period. Amounts in the minor units of the currency.
CREATE TABLE player_limit (
  player_id integer NOT NULL,
  kind smallint NOT NULL,
  period_days smallint NOT NULL CHECK (period_days IN (1, 7, 30)),
  currency_id smallint NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  PRIMARY KEY (player_id, kind, period_days, currency_id)
);

-- Sums by day: the locked row is the guard, a window is the sum of its days (standards §6.3).
CREATE TABLE limit_counter (
  player_id integer NOT NULL,
  kind smallint NOT NULL,
  currency_id smallint NOT NULL,
  day date NOT NULL,
  amount_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (player_id, kind, currency_id, day)
) WITH (fillfactor = 50);
