-- Promo codes of players (rules 2.11): a code stands for a whole stake, once; only the profit is paid.
CREATE TABLE promo_code (
  code text COLLATE "C" PRIMARY KEY,
  player_id integer NOT NULL,
  currency_id smallint NOT NULL,
  nominal_minor bigint NOT NULL CHECK (nominal_minor > 0),
  -- Smallest total price in thousandths, 0 = any.
  min_price integer NOT NULL DEFAULT 0,
  -- Kinds of bets (Vid), null = single and express.
  vids smallint[],
  name text NOT NULL DEFAULT '',
  valid_until timestamptz NOT NULL,
  given_at timestamptz NOT NULL DEFAULT now(),
  -- The bet that it was used for; written in the transaction of the bet (place_bet).
  bet_id bigint UNIQUE,
  used_at timestamptz
);
CREATE INDEX promo_code_player ON promo_code (player_id) WHERE bet_id IS NULL;
