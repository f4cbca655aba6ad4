-- A letter about a followed game is owed with its notice and written by a step that nobody waits for.
ALTER TABLE game_notice ADD COLUMN letter_due boolean NOT NULL DEFAULT false;
CREATE INDEX game_notice_letters ON game_notice (event_id, player_id) WHERE letter_due;
