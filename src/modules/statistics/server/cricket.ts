/** Cricket by its players: scorecards, figures of one of them by match, and who leads a championship. */
import type pg from 'pg'
import type { BookGame } from '#modules/line/rules/book.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { CricketersPage, CricketLine, CricketTotals, PlayerPage } from '../contract.ts'
import { cricketFigures, type CricketFigures, type NamedBall } from '../rules/scorecard.ts'
import { bookedOf, RowWriter, type Sources } from './rows.ts'
import { resultOf, RESULT_COLUMNS, selectAthletes, type ResultRow } from './store.ts'

type Queries = Pick<pg.Pool, 'query'>

export const CRICKET = 66
const NEXT = 5
const MAX_GAMES = 100
const MAX_LISTED = 60

/** Cast in the order of the table's columns. */
const FIGURES = 'player_id, side, bat_no, bowl_no, runs, balls, fours, sixes, how, out_by, bowled, conceded, wickets'

interface FiguresRow {
  player_id: number
  side: 1 | 2
  bat_no: number
  bowl_no: number
  runs: number
  balls: number
  fours: number
  sixes: number
  how: string
  out_by: number
  bowled: number
  conceded: number
  wickets: number
}

function figuresOf({ player_id, bat_no, bowl_no, out_by, ...rest }: FiguresRow): CricketFigures {
  const { side, runs, balls, fours, sixes, how, bowled, conceded, wickets } = rest
  return {
    playerId: player_id,
    side,
    batNo: bat_no,
    bowlNo: bowl_no,
    runs,
    balls,
    fours,
    sixes,
    how,
    outBy: out_by,
    bowled,
    conceded,
    wickets,
  }
}

/** The book names players by our ids. */
function runningFigures({ incidents }: BookGame): CricketFigures[] {
  const id = (value: unknown): number | null => (typeof value === 'number' ? value : null)
  return cricketFigures(
    incidents.map((incident) => ({
      incident,
      batterId: id(incident.detail?.['playerId']),
      bowlerId: id(incident.detail?.['secondPlayerId']),
    })),
  )
}

/** Figures of a game in the book, or of one that is over by its CI; the batting order first. */
export async function scorecardOf(pool: Queries, { booked, ci }: { booked?: BookGame; ci: number }, lng: string): Promise<CricketLine[]> {
  let figures = booked ? runningFigures(booked) : []
  if (figures.length === 0 && ci > 0) {
    const { rows } = await pool.query<FiguresRow>(`SELECT ${FIGURES} FROM finished_cricketer WHERE game_ci = $1`, [ci])
    figures = rows.map(figuresOf)
  }
  const names = await selectAthletes(
    pool,
    figures.flatMap(({ playerId, outBy }) => [playerId, outBy]),
  )
  const nameOf = (id: number) => nameIn(names.get(id)?.names ?? {}, lng)
  return figures
    .map((one) => ({ ...one, name: nameOf(one.playerId), outByName: nameOf(one.outBy) }))
    .toSorted((a, b) => a.side - b.side || (a.batNo || 99) - (b.batNo || 99) || a.bowlNo - b.bowlNo)
}

const NO_TOTALS: CricketTotals = { games: 0, runs: 0, balls: 0, fours: 0, sixes: 0, best: 0, outs: 0, bowled: 0, conceded: 0, wickets: 0 }

function totalsOf(list: readonly CricketFigures[]): CricketTotals {
  return list.reduce(
    (sum, one) => ({
      games: sum.games + 1,
      runs: sum.runs + one.runs,
      balls: sum.balls + one.balls,
      fours: sum.fours + one.fours,
      sixes: sum.sixes + one.sixes,
      best: Math.max(sum.best, one.runs),
      outs: sum.outs + (one.how === '' ? 0 : 1),
      bowled: sum.bowled + one.bowled,
      conceded: sum.conceded + one.conceded,
      wickets: sum.wickets + one.wickets,
    }),
    NO_TOTALS,
  )
}

/** A cricketer: what he has done in matches played here and in the one that goes on, by match; and what comes next. */
export async function cricketerPage(
  pool: Queries,
  sources: Sources,
  { id, teamId, name }: { id: number; teamId: number; name: string },
  lng: string,
): Promise<PlayerPage> {
  const { rows } = await pool.query<ResultRow & FiguresRow>(
    `SELECT ${RESULT_COLUMNS}, ${FIGURES}
       FROM (SELECT f.ci, f.i, NULL AS digest, f.championship_id, f.home_id, f.away_id, f.starts_at, f.score, f.periods, f.round, f.status,
                    f.status_note, ${FIGURES}
               FROM finished_cricketer c JOIN finished_game f ON f.ci = c.game_ci WHERE c.player_id = $1) AS played
      ORDER BY starts_at DESC LIMIT ${MAX_GAMES}`,
    [id],
  )
  const writer = new RowWriter(sources, lng)
  writer.name(teamId)
  await writer.learn(rows.map(({ championship_id }) => championship_id))
  const over = rows.map((row) => ({ game: writer.result(resultOf(row)), cricket: figuresOf(row) }))
  const coming = teamId ? sources.line.answers.indexes.list(`t${teamId}`).toSorted((a, b) => a.startsAt - b.startsAt) : []
  const running = coming.flatMap((game) => {
    const own = runningFigures(game).find(({ playerId }) => playerId === id)
    return own && !over.some((one) => one.game.ci === game.ci) ? [{ game: writer.booked(game), cricket: own }] : []
  })
  const games = [...running, ...over]
  const next = teamId ? bookedOf(sources, `t${teamId}`, MAX_LISTED).filter(({ kind }) => kind === 3) : []
  const whole = next.length > 0 ? next : coming.filter(({ kind }) => kind === 3)
  return {
    playerId: id,
    sportId: CRICKET,
    name,
    teamId,
    goals: 0,
    cards: 0,
    games: games.map((one) => ({ ...one, goals: 0, cards: 0 })),
    cricket: totalsOf(games.map(({ cricket }) => cricket)),
    next: whole.slice(0, NEXT).map((game) => writer.booked(game)),
    profile: null,
    form: [],
    teams: await writer.teams(),
    pastComing: false,
  }
}

