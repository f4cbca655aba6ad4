/** SQL of the registry: ids and heads in, new and changed rows out, always whole batches. */
import type pg from 'pg'
import type { Millis } from '#lib/time.ts'
import type { Championship, ChampionshipAbout, Competitor, GameAbout, GameStatus, Names, Origin, StatusNote } from '../rules/fact.ts'
import type { ResolvedGame } from '../rules/resolved.ts'

export interface ExtRow {
  provider: string
  kind: string
  ref: string
  id: number
  code: string | null
}
export interface ChampionshipRow {
  id: number
  sport_id: number
  country_id: number
  country_code: string
  type: Championship['type']
  gender: string | null
  tz: string
  names: Names
  weight: number
  about: ChampionshipAbout | null
}
export interface CompetitorRow {
  id: number
  sport_id: number
  type: Competitor['type']
  country_id: number
  country_code: string
  names: Names
}
export interface AthleteRow {
  id: number
  competitor_id: number | null
  names: Names
}
export interface GameSide {
  id: number
  ref: string
  role: 'home' | 'away' | 'runner'
  order: number
}
export interface GameRow {
  ci: number
  provider: string
  ref: string
  championship_id: number
  type: ResolvedGame['type']
  sides: GameSide[]
  starts_at: Date
  start_confirmed: boolean
  status: GameStatus
  status_note: StatusNote | null
  kind: 1 | 3
  round: string | null
  venue: string | null
  neutral: boolean
  format: ResolvedGame['format'] | null
  live_coverage: boolean
  origin: Origin
  about: GameAbout | null
  sent_at: Date
}
export interface PartRow {
  ci: number
  game_ci: number
  part: string
  i: number
  n: number
}
export interface RunRow {
  competitor_id: number
  game_ci: number
  starts_at: Date
  place: number
  runners: number
}
export interface PastRow {
  provider: string
  ref: string
  championship_id: number
  home_id: number
  away_id: number
  starts_at: Date
  score: [number, number]
  periods: unknown
  round: string | null
}

/** Rows to write, filled by the registry while it walks a batch of facts. */
export interface Changes {
  ext: ExtRow[]
  sports: { id: number; names: Names }[]
  championships: Map<number, ChampionshipRow>
  competitors: Map<number, CompetitorRow>
  athletes: Map<number, AthleteRow>
  games: Map<number, GameRow>
  parts: PartRow[]
  movedI: { i: number; ci: number; live_i: number; replaced_at: Date }[]
  past: PastRow[]
  runs: RunRow[]
  /** Starts that were announced until now. */
  starts: { ci: number; starts_at: Date; until_at: Date }[]
  /** Play stands still, and no longer. */
  stops: { ci: number; from_at: Date }[]
  ends: { ci: number; until_at: Date }[]
  /** Games that have left the line for play, and those that are said not to have begun after all. */
  begins: { ci: number; began_at: Date }[]
  backs: { ci: number; at: Date }[]
}

export function noChanges(): Changes {
  return {
    ext: [],
    sports: [],
    championships: new Map(),
    competitors: new Map(),
    athletes: new Map(),
    games: new Map(),
    parts: [],
    movedI: [],
    past: [],
    runs: [],
    starts: [],
    stops: [],
    ends: [],
    begins: [],
    backs: [],
  }
}

/** A course is noted with its game. */
export function isEmpty({ ext, sports, championships, competitors, athletes, games, parts, movedI, past, runs }: Changes): boolean {
  const lists = ext.length + sports.length + parts.length + movedI.length + past.length + runs.length
  return lists + championships.size + competitors.size + athletes.size + games.size === 0
}

/** A connection, or the pool where one statement is enough. */
export type Queries = Pick<pg.ClientBase, 'query'>
type Client = Queries

/** Reserves `count` numbers of a sequence in one step and returns the first: the feed role is the only writer. */
export async function reserveIds(client: Client, sequence: string, count: number): Promise<number> {
  const { rows } = await client.query<{ last: bigint }>('SELECT setval($1::regclass, nextval($1::regclass) + $2 - 1) AS last', [
    sequence,
    count,
  ])
  return Number(rows[0]!.last) - count + 1
}

