/** All reading of results; bounded everywhere. */
import type pg from 'pg'
import type { GameAbout, Names, Origin } from '#modules/feeds/rules/fact.ts'
import type { Notable } from '../rules/notable.ts'
import { hexId, pastHexId } from '../rules/ids.ts'
import type { Result } from '../rules/result.ts'

type Queries = Pick<pg.Pool, 'query'>

export interface ResultRow {
  ci: number | null
  i: number | null
  digest: string | null
  championship_id: number
  home_id: number
  away_id: number
  starts_at: Date
  score: [number, number]
  periods: Result['periods']
  round: string | null
  status: string
  status_note: string | null
}

export const RESULT_COLUMNS = 'ci, i, digest, championship_id, home_id, away_id, starts_at, score, periods, round, status, status_note'
/** Three seasons of the longest league. */
const MAX_OF_CHAMPIONSHIP = 8000
const MAX_OF_TEAM = 400
const MAX_OF_SPORT = 20_000

export function resultOf(row: ResultRow): Result {
  return {
    id: row.ci === null ? pastHexId(row.digest!) : hexId('game', row.ci),
    ci: row.ci,
    i: row.i,
    championshipId: row.championship_id,
    homeId: row.home_id,
    awayId: row.away_id,
    startsAt: row.starts_at.getTime(),
    score: row.score,
    periods: row.periods,
    round: row.round,
    status: row.status,
    note: row.status_note,
  }
}

async function results(pool: Queries, where: string, values: unknown[], limit: number): Promise<Result[]> {
  const { rows } = await pool.query<ResultRow>(
    `SELECT ${RESULT_COLUMNS} FROM statistics_result WHERE ${where} ORDER BY starts_at DESC LIMIT ${limit}`,
    values,
  )
  return rows.map(resultOf)
}

/** The newest first. */
export function listOfChampionship(pool: Queries, championshipId: number): Promise<Result[]> {
  return results(pool, 'championship_id = $1', [championshipId], MAX_OF_CHAMPIONSHIP)
}

/** A championship of races, draws or long-term bets: it has games, and none of them is a match of two sides. */
export async function isWithoutMatches(pool: Queries, championshipId: number): Promise<boolean> {
  const { rows } = await pool.query<{ games: number; matches: number }>(
    `SELECT count(*)::int AS games, count(*) FILTER (WHERE type = 'match')::int AS matches FROM game WHERE championship_id = $1`,
    [championshipId],
  )
  return rows[0]!.games > 0 && rows[0]!.matches === 0
}

/** When its games began. */
export async function listStarts(pool: Queries, championshipId: number): Promise<number[]> {
  const { rows } = await pool.query<{ starts_at: Date }>(
    `SELECT starts_at FROM statistics_result WHERE championship_id = $1 ORDER BY starts_at DESC LIMIT ${MAX_OF_CHAMPIONSHIP}`,
    [championshipId],
  )
  return rows.map(({ starts_at }) => starts_at.getTime())
}

/** Two searches by index instead of one over both columns. */
export async function listOfTeam(pool: Queries, teamId: number): Promise<Result[]> {
  const [home, away] = await Promise.all([
    results(pool, 'home_id = $1', [teamId], MAX_OF_TEAM),
    results(pool, 'away_id = $1', [teamId], MAX_OF_TEAM),
  ])
  return [...home, ...away].toSorted((a, b) => b.startsAt - a.startsAt || (a.id < b.id ? 1 : -1))
}

export function listOfSport(pool: Queries, sportId: number): Promise<Result[]> {
  return results(
    pool,
    `championship_id IN (SELECT id FROM championship WHERE sport_id = $1 AND about->>'recorded' IS NULL)`,
    [sportId],
    MAX_OF_SPORT,
  )
}

/** Of what is told in a championship: as its newest game was told that is over. "": none is. */
export async function selectOrigin(pool: Queries, championshipId: number): Promise<Origin | ''> {
  const { rows } = await pool.query<{ origin: Origin }>(
    `SELECT g.origin FROM finished_game f JOIN game g ON g.ci = f.ci WHERE f.championship_id = $1 ORDER BY f.starts_at DESC LIMIT 1`,
    [championshipId],
  )
  return rows[0]?.origin ?? ''
}

export interface FinishedGame extends Result {
  venue: string | null
  stats: Record<string, [number, number]>
  incidents: Notable[]
}

/** A game of the feed that is over, by I; `byCi`: by CI too. */
export async function selectOptionalFinished(pool: Queries, id: number, byCi: boolean): Promise<FinishedGame | null> {
  const { rows } = await pool.query<ResultRow & { venue: string | null; stats: FinishedGame['stats']; incidents: Notable[] }>(
    `SELECT f.ci, f.i, NULL AS digest, championship_id, home_id, away_id, starts_at, score, periods, round, status, status_note, venue, stats,
            incidents
       FROM finished_game f
      WHERE f.ci IN (CASE WHEN $2 THEN $1::int END, (SELECT game_ci FROM game_part WHERE i = $1),
            (SELECT p.game_ci FROM game_i_history h JOIN game_part p ON p.ci = h.ci WHERE h.i = $1))
      LIMIT 1`,
    [id, byCi],
  )
  const row = rows[0]
  return row ? { ...resultOf(row), venue: row.venue, stats: row.stats, incidents: row.incidents } : null
}

