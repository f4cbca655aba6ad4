/** What the marks of games are made of; it sends for no past seasons. */
import type pg from 'pg'
import type { BookGame } from '#modules/line/rules/book.ts'
import type { Result } from '../rules/result.ts'
import type { TableOf } from '../rules/standings.ts'
import { RESULT_COLUMNS, resultOf, type ResultRow } from './store.ts'

type Queries = Pick<pg.Pool, 'query'>

/** So many of the newest results say whether the newest season has a table; in a cup its groups may lie behind many ties. */
const NEWEST = 30
const NEWEST_OF_CUP = 400

/** Recordings that are shown again and again make neither a table nor meetings. */
const PLAYED_ONCE = (id: string) => `NOT EXISTS (SELECT 1 FROM championship k WHERE k.id = ${id} AND k.about->>'recorded' IS NOT NULL)`

/** When the newest result of each championship began; those without results are left out. */
export async function listNewestStarts(pool: Queries, championshipIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ id: number; at: Date }>(
    `SELECT * FROM (
       SELECT id, greatest((SELECT max(starts_at) FROM finished_game WHERE championship_id = id),
                           (SELECT max(starts_at) FROM past_game WHERE championship_id = id)) AS at
         FROM unnest($1::int[]) AS asked(id)) AS newest
      WHERE at IS NOT NULL AND ${PLAYED_ONCE('newest.id')}`,
    [championshipIds],
  )
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]))
}

/** The newest results of championships with what their tables follow. */
export async function listNewest(pool: Queries, championshipIds: readonly number[]): Promise<Map<number, TableOf & { results: Result[] }>> {
  if (championshipIds.length === 0) return new Map()
  const { rows } = await pool.query<ResultRow & { sport_id: number; type: string }>(
    `SELECT c.sport_id, c.type, r.*
       FROM championship c
       JOIN LATERAL (SELECT ${RESULT_COLUMNS} FROM statistics_result WHERE championship_id = c.id ORDER BY starts_at DESC
                      LIMIT CASE c.type WHEN 'cup' THEN ${NEWEST_OF_CUP} ELSE ${NEWEST} END) r ON true
      WHERE c.id = ANY($1)`,
    [championshipIds],
  )
  const byChampionship = Map.groupBy(rows, ({ championship_id }) => championship_id)
  return new Map(
    [...byChampionship].map(([id, list]) => [id, { sportId: list[0]!.sport_id, type: list[0]!.type, results: list.map(resultOf) }]),
  )
}

/** A section of made-up pairings or worlds: its games count among themselves only, as in the lists of a team. */
const USUAL = (result: string) =>
  `coalesce((SELECT c.about->>'section' FROM championship c WHERE c.id = ${result}.championship_id), '') = ''`
const HOME_IS_USUAL = `EXISTS (SELECT 1 FROM statistics_result u WHERE u.home_id = g.home AND ${USUAL('u')})
                    OR EXISTS (SELECT 1 FROM statistics_result u WHERE u.away_id = g.home AND ${USUAL('u')})`
const MET = (home: string, away: string) =>
  `EXISTS (SELECT 1 FROM statistics_result r
            WHERE r.home_id = g.${home} AND r.away_id = g.${away} AND r.starts_at <= g.at AND r.ci IS DISTINCT FROM g.ci AND ${PLAYED_ONCE('r.championship_id')}
              AND (${USUAL('r')} OR NOT (${HOME_IS_USUAL})))`

/** CI of the games whose sides had met before them. */
export async function listMet(pool: Queries, games: readonly BookGame[]): Promise<number[]> {
  const { rows } = await pool.query<{ ci: number }>(
    `SELECT g.ci FROM unnest($1::int[], $2::int[], $3::int[], $4::timestamptz[]) AS g(ci, home, away, at)
      WHERE ${MET('home', 'away')} OR ${MET('away', 'home')}`,
    [
      games.map(({ ci }) => ci),
      games.map(({ sides }) => sides[0]!.id),
      games.map(({ sides }) => sides[1]!.id),
      games.map(({ startsAt }) => new Date(startsAt)),
    ],
  )
  return rows.map(({ ci }) => ci)
}
