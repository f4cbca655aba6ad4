-- A browser that took web push in a session that was closed since (by the player from elsewhere, with a new password) gets none.
ALTER TABLE push_endpoint ADD COLUMN session_id text;

-- Every process looks each second for those who ask to be let in again; without it the whole table is read.
CREATE INDEX protection_exclusion_reopen ON protection_exclusion (reopen_asked_at) WHERE reopen_asked_at IS NOT NULL;
