-- Tasks of the own captchas: what was asked, its answer, and the token that a right answer earns. Short-lived, so the
-- table is unlogged: a crash only makes visitors solve one more.
CREATE UNLOGGED TABLE captcha_task (
  id_hash bytea PRIMARY KEY,
  brand text NOT NULL,
  -- The network that asked: the work asked of it grows with the number of its tasks.
  network text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('puzzle', 'hunt', 'pow')),
  solution jsonb NOT NULL,
  tries_left smallint NOT NULL,
  views_left smallint NOT NULL,
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX captcha_task_network ON captcha_task (network, created_at DESC);
CREATE INDEX captcha_task_expires ON captcha_task (expires_at);
