-- Who may sign in. E-mail, phone and chosen login are unique per brand in their compared form (standards ACC-02).
CREATE TABLE player (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 5000001) PRIMARY KEY,
  brand text NOT NULL,
  email text,
  email_key text,
  phone text,
  login_key text,
  -- argon2id in PHC form.
  password_hash text NOT NULL,
  -- A generated password opens only the screen that replaces it, and only until then (C8).
  must_change_password boolean NOT NULL DEFAULT false,
  first_password_until timestamptz,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'closed')),
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  language text NOT NULL DEFAULT 'ru',
  created_at timestamptz NOT NULL,
  CHECK ((email IS NULL) = (email_key IS NULL))
);
CREATE UNIQUE INDEX player_email ON player (brand, email_key) WHERE email_key IS NOT NULL;
CREATE UNIQUE INDEX player_phone ON player (brand, phone) WHERE phone IS NOT NULL;
CREATE UNIQUE INDEX player_login ON player (brand, login_key) WHERE login_key IS NOT NULL;

-- The cookie's secret is known to the browser alone; here stands its SHA-256 (SES-01).
CREATE TABLE session (
  id text PRIMARY KEY,
  secret_hash bytea NOT NULL UNIQUE,
  player_id integer NOT NULL REFERENCES player,
  brand text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('site', 'app')),
  -- The session of the site that opened this one for an application program; it ends with it.
  parent_id text REFERENCES session,
  grade text NOT NULL CHECK (grade IN ('password', 'two_factor')),
  -- A session opened by registration has not used the generated password; one opened by it must replace it (C8).
  opened_by text NOT NULL CHECK (opened_by IN ('sign_in', 'registration', 'program', 'reset')),
  refresh_hash bytea UNIQUE,
  used_refresh_hash bytea,
  device text NOT NULL,
  ip text NOT NULL,
  country text NOT NULL,
  created_at timestamptz NOT NULL,
  last_action_at timestamptz NOT NULL,
  authenticated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  close_reason text
);
CREATE INDEX session_player ON session (player_id, created_at DESC);
CREATE INDEX session_parent ON session (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX session_used_refresh ON session (used_refresh_hash) WHERE used_refresh_hash IS NOT NULL;

-- Reference tokens of at most 15 minutes. scope site: counts only beside the session's cookie (C3).
CREATE TABLE service_token (
  token_hash bytea PRIMARY KEY,
  session_id text NOT NULL REFERENCES session,
  scope text NOT NULL CHECK (scope IN ('site', 'app')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX service_token_session ON service_token (session_id);
CREATE INDEX service_token_expires ON service_token (expires_at);

-- Codes and links: one use, few tries, short life, bound to their purpose and player (ACC-12).
CREATE TABLE challenge (
  id_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  brand text NOT NULL,
  player_id integer REFERENCES player,
  code_mac bytea,
  data jsonb NOT NULL DEFAULT '{}',
  tries_left smallint NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX challenge_player ON challenge (player_id, purpose, created_at DESC);
CREATE INDEX challenge_expires ON challenge (expires_at);

-- Counters of rate-limiter-flexible and of failures in a row, shared by all nodes. The library reckons in plain
-- numbers, so its milliseconds are a double (exact to 2^53) and not a bigint.
CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire double precision
);
CREATE TABLE sign_in_failure (
  -- MAC of brand and login text: a dump of the table names nobody.
  login_mac bytea PRIMARY KEY,
  failures integer NOT NULL,
  locked_until timestamptz,
  updated_at timestamptz NOT NULL
);

-- What happened to an account's security; shown to the player, never edited.
CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  kind text NOT NULL,
  session_id text,
  ip text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX security_event_player ON security_event (player_id, at DESC);