export async function selectOptionalPast(pool: Queries, digest: string): Promise<Result | null> {
  const { rows } = await pool.query<ResultRow>(
    `SELECT NULL::int AS ci, NULL::int AS i, $1::text AS digest, championship_id, home_id, away_id, starts_at, score::integer[], periods,
            round, 'closed' AS status, NULL AS status_note
       FROM past_game WHERE substr(md5(provider || '|' || ref), 1, 22) = $1 LIMIT 1`,
    [digest],
  )
  return rows[0] ? resultOf(rows[0]) : null
}

export interface Named {
  id: number
  names: Names
  countryId: number
  countryCode: string
  sportId: number
  type: string
  /** A section of made-up pairings or worlds: its games say nothing about the sides elsewhere. */
  apart: boolean
  /** The season whose recordings are shown again and again; null: its games are played once. */
  recorded: string | null
}

interface NamedRow {
  id: number
  names: Names
  country_id: number
  country_code: string
  sport_id: number
  type: string
  apart: boolean
  recorded: string | null
}

async function named(pool: Queries, table: 'competitor' | 'championship', ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map()
  const about =
    table === 'championship'
      ? `coalesce(about->>'section', '') <> '' AS apart, about->>'recorded' AS recorded`
      : 'false AS apart, NULL AS recorded'
  const { rows } = await pool.query<NamedRow>(
    `SELECT id, names, country_id, country_code, sport_id, type, ${about} FROM ${table} WHERE id = ANY($1)`,
    [ids],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        names: row.names,
        countryId: row.country_id,
        countryCode: row.country_code,
        sportId: row.sport_id,
        type: row.type,
        apart: row.apart,
        recorded: row.recorded,
      },
    ]),
  )
}

export function selectCompetitors(pool: Queries, ids: readonly number[]): Promise<Map<number, Named>> {
  return named(pool, 'competitor', ids)
}

export function selectChampionships(pool: Queries, ids: readonly number[]): Promise<Map<number, Named>> {
  return named(pool, 'championship', ids)
}

export interface Athlete {
  id: number
  teamId: number | null
  names: Names
}

const MAX_SQUAD = 60

export async function listSquad(pool: Queries, teamId: number): Promise<Athlete[]> {
  const { rows } = await pool.query<{ id: number; competitor_id: number | null; names: Names }>(
    `SELECT id, competitor_id, names FROM athlete WHERE competitor_id = $1 ORDER BY id LIMIT ${MAX_SQUAD}`,
    [teamId],
  )
  return rows.map(({ id, competitor_id, names }) => ({ id, teamId: competitor_id, names }))
}

export async function selectAthletes(pool: Queries, ids: readonly number[]): Promise<Map<number, Athlete>> {
  if (ids.length === 0) return new Map()
  const { rows } = await pool.query<{ id: number; competitor_id: number | null; names: Names }>(
    'SELECT id, competitor_id, names FROM athlete WHERE id = ANY($1)',
    [ids],
  )
  return new Map(rows.map(({ id, competitor_id, names }) => [id, { id, teamId: competitor_id, names }]))
}

export interface Appearance extends Result {
  goals: number
  cards: number
}

/** Games in which a player did something that was told, the newest first. */
export async function listAppearances(pool: Queries, playerId: number): Promise<Appearance[]> {
  const { rows } = await pool.query<ResultRow & { goals: number; cards: number }>(
    `SELECT f.ci, f.i, NULL AS digest, championship_id, home_id, away_id, starts_at, score, periods, round, status, status_note, p.goals, p.cards
       FROM finished_player p JOIN finished_game f ON f.ci = p.game_ci
      WHERE p.player_id = $1 ORDER BY starts_at DESC LIMIT ${MAX_OF_TEAM}`,
    [playerId],
  )
  return rows.map((row) => ({ ...resultOf(row), goals: row.goals, cards: row.cards }))
}

/** Goals of the players of a championship since a moment, the best first. */
export async function listScorers(
  pool: Queries,
  championshipId: number,
  since: number,
  limit: number,
): Promise<{ id: number; goals: number; games: number }[]> {
  const { rows } = await pool.query<{ id: number; goals: number; games: number }>(
    `SELECT p.player_id AS id, sum(p.goals)::int AS goals, count(*)::int AS games
       FROM finished_player p JOIN finished_game f ON f.ci = p.game_ci
      WHERE f.championship_id = $1 AND f.starts_at >= $2 GROUP BY p.player_id HAVING sum(p.goals) > 0
      ORDER BY goals DESC, games, p.player_id LIMIT $3`,
    [championshipId, new Date(since), limit],
  )
  return rows
}

