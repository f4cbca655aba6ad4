-- The second factor. The seed is sealed (AES-256-GCM, owner as associated data); a step counts once (ACC-13).
CREATE TABLE two_factor (
  player_id integer PRIMARY KEY REFERENCES player,
  sealed_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  enabled_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);
CREATE TABLE recovery_code (
  player_id integer NOT NULL REFERENCES player,
  code_mac bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (player_id, code_mac)
);
