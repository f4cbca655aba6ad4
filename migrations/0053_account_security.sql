-- The question that a player answers when his phone changes. An answer is kept like a password, never as text.
CREATE TABLE secure_question (
  player_id integer PRIMARY KEY REFERENCES player,
  -- Number in the list of the product; 0 = a question of his own.
  question_id smallint NOT NULL CHECK (question_id >= 0),
  question text,
  answer_hash text NOT NULL,
  set_at timestamptz NOT NULL,
  CHECK ((question_id = 0) = (question IS NOT NULL))
);

-- Whether the address may be used to sign in; the number of the account always may.
ALTER TABLE player ADD COLUMN auth_by_email boolean NOT NULL DEFAULT true;

-- Sports that a player does not want to see or to bet on. A row stays when its lists are emptied, so that processes
-- which keep them in memory hear of it by changed_at.
CREATE TABLE disallowed_sport (
  player_id integer PRIMARY KEY REFERENCES player,
  line integer[] NOT NULL,
  live integer[] NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX disallowed_sport_changed ON disallowed_sport (changed_at);
