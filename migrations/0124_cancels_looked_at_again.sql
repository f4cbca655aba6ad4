-- A cancel names no outcomes: those that somebody had bet on are meant. A bet on its way meanwhile may be the first on its
-- outcome, which then has no row that a sweep could start from. So markets that were called off (or given back) are looked
-- at once more a few seconds later, when what was on its way has landed.

CREATE TABLE settlement_cancel (
  ci integer NOT NULL,
  market_key text NOT NULL,
  spec text NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (ci, market_key, spec)
);