/** Everybody of the sides that play in a championship, the best batters first; who has not played yet stands behind. */
export async function cricketersPage(pool: Queries, sources: Sources, championshipId: number, lng: string): Promise<CricketersPage | null> {
  const named = (await sources.results.championships([championshipId])).get(championshipId)
  if (named?.sportId !== CRICKET) return null
  const games = sources.line.answers.indexes.list(`c${championshipId}`)
  const { rows } = await pool.query<FiguresRow>(
    `SELECT ${FIGURES} FROM finished_cricketer WHERE game_ci IN (SELECT ci FROM finished_game WHERE championship_id = $1)`,
    [championshipId],
  )
  const figures = [...rows.map(figuresOf), ...games.filter(({ kind }) => kind === 1).flatMap(runningFigures)]
  const sides = [...new Set(games.flatMap((game) => game.sides.map(({ id }) => id)))]
  const { rows: squads } = await pool.query<{ id: number }>('SELECT id FROM athlete WHERE competitor_id = ANY($1) ORDER BY id LIMIT 400', [
    sides,
  ])
  const athletes = await selectAthletes(pool, [...squads.map(({ id }) => id), ...figures.map(({ playerId }) => playerId)])
  const byPlayer = Map.groupBy(figures, ({ playerId }) => playerId)
  const writer = new RowWriter(sources, lng)
  const players = [...athletes.values()].map(({ id, teamId, names }) => {
    writer.name(teamId ?? 0)
    return { id, name: nameIn(names, lng), teamId: teamId ?? 0, ...totalsOf(byPlayer.get(id) ?? []) }
  })
  return {
    championship: named.names ? nameIn(named.names, lng) : '',
    teams: await writer.teams(),
    batters: players.toSorted((a, b) => b.runs - a.runs || a.balls - b.balls || a.id - b.id).slice(0, MAX_LISTED),
    bowlers: players
      .filter(({ bowled }) => bowled > 0)
      .toSorted((a, b) => b.wickets - a.wickets || a.conceded - b.conceded || a.id - b.id)
      .slice(0, MAX_LISTED),
  }
}

interface OverGame {
  ci: number
  provider: string
  ref: string
}

/** Keeps the figures of games that are over; again after a later head. */
export async function writeCricketers(pool: Queries, games: readonly OverGame[]): Promise<void> {
  if (games.length === 0) return
  const { rows } = await pool.query<{ ci: number; incident: NamedBall['incident']; batter: number | null; bowler: number | null }>(
    `SELECT g.ci, inc AS incident, b.id AS batter, w.id AS bowler
       FROM unnest($1::int[], $2::text[], $3::text[]) AS g(ci, provider, ref)
       JOIN fact f ON f.game_ref = g.ref AND f.t = 'live' AND f.provider IN (g.provider, 'trader')
       CROSS JOIN LATERAL jsonb_array_elements(coalesce(f.body->'incidents', '[]')) AS inc
       LEFT JOIN ext_ref b ON b.provider = g.provider AND b.kind = 'player' AND b.ref = inc->>'player'
       LEFT JOIN ext_ref w ON w.provider = g.provider AND w.kind = 'player' AND w.ref = inc->'detail'->>'bowler'
      WHERE inc->>'type' IN ('ball', 'wicket') OR inc ? 'retracts'
      ORDER BY g.ci, f.sent_at, (inc->>'seq')::numeric`,
    [games.map(({ ci }) => ci), games.map(({ provider }) => provider), games.map(({ ref }) => ref)],
  )
  const figures = [...Map.groupBy(rows, ({ ci }) => ci)].flatMap(([ci, balls]) =>
    cricketFigures(balls.map(({ incident, batter, bowler }) => ({ incident, batterId: batter, bowlerId: bowler }))).map((one) => ({
      ci,
      player_id: one.playerId,
      side: one.side,
      bat_no: one.batNo,
      bowl_no: one.bowlNo,
      out_by: one.outBy,
      runs: one.runs,
      balls: one.balls,
      fours: one.fours,
      sixes: one.sixes,
      how: one.how,
      bowled: one.bowled,
      conceded: one.conceded,
      wickets: one.wickets,
    })),
  )
  await pool.query('DELETE FROM finished_cricketer WHERE game_ci = ANY($1)', [games.map(({ ci }) => ci)])
  await pool.query(
    `INSERT INTO finished_cricketer (game_ci, ${FIGURES})
     SELECT ci, ${FIGURES} FROM json_to_recordset($1::json) AS r(ci int, player_id int, side smallint, bat_no smallint, bowl_no smallint,
            runs smallint, balls smallint, fours smallint, sixes smallint, how text, out_by int, bowled smallint, conceded smallint,
            wickets smallint)`,
    [JSON.stringify(figures)],
  )
}
