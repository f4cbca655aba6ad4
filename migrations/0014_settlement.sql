-- Results and the work of paying them out (design §4 Settlement, performance §2). The money of a bet is a function
-- of its legs and of the rows of outcome_result, worked out anew whenever one of them changes; so repeated,
-- reordered and corrected results all end in the same books.

CREATE AGGREGATE numeric_product (numeric) (SFUNC = numeric_mul, STYPE = numeric, INITCOND = '1');

-- The legs of a bet; the key of bet_leg finds the bets of an outcome.
CREATE INDEX bet_leg_bet ON bet_leg (bet_id);

-- What was said about a market, in the order of arrival (id); replayed in the order of sent_at (feeds 4.3).
CREATE TABLE settlement_action (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ci integer NOT NULL,
  market_key text NOT NULL,
  spec text NOT NULL,
  t text NOT NULL CHECK (t IN ('settle', 'settle.rollback', 'cancel', 'cancel.rollback')),
  fact_key text COLLATE "C" NOT NULL,
  sent_at timestamptz NOT NULL,
  certainty text,
  -- settle: [{t, p, playerId, won, voidHalves, heatNum, heatDen}], p = P * 10000.
  results jsonb,
  from_at timestamptz,
  to_at timestamptz,
  reason text,
  UNIQUE (ci, market_key, spec, t, fact_key)
);
CREATE TRIGGER settlement_action_append_only BEFORE UPDATE OR DELETE ON settlement_action
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Every effective result that was ever in force: corrections are shown as corrections (SET-11).
-- Factor at price o: won * heat * (1 - v) * o + v, v = void_halves / 2; won null = not decided.
CREATE TABLE outcome_result (
  ci integer NOT NULL,
  t integer NOT NULL,
  p integer NOT NULL,
  player_id integer NOT NULL,
  market_key text NOT NULL,
  spec text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  won smallint,
  void_halves smallint NOT NULL DEFAULT 0,
  heat_num integer NOT NULL DEFAULT 1,
  heat_den integer NOT NULL DEFAULT 1,
  -- When it was known: a bet accepted later is void (WAG-10).
  known_at timestamptz,
  confirmed boolean NOT NULL DEFAULT false,
  -- Bets accepted in these times are void (cancel).
  voided tstzmultirange NOT NULL DEFAULT '{}',
  reason text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (ci, t, p, player_id)
);

-- A run settles the bets touched by one set of changed results. Ids are given under a lock, so they rise in the
-- order of commits; runs are worked off one after the other, their chunks side by side.
CREATE TABLE settlement_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  -- Bets with a greater id may have come after the chunks were cut; the sweep looks for them again.
  late_from_bet_id bigint NOT NULL,
  finished_at timestamptz,
  swept_at timestamptz
);
CREATE INDEX settlement_run_unfinished ON settlement_run (id) WHERE finished_at IS NULL;
CREATE INDEX settlement_run_unswept ON settlement_run (id) WHERE swept_at IS NULL;

CREATE TABLE settlement_run_outcome (
  run_id bigint NOT NULL,
  ci integer NOT NULL,
  t integer NOT NULL,
  p integer NOT NULL,
  player_id integer NOT NULL,
  PRIMARY KEY (run_id, ci, t, p, player_id)
);

-- Ranges of bet_leg, about 20,000 legs together. done_at is written in the transaction that moves the money, so
-- a settler that dies leaves a chunk whole or not begun.
CREATE TABLE settlement_chunk (
  run_id bigint NOT NULL,
  no integer NOT NULL,
  ci integer[] NOT NULL,
  t integer[] NOT NULL,
  p integer[] NOT NULL,
  player_id integer[] NOT NULL,
  from_bet_id bigint[] NOT NULL,
  to_bet_id bigint[] NOT NULL,
  legs integer[] NOT NULL,
  done_at timestamptz,
  changed integer,
  took_ms integer,
  PRIMARY KEY (run_id, no)
);
