-- Facts as they came, before anything else happens with them (feeds 2.1). Derived odds are not here (ADR 0003).
CREATE TABLE fact (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  producer text NOT NULL,
  key text NOT NULL,
  t text NOT NULL,
  game_ref text,
  sent_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  body jsonb NOT NULL,
  UNIQUE (provider, producer, key)
);
CREATE INDEX fact_by_game ON fact (game_ref, sent_at) WHERE game_ref IS NOT NULL;
CREATE INDEX fact_by_time ON fact USING brin (received_at);

-- What could not be read, with its text, for a person to look at.
CREATE TABLE fact_parked (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  reason text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL
);

-- The provider's ids against ours.
CREATE TABLE ext_ref (
  provider text NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  id integer NOT NULL,
  -- Code of a country or region; null for the other kinds.
  code text,
  PRIMARY KEY (provider, kind, ref)
);

CREATE SEQUENCE championship_li AS integer START 910000;
CREATE SEQUENCE competitor_id AS integer START 70000 MAXVALUE 309999999;
CREATE SEQUENCE athlete_id AS integer START 1000000 MAXVALUE 309999999;
CREATE SEQUENCE game_ci AS integer START 310000000 MAXVALUE 599999999;
CREATE SEQUENCE game_i AS integer START 600000000;

-- Sports a provider named that the product's own table does not have are kept too (feeds 2.1 rule 7).
CREATE TABLE sport (
  id integer PRIMARY KEY,
  names jsonb NOT NULL
);

CREATE TABLE championship (
  id integer PRIMARY KEY,
  sport_id integer NOT NULL,
  country_id integer NOT NULL,
  country_code text NOT NULL,
  type text NOT NULL,
  gender text,
  tz text NOT NULL,
  names jsonb NOT NULL,
  weight integer NOT NULL
);

CREATE TABLE competitor (
  id integer PRIMARY KEY,
  sport_id integer NOT NULL,
  type text NOT NULL,
  country_id integer NOT NULL,
  country_code text NOT NULL,
  names jsonb NOT NULL
);

-- Sportsmen of the feed; `player` is the customer.
CREATE TABLE athlete (
  id integer PRIMARY KEY,
  competitor_id integer,
  names jsonb NOT NULL
);

CREATE TABLE game (
  ci integer PRIMARY KEY,
  provider text NOT NULL,
  ref text NOT NULL,
  championship_id integer NOT NULL,
  type text NOT NULL,
  sides jsonb NOT NULL,
  starts_at timestamptz NOT NULL,
  start_confirmed boolean NOT NULL,
  status text NOT NULL,
  status_note text,
  kind smallint NOT NULL,
  round text,
  venue text,
  neutral boolean NOT NULL,
  format jsonb,
  live_coverage boolean NOT NULL,
  origin text NOT NULL,
  sent_at timestamptz NOT NULL,
  UNIQUE (provider, ref)
);
CREATE INDEX game_by_start ON game (starts_at);

CREATE TABLE game_part (
  ci integer PRIMARY KEY,
  game_ci integer NOT NULL,
  part text NOT NULL,
  i integer NOT NULL UNIQUE,
  n integer NOT NULL,
  UNIQUE (game_ci, part)
);

-- The line I of a game that went live: coupons and saved links still carry it (wire 1.2, kept 48 hours).
CREATE TABLE game_i_history (
  i integer PRIMARY KEY,
  ci integer NOT NULL,
  live_i integer NOT NULL,
  replaced_at timestamptz NOT NULL
);

-- Results of games that never had a market here: tables, form and head-to-head of past seasons.
CREATE TABLE past_game (
  provider text NOT NULL,
  ref text NOT NULL,
  championship_id integer NOT NULL,
  home_id integer NOT NULL,
  away_id integer NOT NULL,
  starts_at timestamptz NOT NULL,
  score smallint[] NOT NULL,
  periods jsonb NOT NULL,
  PRIMARY KEY (provider, ref)
);
CREATE INDEX past_game_by_championship ON past_game (championship_id, starts_at);
CREATE INDEX past_game_by_home ON past_game (home_id, starts_at);
CREATE INDEX past_game_by_away ON past_game (away_id, starts_at);
