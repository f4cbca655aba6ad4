-- What the house owes its players and what lies apart for them, every day (PAY-15). `stated_minor` is what an officer reads
-- off the account where players' money is kept.
CREATE TABLE player_funds (
  day date NOT NULL,
  currency_id smallint NOT NULL,
  balances_minor bigint NOT NULL,
  -- In open bets, bids and groups.
  staked_minor bigint NOT NULL,
  -- On its way to players: withdrawals and deposits that go back.
  leaving_minor bigint NOT NULL,
  -- What providers have brought, less what they have taken out again.
  received_minor bigint NOT NULL,
  taken_at timestamptz NOT NULL,
  stated_minor bigint,
  stated_by text,
  stated_at timestamptz,
  PRIMARY KEY (day, currency_id)
);
