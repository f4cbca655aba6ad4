/** Games that the feed has not told again after a start: their ids and names, as its tables keep them (docs/adr/0004). */
import { sql } from 'kysely'
import type { Millis } from '#lib/time.ts'
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { Db } from '#platform/server/db.ts'
import type { Kind } from '../rules/book.ts'

/** A part of a game, the whole game among them. */
export interface ComingGame {
  ci: number
  i: number
  part: string
  kind: Kind
  sportId: number
  startsAt: Millis
  /** Of a match; a field has none to name. */
  sides: readonly Names[]
  championship: Names
}

/** Those of these ids (I or CI) that a line which `isFilling` will still tell of; none of a whole line, none that is over. */
export async function comingGames(db: Db, isFilling: boolean, ids: readonly number[]): Promise<ComingGame[]> {
  if (!isFilling || ids.length === 0) return []
  const asked = sql.val([...ids])
  const { rows } = await sql<Omit<ComingGame, 'startsAt' | 'sides'> & { startsAt: Date; sides: Names[] | null }>`
    SELECT p.ci, p.i, p.part, g.kind, c.sport_id AS "sportId", g.starts_at AS "startsAt", c.names AS championship,
      (SELECT jsonb_agg(k.names ORDER BY (s ->> 'order')::int) FROM jsonb_array_elements(g.sides) s
        JOIN competitor k ON k.id = (s ->> 'id')::int WHERE g.type = 'match') AS sides
    FROM game_part p JOIN game g ON g.ci = p.game_ci JOIN championship c ON c.id = g.championship_id
    WHERE (p.ci = ANY(${asked}::int[]) OR p.i = ANY(${asked}::int[]))
      AND g.status NOT IN ('ended', 'closed', 'cancelled', 'abandoned')`.execute(db)
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.getTime(), sides: row.sides ?? [] }))
}
