-- The house closes an account by a mark that has its officer and its day, and opens it by ending the mark. In the same
-- transaction bets and money in are blocked: a share in a group or an order that waits is placed without its player.
ALTER TABLE player_flag DROP CONSTRAINT player_flag_flag_check;
ALTER TABLE player_flag ADD CONSTRAINT player_flag_flag_check CHECK (flag IN ('staff', 'test', 'athlete', 'closed'));

-- Accounts that were closed before, by their status alone.
INSERT INTO player_flag (player_id, flag, note, set_by, set_at, changed_at)
  SELECT id, 'closed', 'closed before marks were kept', 'migration', now(), now() FROM player WHERE status = 'blocked';
INSERT INTO betting_block AS b (player_id, until, reason)
  SELECT id, NULL, 'flag' FROM player WHERE status = 'blocked'
  ON CONFLICT (player_id) DO UPDATE SET
    until = NULL,
    reason = CASE WHEN b.until IS NULL AND b.reason <> 'protection' THEN b.reason ELSE excluded.reason END;
