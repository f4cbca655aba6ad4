/**
 * Makes results of games that are over. It reads what feeds have stored (heads and live facts), so a crash loses none of
 * them and a second run writes the same rows; a later head of a game makes its row again.
 */
import type pg from 'pg'
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { isToldWhole } from '#modules/feeds/rules/parts.ts'
import { DAY, HOUR, type Clock, type Millis } from '#lib/time.ts'
import { inRawTx } from '#platform/server/db.ts'
import { CRICKET, writeCricketers } from './cricket.ts'
import { notable, playersIn, type Notable } from '../rules/notable.ts'

type Queries = Pick<pg.Pool, 'query'>

interface OverRow {
  ci: number
  provider: string
  ref: string
  championship_id: number
  sides: { id: number; role: 'home' | 'away' | 'runner'; order: number }[]
  starts_at: Date
  status: string
  status_note: string | null
  round: string | null
  venue: string | null
  sent_at: Date
  i: number
  sport_id: number
}

/** Games a turn: a restart after a long pause catches up over several of them. */
const BATCH = 100
/** Heads this long before the newest one seen are looked at again: clocks of providers differ. */
const OVERLAP_MS = HOUR
/** A clock that leaps leaves games behind whose heads are still on their way: for so long it is looked back to the leap. */
const AFTER_LEAP_MS = HOUR
/** What a restart looks back for. */
const BACK_MS = 14 * DAY
/** Results of games played here are kept three years, as past seasons are. */
const KEEP_MS = 3 * 366 * DAY

const OVER = `SELECT g.ci, g.provider, g.ref, g.championship_id, g.sides, g.starts_at, g.status, g.status_note, g.round, g.venue, g.sent_at,
       (SELECT p.i FROM game_part p WHERE p.game_ci = g.ci AND p.part = 'full') AS i,
       (SELECT c.sport_id FROM championship c WHERE c.id = g.championship_id) AS sport_id
  FROM game g
 WHERE g.status IN ('ended', 'closed', 'abandoned') AND g.sent_at >= $1 AND g.type = 'match'
   AND NOT EXISTS (SELECT 1 FROM finished_game f WHERE f.ci = g.ci AND f.head_at >= g.sent_at)
 ORDER BY g.sent_at LIMIT ${BATCH}`

export interface Collector {
  /** One turn; answers the championships whose results have changed. */
  run(): Promise<number[]>
}

export function createCollector(pool: pg.Pool, clock: Clock): Collector {
  let since: Millis | null = null
  let ranAt: Millis | null = null
  let leap: { from: Millis; until: Millis } | null = null
  let cleanedAt = -Infinity
  return {
    async run() {
      const now = clock.now()
      since ??= now - BACK_MS
      if (ranAt !== null && now - ranAt > OVERLAP_MS / 2) leap = { from: leap?.from ?? ranAt - OVERLAP_MS, until: now + AFTER_LEAP_MS }
      else if (leap && now > leap.until) leap = null
      ranAt = now
      if (leap) since = Math.min(since, leap.from)
      const { rows } = await pool.query<OverRow>(OVER, [new Date(since)])
      if (rows.length > 0) await writeResults(pool, rows)
      // A full batch may have more behind it, of the same moment too.
      const last = rows.at(-1)
      since = Math.max(since, rows.length === BATCH ? last!.sent_at.getTime() : now - OVERLAP_MS)
      if (now - cleanedAt > HOUR) {
        cleanedAt = now
        await pool.query('DELETE FROM finished_game WHERE starts_at < $1', [new Date(now - KEEP_MS)])
      }
      return [...new Set(rows.map(({ championship_id }) => championship_id))]
    },
  }
}

/** A game that was broken off and played on later has not been told wrong: its score has grown. */
const FIRST_SCORE = `CASE WHEN finished_game.status = 'abandoned' OR coalesce(finished_game.first_score, finished_game.score) = excluded.score
            THEN NULL ELSE coalesce(finished_game.first_score, finished_game.score) END`

async function writeResults(pool: pg.Pool, games: readonly OverRow[]): Promise<void> {
  const [states, incidents] = await Promise.all([lastStates(pool, games), incidentsOf(pool, games)])
  const finished = games.flatMap((game) => {
    const [home, away] = [sideId(game, 'home'), sideId(game, 'away')]
    if (home === undefined || away === undefined) return []
    const state = states.get(game.ci)
    return {
      ...game,
      home_id: home,
      away_id: away,
      starts_at: game.starts_at.toISOString(),
      head_at: game.sent_at.toISOString(),
      score: `{${(state?.score ?? [0, 0]).map(Math.round).join(',')}}`,
      periods: state?.periods ?? [],
      stats: state && isCounted(game, state) ? state.stats : {},
      incidents: incidents.get(game.ci) ?? [],
    }
  })
  // The row of a game says that it has been looked at: whoever fell between it and the players would never write those.
  await inRawTx(pool, async (client) => {
    await writeGames(client, finished)
    await writePlayers(
      client,
      games.map(({ ci }) => ci),
      incidents,
    )
    await writeCricketers(
      client,
      finished.filter(({ sport_id }) => sport_id === CRICKET),
    )
  })
}

