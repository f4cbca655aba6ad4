-- Who a player is at another service. The pair of service and number counts, never an e-mail alone (ACC-17).
CREATE TABLE social_identity (
  brand text NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  player_id integer NOT NULL REFERENCES player,
  email text,
  name text,
  linked_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (brand, provider, subject)
);
CREATE UNIQUE INDEX social_identity_player ON social_identity (player_id, provider);

-- Keys that devices keep for a player. The counter only grows; a copy of a key is told by one that does not.
CREATE TABLE passkey (
  id text PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  brand text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX passkey_player ON passkey (player_id, created_at);

-- What a player lets another program see. Codes are challenges; tokens stand here by their digest.
CREATE TABLE oauth_grant (
  player_id integer NOT NULL REFERENCES player,
  client_id text NOT NULL,
  brand text NOT NULL,
  scopes text[] NOT NULL,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, client_id)
);
CREATE TABLE oauth_token (
  token_hash bytea PRIMARY KEY,
  player_id integer NOT NULL,
  client_id text NOT NULL,
  scopes text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (player_id, client_id) REFERENCES oauth_grant ON DELETE CASCADE
);
CREATE INDEX oauth_token_grant ON oauth_token (player_id, client_id);

-- Numbers of papers that a registration asked for: sealed, and told from each other by a MAC (ACC-02).
CREATE TABLE registration_paper (
  player_id integer PRIMARY KEY REFERENCES player,
  brand text NOT NULL,
  country text NOT NULL,
  document text NOT NULL,
  number_mac bytea NOT NULL,
  sealed text NOT NULL,
  given_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX registration_paper_number ON registration_paper (brand, country, document, number_mac);

-- The player who invited this one.
ALTER TABLE player_profile ADD COLUMN referral_user_id integer REFERENCES player;

-- Codes to numbers behind which there may be nobody are counted by the number's mark.
CREATE INDEX challenge_to ON challenge ((data->>'to'), created_at DESC) WHERE data->>'to' IS NOT NULL;
