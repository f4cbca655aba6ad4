-- When money of a deposit went back last, for the list of payments: a part leaves the deposit what it is, so no other time
-- says it.
ALTER TABLE deposit ADD COLUMN returned_at timestamptz;
UPDATE deposit SET returned_at = updated_at WHERE returned_minor > 0;
