-- Who wants to be asked about stakes above half of his balance (rules 2.11) is kept in memory by every process that takes bets, and
-- read again as it changes.
ALTER TABLE player_setting ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX player_setting_half ON player_setting (changed_at) WHERE setting_id = 9;