interface RaceRow {
  ci: number
  i: number
  championship_id: number
  starts_at: Date
  round: string | null
  sides: { id: number; order: number }[]
  about: GameAbout | null
}

export interface RaceHead {
  ci: number
  i: number
  championshipId: number
  startsAt: number
  round: string | null
  sides: { id: number; order: number }[]
  about: GameAbout | null
}

function raceOf({ ci, i, championship_id, starts_at, round, sides, about }: RaceRow): RaceHead {
  return { ci, i, championshipId: championship_id, startsAt: starts_at.getTime(), round, sides, about }
}

const RACE = 'g.ci, p.i, g.championship_id, g.starts_at, g.round, g.sides, g.about'

/** A race in which somebody ran: his number on the card, and his place, 0 when he did not come in. */
export interface RaceRun extends RaceHead {
  no: number
  place: number
  of: number
}

/** Races of a horse, a dog or a driver, the newest first. */
export async function listRaces(pool: Queries, competitorId: number, limit: number): Promise<RaceRun[]> {
  const { rows } = await pool.query<RaceRow & { place: number; runners: number }>(
    `SELECT ${RACE}, r.place, r.runners
       FROM past_run r JOIN game g ON g.ci = r.game_ci JOIN game_part p ON p.game_ci = g.ci AND p.part = 'full'
      WHERE r.competitor_id = $1 ORDER BY r.starts_at DESC LIMIT $2`,
    [competitorId, limit],
  )
  return rows.map((row) => ({
    ...raceOf(row),
    no: row.sides.find(({ id }) => id === competitorId)?.order ?? 0,
    place: row.place,
    of: row.runners,
  }))
}

/** Places by competitor of a race that is over. */
export async function selectPlaces(pool: Queries, ci: number): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ competitor_id: number; place: number }>(
    'SELECT competitor_id, place FROM past_run WHERE game_ci = $1',
    [ci],
  )
  return new Map(rows.map(({ competitor_id, place }) => [competitor_id, place]))
}

/** A race by I; `byCi`: by CI too. */
export async function selectOptionalRace(pool: Queries, id: number, byCi: boolean): Promise<RaceHead | null> {
  const { rows } = await pool.query<RaceRow>(
    `SELECT ${RACE} FROM game g JOIN game_part p ON p.game_ci = g.ci AND p.part = 'full'
      WHERE g.type = 'race' AND g.ci IN (CASE WHEN $2 THEN $1::int END, (SELECT game_ci FROM game_part WHERE i = $1)) LIMIT 1`,
    [id, byCi],
  )
  return rows[0] ? raceOf(rows[0]) : null
}
/** Goals and cards of players in all their games that are known. */
export async function selectPlayerTotals(
  pool: Queries,
  ids: readonly number[],
): Promise<Map<number, { goals: number; cards: number; games: number }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await pool.query<{ id: number; goals: number; cards: number; games: number }>(
    `SELECT player_id AS id, sum(goals)::int AS goals, sum(cards)::int AS cards, count(*)::int AS games
       FROM finished_player WHERE player_id = ANY($1) GROUP BY player_id`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Our ids of players whom incidents of a running game name by reference. */
export async function selectPlayerIds(pool: Queries, provider: string, refs: readonly string[]): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map()
  const { rows } = await pool.query<{ ref: string; id: number }>(
    `SELECT ref, id FROM ext_ref WHERE provider = $1 AND kind = 'player' AND ref = ANY($2)`,
    [provider, refs],
  )
  return new Map(rows.map(({ ref, id }) => [ref, id]))
}

export interface AnnouncedSide {
  formation: string
  coach: Names
  players: { id: number; number: number; position: string; line: number; isSub: boolean }[]
}

interface ToldSide {
  formation?: string
  coach?: Names
  players?: { ref: string; number?: number; position?: string; line?: number; sub?: boolean }[]
}

/** Line-ups that the game's last head carried, with our ids of its players. */
export async function selectOptionalLineUps(
  pool: Queries,
  ci: number,
): Promise<{ confirmed: boolean; sides: [AnnouncedSide, AnnouncedSide] } | null> {
  const { rows } = await pool.query<{ provider: string; told: { confirmed?: boolean; sides?: ToldSide[] } | null }>(
    `SELECT provider, about->'lineups' AS told FROM game WHERE ci = $1`,
    [ci],
  )
  const row = rows[0]
  if (!row?.told?.sides || row.told.sides.length !== 2) return null
  const { sides } = row.told
  const ids = await selectPlayerIds(
    pool,
    row.provider,
    sides.flatMap(({ players = [] }) => players.map(({ ref }) => ref)),
  )
  const [home, away] = sides.map(({ formation = '', coach = {}, players = [] }) => ({
    formation,
    coach,
    players: players.flatMap(({ ref, number = 0, position = '', line = 0, sub = false }) =>
      ids.has(ref) ? [{ id: ids.get(ref)!, number, position, line, isSub: sub }] : [],
    ),
  }))
  return { confirmed: row.told.confirmed ?? false, sides: [home!, away!] }
}
