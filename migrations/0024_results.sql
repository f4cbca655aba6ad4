-- Results are asked by day: past seasons too.
CREATE INDEX past_game_by_start ON past_game (starts_at);