async function writeGames(client: Queries, finished: readonly object[]): Promise<void> {
  await client.query(
    `INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, status_note, round, venue,
                                score, periods, stats, incidents, head_at)
     SELECT ci, coalesce(i, 0), provider, ref, championship_id, home_id, away_id, starts_at, status, status_note, round, venue,
            score, periods, stats, incidents, head_at
       FROM json_to_recordset($1::json) AS r(ci int, i int, provider text, ref text, championship_id int, home_id int, away_id int,
            starts_at timestamptz, status text, status_note text, round text, venue text, score int[], periods jsonb, stats jsonb,
            incidents jsonb, head_at timestamptz)
     ON CONFLICT (ci) DO UPDATE SET i = excluded.i, status = excluded.status, status_note = excluded.status_note, score = excluded.score,
       periods = excluded.periods, stats = excluded.stats, incidents = excluded.incidents, head_at = excluded.head_at,
       first_score = ${FIRST_SCORE}`,
    [JSON.stringify(finished)],
  )
}

/** Counts of a game whose end was told without all of its parts are those of some moment in it, and not of the game. */
function isCounted({ status, sport_id }: OverRow, { periods }: LiveState): boolean {
  return status === 'abandoned' || isToldWhole(sport_id, periods)
}

function sideId({ sides }: OverRow, role: 'home' | 'away'): number | undefined {
  return sides.find((side) => side.role === role)?.id
}

/** The state after the last live fact; a person's facts stand beside those of the game's own provider. */
async function lastStates(pool: Queries, games: readonly OverRow[]): Promise<Map<number, LiveState>> {
  const { rows } = await pool.query<{ ci: number; state: LiveState }>(
    `SELECT g.ci, f.body->'state' AS state
       FROM unnest($1::int[], $2::text[], $3::text[]) AS g(ci, provider, ref)
       JOIN LATERAL (SELECT body FROM fact WHERE game_ref = g.ref AND t = 'live' AND provider IN (g.provider, 'trader')
                      ORDER BY sent_at DESC, id DESC LIMIT 1) f ON true`,
    [games.map(({ ci }) => ci), games.map(({ provider }) => provider), games.map(({ ref }) => ref)],
  )
  return new Map(rows.map(({ ci, state }) => [ci, state]))
}

const KEPT = ['goal', 'own_goal', 'yellow_card', 'second_yellow', 'red_card', 'substitution', 'penalty_missed', 'try', 'touchdown']

async function incidentsOf(pool: Queries, games: readonly OverRow[]): Promise<Map<number, Notable[]>> {
  const { rows } = await pool.query<{ ci: number; incident: Incident; player_id: number | null }>(
    `SELECT g.ci, inc AS incident, x.id AS player_id
       FROM unnest($1::int[], $2::text[], $3::text[]) AS g(ci, provider, ref)
       JOIN fact f ON f.game_ref = g.ref AND f.t = 'live' AND f.provider IN (g.provider, 'trader')
       CROSS JOIN LATERAL jsonb_array_elements(coalesce(f.body->'incidents', '[]')) AS inc
       LEFT JOIN ext_ref x ON x.provider = g.provider AND x.kind = 'player' AND x.ref = inc->>'player'
      WHERE inc->>'type' = ANY($4) OR inc ? 'retracts'
      ORDER BY g.ci, f.sent_at, (inc->>'seq')::numeric`,
    [games.map(({ ci }) => ci), games.map(({ provider }) => provider), games.map(({ ref }) => ref), KEPT],
  )
  const lists = new Map<number, { incident: Incident; playerId: number | null }[]>()
  for (const { ci, incident, player_id } of rows) {
    const list = lists.get(ci)
    if (list) list.push({ incident, playerId: player_id })
    else lists.set(ci, [{ incident, playerId: player_id }])
  }
  return new Map([...lists].map(([ci, list]) => [ci, notable(list)]))
}

/** A goal or card that was taken back since leaves nobody behind. */
async function writePlayers(client: Queries, cis: readonly number[], incidents: ReadonlyMap<number, Notable[]>): Promise<void> {
  const rows = [...incidents].flatMap(([ci, list]) => playersIn(list).map((one) => ({ ci, ...one })))
  await client.query('DELETE FROM finished_player WHERE game_ci = ANY($1)', [cis])
  if (rows.length === 0) return
  await client.query(
    `INSERT INTO finished_player (player_id, game_ci, goals, cards)
     SELECT id, ci, goals, cards FROM json_to_recordset($1::json) AS r(id int, ci int, goals smallint, cards smallint)
     ON CONFLICT (player_id, game_ci) DO UPDATE SET goals = excluded.goals, cards = excluded.cards`,
    [JSON.stringify(rows)],
  )
}
