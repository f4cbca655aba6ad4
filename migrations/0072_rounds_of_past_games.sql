-- A cup's bracket is made of rounds: games of the past keep theirs.
ALTER TABLE past_game ADD COLUMN round text;

CREATE OR REPLACE VIEW statistics_result AS
SELECT f.ci, f.i, NULL::text AS digest, f.championship_id, f.home_id, f.away_id, f.starts_at, f.score, f.periods, f.round, f.status, f.status_note
FROM finished_game f
UNION ALL
SELECT NULL, NULL, substr(md5(p.provider || '|' || p.ref), 1, 22), p.championship_id, p.home_id, p.away_id, p.starts_at, p.score::integer[], p.periods,
       p.round, 'closed', NULL
FROM past_game p
WHERE NOT EXISTS (SELECT 1 FROM finished_game f WHERE f.provider = p.provider AND f.ref = p.ref);
