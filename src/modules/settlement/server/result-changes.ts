/** Corrected results of a game, from everything that was ever said of it (SET-11). */
import type pg from 'pg'
import { resultChanges, type MarketAction, type ResultChange } from '../rules/effective.ts'
import { marketAction } from './actions.ts'

export interface GameChange extends Omit<ResultChange, 'by'> {
  part: string
  /** Unix milliseconds. */
  at: number
  /** Provider, trader or guard. */
  source: string
}

type ActionRow = Parameters<typeof marketAction>[0] & { part: string; market_key: string; spec: string; source: string }

/** Of markets of which different things were said: enough for every one of a game. */
const MOST_ACTIONS = 5_000

/** Of all parts of a game, the latest last. */
export async function listResultChanges(pool: Pick<pg.Pool, 'query'>, gameCi: number): Promise<GameChange[]> {
  const { rows } = await pool.query<ActionRow>(
    `WITH said AS (SELECT gp.part, a.* FROM game_part gp JOIN settlement_action a ON a.ci = gp.ci WHERE gp.game_ci = $1)
     SELECT part, market_key, spec, t, split_part(fact_key, '|', 1) AS source, sent_at, certainty, results, from_at, to_at, undecided, line, reason
       FROM said WHERE (ci, market_key, spec) IN (
         SELECT ci, market_key, spec FROM said GROUP BY 1, 2, 3
         HAVING count(DISTINCT results) > 1 OR (count(results) > 0 AND bool_or(t <> 'settle')))
      ORDER BY id LIMIT ${MOST_ACTIONS}`,
    [gameCi],
  )
  const markets = Map.groupBy(rows, ({ part, market_key, spec }) => `${part}|${market_key}|${spec}`)
  return [...markets.values()].flatMap(changesOf).toSorted((a, b) => a.at - b.at)
}

function changesOf(rows: readonly ActionRow[]): GameChange[] {
  const sources = new Map<MarketAction, string>(rows.map((row) => [marketAction(row), row.source]))
  return resultChanges([...sources.keys()]).map(({ by, ...change }) => ({
    ...change,
    part: rows[0]!.part,
    at: by.sentAt,
    source: sources.get(by)!,
  }))
}
