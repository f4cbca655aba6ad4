-- What processes that remember sessions must hear of: a session that ended or was renewed, a player who was blocked or
-- may play again, a password that must be changed. Rows name the transaction, so that a reader takes exactly those that
-- have committed between two of his snapshots (src/modules/auth/server/session-changes.ts). Written by triggers: whoever
-- changes one of these tells it, by whatever way.
CREATE TABLE session_change (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  player_id integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_change_xid ON session_change (xid);

CREATE FUNCTION session_tells() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_change (player_id) VALUES (NEW.player_id);
  RETURN NULL;
END $$;

CREATE FUNCTION player_tells() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_change (player_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

-- The last action is no such change: it is noted every half minute.
CREATE TRIGGER session_tells AFTER UPDATE OF secret_hash, grade, authenticated_at, expires_at, closed_at ON session
  FOR EACH ROW EXECUTE FUNCTION session_tells();
CREATE TRIGGER player_tells AFTER UPDATE OF status, must_change_password ON player
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.must_change_password <> NEW.must_change_password)
  EXECUTE FUNCTION player_tells();
