-- The score that was told first, when a provider or a person has put it right after the end (SET-11): whoever was paid by it
-- has to find it again. Null where the score is the one that was told.
ALTER TABLE finished_game ADD COLUMN first_score integer[];
