-- A promo code whose bet was void comes back as a new code of the same money and conditions: once for a bet (rules 2.11).
ALTER TABLE promo_code ADD COLUMN returned_from bigint UNIQUE;

-- Boosted prices (XT-09): who raised which outcome by how much, how large a stake may be, until when. The newest row of
-- an outcome is in force; permille 0 ends it. Prices are worked out from it, never stored.
CREATE TABLE price_boost (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ci integer NOT NULL,
  t integer NOT NULL,
  -- P · 10 000
  p integer NOT NULL,
  player_id integer NOT NULL DEFAULT 0,
  permille integer NOT NULL CHECK (permille BETWEEN 0 AND 1000),
  max_stake_cents bigint NOT NULL CHECK (max_stake_cents > 0),
  ends_at timestamptz NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX price_boost_outcome ON price_boost (ci, t, p, player_id, id DESC);
CREATE INDEX price_boost_running ON price_boost (ends_at);
CREATE TRIGGER price_boost_append_only BEFORE UPDATE OR DELETE ON price_boost FOR EACH ROW EXECUTE FUNCTION refuse_change();
