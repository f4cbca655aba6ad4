/** The limits of players against what bets are held to and against the last change that was written down. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'limits: bets are held to what players have set',
    text: `SELECT concat_ws(' ', o.player_id, o.kind, o.period) AS what FROM protection_limit o
      LEFT JOIN player_limit l ON l.player_id = o.player_id AND l.kind = CASE o.kind WHEN 'stake' THEN 1 ELSE 2 END
        AND l.period_days = CASE o.period WHEN 'day' THEN 1 WHEN 'week' THEN 7 ELSE 30 END AND l.currency_id = o.currency_id
      WHERE o.kind IN ('stake', 'loss') AND l.amount_minor IS DISTINCT FROM o.amount`,
  },
  {
    name: 'limits: each is what its last change says',
    text: `SELECT concat_ws(' ', o.player_id, o.kind, o.period) AS what FROM protection_limit o
      LEFT JOIN currency c ON c.id = o.currency_id AND o.kind <> 'session'
      CROSS JOIN LATERAL (
        SELECT split_part(v.details->>'amount', ' ', 1)::numeric * 10 ^ coalesce(c.exponent, 0) AS amount FROM protection_event v
        WHERE v.player_id = o.player_id AND v.what IN ('limit_set', 'limit_lowered', 'limit_raised')
          AND v.details->>'type' = o.kind AND v.details->>'period' = o.period
        ORDER BY v.id DESC LIMIT 1
      ) said
      WHERE said.amount <> o.amount`,
  },
]

export function verifyLimits(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}