/** One statement per table: columns as arrays through json_to_recordset, so that any type fits. */
async function upsert(
  client: Client,
  table: string,
  columns: string,
  key: string,
  update: string,
  rows: readonly unknown[],
): Promise<void> {
  if (rows.length === 0) return
  const names = columns.split(', ').map((column) => column.split(' ')[0]!)
  const action =
    update === ''
      ? 'DO NOTHING'
      : `DO UPDATE SET ${update
          .split(', ')
          .map((c) => `${c} = excluded.${c}`)
          .join(', ')}`
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = JSON.stringify(rows.slice(at, at + CHUNK))
    await client.query(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.join(', ')}
       FROM json_to_recordset($1::json) AS r(${columns}) ON CONFLICT (${key}) ${action}`,
      [chunk],
    )
  }
}

const CHUNK = 4000

/** One statement may touch a row once: of rows with the same key the last counts. */
function lastOf<T>(rows: readonly T[], keyOf: (row: T) => string | number): T[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

export async function writeChanges(client: Client, changes: Changes): Promise<void> {
  await upsert(
    client,
    'ext_ref',
    'provider text, kind text, ref text, id int, code text',
    'provider, kind, ref',
    'id, code',
    lastOf(changes.ext, (r) => `${r.provider}|${r.kind}|${r.ref}`),
  )
  await upsert(
    client,
    'sport',
    'id int, names jsonb',
    'id',
    'names',
    lastOf(changes.sports, (r) => r.id),
  )
  await upsert(
    client,
    'championship',
    'id int, sport_id int, country_id int, country_code text, type text, gender text, tz text, names jsonb, weight int, about jsonb',
    'id',
    'country_id, country_code, type, gender, tz, names, weight, about',
    [...changes.championships.values()],
  )
  await upsert(
    client,
    'competitor',
    'id int, sport_id int, type text, country_id int, country_code text, names jsonb',
    'id',
    'country_id, country_code, names',
    [...changes.competitors.values()],
  )
  await upsert(client, 'athlete', 'id int, competitor_id int, names jsonb', 'id', 'competitor_id, names', [...changes.athletes.values()])
  await upsert(
    client,
    'game',
    'ci int, provider text, ref text, championship_id int, type text, sides jsonb, starts_at timestamptz, start_confirmed boolean, ' +
      'status text, status_note text, kind smallint, round text, venue text, neutral boolean, format jsonb, live_coverage boolean, ' +
      'origin text, about jsonb, sent_at timestamptz',
    'ci',
    'championship_id, sides, starts_at, start_confirmed, status, status_note, kind, round, venue, neutral, format, live_coverage, about, sent_at',
    [...changes.games.values()],
  )
  await upsert(
    client,
    'game_part',
    'ci int, game_ci int, part text, i int, n int',
    'ci',
    'i',
    lastOf(changes.parts, (r) => r.ci),
  )
  await upsert(client, 'game_i_history', 'i int, ci int, live_i int, replaced_at timestamptz', 'i', '', changes.movedI)
  await upsert(
    client,
    'past_game',
    'provider text, ref text, championship_id int, home_id int, away_id int, starts_at timestamptz, score smallint[], periods jsonb, round text',
    'provider, ref',
    '',
    lastOf(changes.past, (r) => `${r.provider}|${r.ref}`).map((row) => ({ ...row, score: `{${row.score.join(',')}}` })),
  )
  await upsert(
    client,
    'past_run',
    'competitor_id int, game_ci int, starts_at timestamptz, place smallint, runners smallint',
    'competitor_id, game_ci',
    '',
    changes.runs,
  )
}

export interface Loaded {
  ext: ExtRow[]
  championships: ChampionshipRow[]
  competitors: CompetitorRow[]
  athletes: AthleteRow[]
  games: GameRow[]
  parts: PartRow[]
  anyGames: boolean
}

/** Everything but games that started before `since` and are over: those are fetched when a fact names them. */
export async function loadAll(client: Client, since: Date): Promise<Loaded> {
  const ext = (await client.query<ExtRow>('SELECT * FROM ext_ref')).rows
  const championships = (await client.query<ChampionshipRow>('SELECT * FROM championship')).rows
  const competitors = (await client.query<CompetitorRow>('SELECT * FROM competitor')).rows
  const athletes = (await client.query<AthleteRow>('SELECT * FROM athlete')).rows
  const open = `(starts_at >= $1 OR status NOT IN ('ended', 'closed', 'cancelled', 'abandoned'))`
  const games = (await client.query<GameRow>(`SELECT * FROM game WHERE ${open}`, [since])).rows
  const parts = (
    await client.query<PartRow>(`SELECT p.* FROM game_part p JOIN game g ON g.ci = p.game_ci WHERE ${open} ORDER BY p.ci`, [since])
  ).rows
  const anyGames = games.length > 0 || ((await client.query('SELECT 1 FROM game LIMIT 1')).rowCount ?? 0) > 0
  return { ext, championships, competitors, athletes, games, parts, anyGames }
}

export interface LoadedGames {
  games: GameRow[]
  parts: PartRow[]
}

export async function loadGames(client: Client, provider: string, refs: readonly string[]): Promise<LoadedGames> {
  return withParts(client, (await client.query<GameRow>('SELECT * FROM game WHERE provider = $1 AND ref = ANY($2)', [provider, refs])).rows)
}

export async function loadGame(client: Client, ci: number): Promise<LoadedGames> {
  return withParts(client, (await client.query<GameRow>('SELECT * FROM game WHERE ci = $1', [ci])).rows)
}

async function withParts(client: Client, games: GameRow[]): Promise<LoadedGames> {
  if (games.length === 0) return { games, parts: [] }
  const parts = await client.query<PartRow>('SELECT * FROM game_part WHERE game_ci = ANY($1) ORDER BY ci', [games.map((game) => game.ci)])
  return { games, parts: parts.rows }
}

/** Ids of the line whose games went live since then, with the CI that they had and keep. */
export async function listMovedI(client: Client, since: Date): Promise<{ i: number; ci: number; at: Millis }[]> {
  const { rows } = await client.query<{ i: number; ci: number; replaced_at: Date }>(
    'SELECT i, ci, replaced_at FROM game_i_history WHERE replaced_at > $1',
    [since],
  )
  return rows.map(({ i, ci, replaced_at: at }) => ({ i, ci, at: at.getTime() }))
}

export async function deleteOldMovedI(client: Client, before: Date): Promise<void> {
  await client.query('DELETE FROM game_i_history WHERE replaced_at < $1', [before])
}
