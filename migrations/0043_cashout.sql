-- Changes of placed bets (rules 8.1 to 8.4, wire 8.12): sales, orders to sell, insurances, edited and raised bets.

-- Every sale, whole or in part. n = settled_version of the bet after it, as in its ledger entries.
CREATE TABLE bet_sale (
  bet_id bigint NOT NULL,
  n smallint NOT NULL,
  player_id integer NOT NULL,
  -- Key of the client, null when it sent none; `body` tells another request under the same key.
  guid text COLLATE "C",
  body text NOT NULL,
  -- Sold by an order of the player, not by a press.
  by_order boolean NOT NULL,
  sold_stake_minor bigint NOT NULL CHECK (sold_stake_minor > 0),
  left_stake_minor bigint NOT NULL CHECK (left_stake_minor >= 0),
  -- What all that still ran was worth to the player, and what was paid for the part that was sold.
  offer_minor bigint NOT NULL,
  gross_minor bigint NOT NULL CHECK (gross_minor > 0),
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0 AND tax_minor <= gross_minor),
  balance_minor bigint NOT NULL,
  -- Millionths of the open legs by their place: the sum can be worked out again from them.
  chances jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (bet_id, n)
);
CREATE UNIQUE INDEX bet_sale_key ON bet_sale (player_id, guid) WHERE guid IS NOT NULL;
CREATE TRIGGER bet_sale_append_only BEFORE UPDATE OR DELETE ON bet_sale FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Orders to sell when the offer reaches a target. state: 1 waits, 2 sold, 3 cancelled by the player, 4 the bet was over before.
CREATE TABLE bet_auto_sale (
  bet_id bigint PRIMARY KEY,
  player_id integer NOT NULL,
  target_minor bigint NOT NULL CHECK (target_minor > 0),
  state smallint NOT NULL DEFAULT 1,
  at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX bet_auto_sale_waiting ON bet_auto_sale (player_id) WHERE state = 1;

-- Slices of insurance; n counts them and is the n of the premium's entries.
CREATE TABLE bet_insurance (
  bet_id bigint NOT NULL,
  n smallint NOT NULL,
  player_id integer NOT NULL,
  guid text COLLATE "C",
  percent smallint NOT NULL CHECK (percent BETWEEN 1 AND 100),
  insured_minor bigint NOT NULL CHECK (insured_minor > 0),
  premium_minor bigint NOT NULL CHECK (premium_minor > 0),
  balance_minor bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (bet_id, n)
);
CREATE UNIQUE INDEX bet_insurance_key ON bet_insurance (player_id, guid) WHERE guid IS NOT NULL;
CREATE TRIGGER bet_insurance_append_only BEFORE UPDATE OR DELETE ON bet_insurance FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A bet that took the place of another. kind: 1 edited, 2 raised (power bet). A bet is replaced once.
CREATE TABLE bet_change (
  bet_id bigint PRIMARY KEY,
  replaced_bet_id bigint NOT NULL UNIQUE,
  kind smallint NOT NULL,
  -- What the house would have paid for the old bet.
  value_minor bigint NOT NULL,
  at timestamptz NOT NULL
);
CREATE TRIGGER bet_change_append_only BEFORE UPDATE OR DELETE ON bet_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
