/** What a player bets on, from his latest bets: the slider of the home page begins with it (wire 6.6). */
import { sql } from 'kysely'
import type { Taste } from '#modules/main-feed/server/index.ts'
import type { Db } from '#platform/server/db.ts'

const LATEST_BETS = 100
const MOST_CHAMPIONSHIPS = 50

export async function tasteOf(db: Db, playerId: number): Promise<Taste | null> {
  const { rows } = await sql<{ sport: number; championship: number; n: number }>`
    SELECT (g.game->>'sport')::integer AS sport, (g.game->>'championship')::integer AS championship, count(*)::integer AS n
    FROM account a CROSS JOIN LATERAL (
      SELECT tx_id FROM ledger_entry e WHERE e.account_id = a.id AND e.kind = 1 ORDER BY tx_id DESC LIMIT ${LATEST_BETS}
    ) e JOIN bet_leg l ON l.bet_id = e.tx_id JOIN bet_game g ON g.ci = l.ci
    WHERE a.player_id = ${playerId} GROUP BY 1, 2 ORDER BY 3 DESC, 2 LIMIT ${MOST_CHAMPIONSHIPS}`.execute(db)
  if (rows.length === 0) return null
  const sports = new Map<number, number>()
  for (const { sport, n } of rows) sports.set(sport, (sports.get(sport) ?? 0) + n)
  return {
    champs: rows.map(({ championship }) => championship),
    sports: [...sports].toSorted(([, a], [, b]) => b - a).map(([sport]) => sport),
  }
}
