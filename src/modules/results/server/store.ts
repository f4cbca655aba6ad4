/** Reads what is over: results of games played here, past seasons, games called off, races. Nothing is written. */
import type pg from 'pg'
import { countedPage } from '#platform/server/counted-page.ts'
import type { GameStatus, Names, StatusNote } from '#modules/feeds/rules/fact.ts'
import type { PeriodScore } from '../rules/score-text.ts'

type Queries = Pick<pg.Pool, 'query'>

export interface ResultRow {
  /** Null for games of past seasons, which have no ids of the line. */
  ci: number | null
  i: number | null
  /** Names a game of past seasons. */
  digest: string | null
  type: 'match' | 'race'
  sport_id: number
  championship_id: number
  championship: Names
  country_id: number
  starts_at: Date
  home_id: number | null
  away_id: number | null
  home: Names | null
  away: Names | null
  /** Null when nothing was played. */
  score: [number, number] | null
  /** What was told before the score was put right; null when it never was. */
  first_score: [number, number] | null
  periods: PeriodScore[]
  stats: Record<string, [number, number]>
  round: string | null
  venue: string | null
  title: Names | null
  /** The first three of a race. */
  places: { id: number; names: Names }[] | null
  status: GameStatus
  status_note: StatusNote | null
}

export interface Wanted {
  from?: Date
  to: Date
  championshipId?: number
  sportIds?: readonly number[]
}

/** $1 and $2: from and to; $3 championship or null; $4 sports or null. */
const ROWS = `
  SELECT f.ci, f.i, NULL::text AS digest, 'match' AS type, f.championship_id, f.starts_at, f.home_id, f.away_id, f.score, f.first_score, f.periods, f.stats,
         f.round, f.venue, NULL::jsonb AS title, NULL::jsonb AS places, f.status, f.status_note
    FROM finished_game f WHERE f.starts_at >= $1 AND f.starts_at < $2 AND ($3::int IS NULL OR f.championship_id = $3)
  UNION ALL
  SELECT NULL, NULL, p.provider || '|' || p.ref, 'match', p.championship_id, p.starts_at, p.home_id, p.away_id, p.score::integer[], NULL, p.periods, '{}',
         p.round, NULL, NULL, NULL, 'closed', NULL
    FROM past_game p WHERE p.starts_at >= $1 AND p.starts_at < $2 AND ($3::int IS NULL OR p.championship_id = $3)
     AND NOT EXISTS (SELECT 1 FROM finished_game f WHERE f.provider = p.provider AND f.ref = p.ref)
  UNION ALL
  SELECT g.ci, (SELECT i FROM game_part WHERE game_ci = g.ci AND part = 'full'), NULL, 'match', g.championship_id, g.starts_at,
         (SELECT (s->>'id')::int FROM jsonb_array_elements(g.sides) s WHERE s->>'role' = 'home' LIMIT 1),
         (SELECT (s->>'id')::int FROM jsonb_array_elements(g.sides) s WHERE s->>'role' = 'away' LIMIT 1),
         NULL, NULL, '[]', '{}', g.round, g.venue, NULL, NULL, g.status, g.status_note
    FROM game g WHERE g.starts_at >= $1 AND g.starts_at < $2 AND g.status = 'cancelled' AND g.type = 'match'
     AND ($3::int IS NULL OR g.championship_id = $3)
  UNION ALL
  SELECT g.ci, (SELECT i FROM game_part WHERE game_ci = g.ci AND part = 'full'), NULL, 'race', g.championship_id, g.starts_at, NULL, NULL,
         NULL, NULL, '[]', '{}', g.round, g.venue, g.about->'title', r.places, g.status, g.status_note
    FROM game g JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'names', c.names) ORDER BY run.place) AS places
        FROM past_run run JOIN competitor c ON c.id = run.competitor_id
       WHERE run.game_ci = g.ci AND run.place BETWEEN 1 AND 3
    ) r ON r.places IS NOT NULL
   WHERE g.starts_at >= $1 AND g.starts_at < $2 AND g.type = 'race' AND ($3::int IS NULL OR g.championship_id = $3)`

const FROM = `FROM (${ROWS}) r JOIN championship c ON c.id = r.championship_id WHERE ($4::int[] IS NULL OR c.sport_id = ANY($4))`

function values({ from, to, championshipId, sportIds }: Wanted): unknown[] {
  return [from ?? new Date(0), to, championshipId ?? null, sportIds && sportIds.length > 0 ? sportIds : null]
}

export async function countBySport(pool: Queries, wanted: Wanted): Promise<{ sportId: number; games: number }[]> {
  const { rows } = await pool.query<{ sport_id: number; games: number }>(
    `SELECT c.sport_id, count(*)::int AS games ${FROM} GROUP BY c.sport_id`,
    values(wanted),
  )
  return rows.map(({ sport_id, games }) => ({ sportId: sport_id, games }))
}

