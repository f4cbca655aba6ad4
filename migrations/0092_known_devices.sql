-- The mark of the browser that a session was opened in: a sign-in from one that no session of the player knows is asked for more.
ALTER TABLE session ADD COLUMN device_hash bytea;
