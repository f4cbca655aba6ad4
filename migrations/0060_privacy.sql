-- What the law gives a player over what is kept of him: a copy, and to be forgotten (standards DAT-09, DAT-11).

CREATE TABLE privacy_request (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  kind text NOT NULL CHECK (kind IN ('export', 'erasure')),
  -- waiting: asked for; done: the copy is ready, or the account is erased; stopped: could not be done, `reason` says why.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'cancelled', 'stopped', 'expired')),
  language text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- An erasure is not carried out before; until then its player may take it back.
  due_at timestamptz NOT NULL,
  done_at timestamptz,
  expires_at timestamptz,
  reason text,
  -- The archive, sealed with the key of the house for its owner; gone when it expires.
  sealed text,
  size integer
);
CREATE INDEX privacy_request_player ON privacy_request (player_id, id DESC);
CREATE INDEX privacy_request_due ON privacy_request (due_at) WHERE state = 'waiting';
CREATE UNIQUE INDEX privacy_request_waiting ON privacy_request (player_id, kind) WHERE state = 'waiting';

-- Proof that what was due has been deleted, never edited.
CREATE TABLE privacy_retention_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule text NOT NULL,
  days integer NOT NULL,
  deleted bigint NOT NULL,
  at timestamptz NOT NULL
);
CREATE TRIGGER privacy_retention_run_append_only BEFORE UPDATE OR DELETE ON privacy_retention_run
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- As in 0031, but for the erasing of a whole account, which says so in its transaction.
CREATE OR REPLACE FUNCTION keep_birth_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.birth_date IS NOT NULL AND NEW.birth_date IS DISTINCT FROM OLD.birth_date
    AND NOT (NEW.birth_date IS NULL AND coalesce(current_setting('polosa.erasing', true), '') = 'on')
  THEN
    RAISE EXCEPTION 'a birth date is never edited' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

-- The interval of a player's own reality check, minutes; without a row that of the brand counts (RG-16).
CREATE TABLE protection_choice (
  player_id integer PRIMARY KEY REFERENCES player,
  check_minutes smallint NOT NULL CHECK (check_minutes BETWEEN 5 AND 240),
  changed_at timestamptz NOT NULL
);
