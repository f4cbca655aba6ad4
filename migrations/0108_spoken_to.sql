-- A mark of players with whom the house has spoken about a high limit: it bars nothing (standards RG-07).
ALTER TABLE player_flag DROP CONSTRAINT player_flag_flag_check;
ALTER TABLE player_flag ADD CONSTRAINT player_flag_flag_check CHECK (flag IN ('staff', 'test', 'athlete', 'closed', 'spoken'));
