-- What somebody waits for leaves before what goes to many at once, each channel by itself.
ALTER TABLE message_out ADD COLUMN to_many boolean NOT NULL DEFAULT false;
CREATE INDEX message_out_turn ON message_out (channel, to_many, id) WHERE state = 'queued';
