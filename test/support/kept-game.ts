/** A game in the tables of the feed, as a process finds it there when it starts. */
import { sql } from 'kysely'
import type { ResolvedGame } from '#modules/feeds/rules/resolved.ts'
import type { Db } from '#platform/server/db.ts'

export async function keepGame(db: Db, game: ResolvedGame): Promise<void> {
  const { championship, sides } = game
  await sql`INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight)
    VALUES (${championship.id}, ${championship.sportId}, 225, '', 'league', 'UTC', ${JSON.stringify(championship.names)}, 1)
    ON CONFLICT DO NOTHING`.execute(db)
  for (const { id, names } of sides)
    await sql`INSERT INTO competitor (id, sport_id, type, country_id, country_code, names)
      VALUES (${id}, ${championship.sportId}, 'team', 225, '', ${JSON.stringify(names)}) ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
    VALUES (${game.ci}, ${game.provider}, ${game.ref}, ${championship.id}, ${game.type}, ${JSON.stringify(sides)}, ${new Date(game.startsAt)}, true,
      ${game.status}, ${game.kind}, false, true, 'simulated', now())`.execute(db)
  for (const { ci, part, i, n } of game.parts)
    await sql`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES (${ci}, ${game.ci}, ${part}, ${i}, ${n})`.execute(db)
}
