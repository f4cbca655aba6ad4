-- A market that was cancelled of a time refused the results of every other one that claims its outcomes, so bets of afterwards
-- stayed open. They are looked at once more by the rule of now.
INSERT INTO settlement_cancel (ci, market_key, spec, told_at)
SELECT ci, market_key, spec, max(sent_at) FROM settlement_action WHERE t = 'cancel' GROUP BY ci, market_key, spec
ON CONFLICT DO NOTHING;

-- What had been played when a game stopped is read from what was told of it.
ALTER TABLE game_stop DROP COLUMN clock_sec;