export interface CountedChampionship {
  id: number
  sportId: number
  names: Names
  weight: number
  games: number
}

export async function countByChampionship(pool: Queries, wanted: Wanted): Promise<CountedChampionship[]> {
  const { rows } = await pool.query<{ id: number; sport_id: number; names: Names; weight: number; games: number }>(
    `SELECT c.id, c.sport_id, c.names, c.weight, count(*)::int AS games ${FROM} GROUP BY c.id ORDER BY c.weight DESC, c.id`,
    values(wanted),
  )
  return rows.map(({ id, sport_id, names, weight, games }) => ({ id, sportId: sport_id, names, weight, games }))
}

export interface Page {
  newestFirst: boolean
  offset: number
  limit: number
}

/** One page and the number of all rows. */
export async function listResults(pool: Queries, wanted: Wanted, page: Page): Promise<{ rows: ResultRow[]; count: number }> {
  const direction = page.newestFirst ? 'DESC' : 'ASC'
  const order = page.newestFirst ? 'starts_at DESC, ci, digest' : 'weight DESC, championship_id, starts_at, ci, digest'
  const text = `WITH page AS (
       SELECT r.*, c.sport_id, c.names AS championship, c.country_id, c.weight, count(*) OVER ()::int AS total ${FROM}
        ORDER BY ${page.newestFirst ? `r.starts_at ${direction}, r.ci, r.digest` : 'c.weight DESC, r.championship_id, r.starts_at, r.ci, r.digest'}
        LIMIT $5 OFFSET $6
     )
     SELECT page.*, h.names AS home, a.names AS away
       FROM page LEFT JOIN competitor h ON h.id = page.home_id LEFT JOIN competitor a ON a.id = page.away_id
      ORDER BY ${order}`
  const read = (limit: number, offset: number) => pool.query<ResultRow & { total: number }>(text, [...values(wanted), limit, offset])
  const { rows, total } = await countedPage(page, read)
  return { rows, count: total }
}

export interface SettledOutcome {
  part: string
  market_key: string
  spec: string
  t: number
  /** P · 10 000. */
  p: number
  player_id: number
  player: Names | null
  won: number | null
  void_halves: number
}

/** Settled outcomes of a game that has left the book. */
export async function listSettled(pool: Queries, gameCi: number): Promise<SettledOutcome[]> {
  const { rows } = await pool.query<SettledOutcome>(
    `SELECT gp.part, o.market_key, o.spec, o.t, o.p, o.player_id, coalesce(a.names, k.names) AS player, o.won,
            CASE WHEN o.voided @> tstzrange(NULL, NULL) THEN 2 ELSE o.void_halves END AS void_halves
       FROM game_part gp JOIN outcome_result o ON o.ci = gp.ci
       LEFT JOIN athlete a ON a.id = o.player_id LEFT JOIN competitor k ON k.id = o.player_id
      WHERE gp.game_ci = $1 ORDER BY gp.ci, o.t, o.p, o.player_id LIMIT 3000`,
    [gameCi],
  )
  return rows
}

export interface Told {
  source: string
  at: Date
  first_score: [number, number] | null
}

/**
 * Who told the last result of a game, and when, and the score that was told before it was put right; a market called off counts
 * only where nothing else was told.
 */
export async function selectOptionalTold(pool: Queries, gameCi: number): Promise<Told | null> {
  const { rows } = await pool.query<Told>(
    `SELECT split_part(a.fact_key, '|', 1) AS source, a.sent_at AS at, (SELECT first_score FROM finished_game WHERE ci = $1) AS first_score
       FROM game_part gp JOIN settlement_action a ON a.ci = gp.ci
      WHERE gp.game_ci = $1 AND a.t IN ('settle', 'cancel') AND a.line IS NULL ORDER BY a.t DESC, a.sent_at DESC, a.id DESC LIMIT 1`,
    [gameCi],
  )
  return rows[0] ?? null
}

/** The main game behind an I or CI, also after it left the line. */
export async function selectOptionalGame(
  pool: Queries,
  id: number,
): Promise<{ ci: number; championshipId: number; startsAt: Date } | null> {
  const { rows } = await pool.query<{ ci: number; championship_id: number; starts_at: Date }>(
    `SELECT g.ci, g.championship_id, g.starts_at FROM game g
      WHERE g.ci IN ((SELECT game_ci FROM game_part WHERE ci = $1), (SELECT game_ci FROM game_part WHERE i = $1),
            (SELECT p.game_ci FROM game_i_history h JOIN game_part p ON p.ci = h.ci WHERE h.i = $1)) LIMIT 1`,
    [id],
  )
  const row = rows[0]
  return row ? { ci: row.ci, championshipId: row.championship_id, startsAt: row.starts_at } : null
}
