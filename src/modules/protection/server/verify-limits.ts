/** Limits and exclusions of players against what bets are held to, and limits against the last change that was written down. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'limits: bets are held to what players have set',
    text: `SELECT concat_ws(' ', o.player_id, o.kind, o.period) AS what FROM protection_limit o
      LEFT JOIN player_limit l ON l.player_id = o.player_id AND l.kind = CASE o.kind WHEN 'stake' THEN 1 ELSE 2 END
        AND l.period_days = CASE o.period WHEN 'day' THEN 1 WHEN 'week' THEN 7 ELSE 30 END AND l.currency_id = o.currency_id
      WHERE o.kind IN ('stake', 'loss') AND (l.amount_minor IS DISTINCT FROM o.amount OR l.ends_at IS NOT NULL)`,
  },
  {
    // The journal holds what was written down of a change.
    name: 'limits: each is what its last change says, and is there until one says that it was removed',
    text: `SELECT concat_ws(' ', s.player_id, s.kind, s.period) AS what FROM (
        SELECT DISTINCT ON (1, 2, 3) v.player_id, v.details->>'type' AS kind, v.details->>'period' AS period, v.what, split_part(v.details->>'amount', ' ', 1) AS sum
        FROM protection_event v WHERE v.what IN ('limit_set', 'limit_lowered', 'limit_raised', 'limit_removed') ORDER BY 1, 2, 3, v.id DESC
      ) s LEFT JOIN protection_limit o ON o.player_id = s.player_id AND o.kind = s.kind AND o.period = s.period
      LEFT JOIN currency c ON c.id = o.currency_id AND o.kind <> 'session'
      WHERE CASE WHEN s.what = 'limit_removed' THEN o.id IS NOT NULL ELSE s.sum::numeric * 10 ^ coalesce(c.exponent, 0) IS DISTINCT FROM o.amount END`,
  },
  {
    // As rules/exclusion.ts says how long one closes an account. One that is over by now needs no block.
    name: 'exclusions: bets are closed as long as the longest that stands, and for players whom the house has closed out',
    text: `SELECT s.player_id::text AS what FROM (
        SELECT player_id, max(CASE WHEN ends_at IS NULL OR (kind = 'self_exclusion' AND reopen_asked_at IS NULL) THEN 'infinity'
          WHEN kind = 'self_exclusion' THEN reopen_asked_at + interval '1 day' ELSE ends_at END) AS until FROM protection_exclusion GROUP BY 1
        UNION ALL SELECT player_id, 'infinity' FROM player_flag WHERE ended_at IS NULL AND flag IN ('staff', 'test', 'closed')
      ) s LEFT JOIN betting_block b ON b.player_id = s.player_id
      WHERE s.until > now() AND (b.player_id IS NULL OR coalesce(b.until, 'infinity') < s.until)`,
  },
  {
    name: 'exclusions: each that was written down is there',
    text: `SELECT concat_ws(' ', v.player_id, v.what, v.at) AS what FROM protection_event v
      LEFT JOIN protection_exclusion x ON x.player_id = v.player_id AND x.kind = v.what AND x.starts_at = v.at AND x.period = v.details->>'period'
      WHERE v.what IN ('time_out', 'self_exclusion', 'session_time') AND x.id IS NULL`,
  },
]

export function verifyLimits(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}
