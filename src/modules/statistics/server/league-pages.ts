/** Pages of a stage, a championship in one season, and strengths. */
import type pg from 'pg'
import { unixSeconds } from '#lib/time.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { ChampionshipsPage, RatingPage, StagePage, TournamentPage } from '../contract.ts'
import { bracketsIn, spanOf, stageOf, type Round } from '../rules/bracket.ts'
import { stageHexId } from '../rules/ids.ts'
import { counts, formOf, winnerOf, type Result } from '../rules/result.ts'
import { inSeason, pickSeason, type Season } from '../rules/season.ts'
import { standings, TABLE_SIDES, whyNoTable, type NoTable } from '../rules/standings.ts'
import { bookedOf, isMatch, originOf, RowWriter, type Sources } from './rows.ts'
import { isWithoutMatches, listScorers, selectAthletes } from './store.ts'

const LAST = 15
const NEXT = 15
const SCORERS = 20
const RATED = 100
/** Editions of one season that are told. */
const EDITIONS = 6

export interface Stage {
  championshipId: number
  sportId: number
  type: string
  /** Its recordings are shown again and again. */
  isRecorded: boolean
  season: Season
  seasons: Season[]
  /** Of the season, the newest first. */
  results: Result[]
  /** Of all seasons. */
  all: Result[]
  pastComing: boolean
}

/** A championship of the sport in a season; null when either is unknown. A championship without results has this year's. */
export async function findStage(
  { results }: Sources,
  asked: { championshipId: number; seasonId: number },
  sportId: number,
  now: number,
): Promise<Stage | null> {
  const named = (await results.championships([asked.championshipId])).get(asked.championshipId)
  if (!named || named.sportId !== sportId) return null
  const { results: list, seasons: known, whole } = await results.ofChampionship(asked.championshipId)
  const year = new Date(now).getUTCFullYear()
  const seasons = known.length ? known : [{ id: year, label: String(year), from: now, to: now }]
  const season = pickSeason(seasons, asked.seasonId)
  if (!season) return null
  const stage = { championshipId: asked.championshipId, sportId, type: named.type, isRecorded: named.recorded !== null, season, seasons }
  return { ...stage, results: inSeason(list, season), all: list, pastComing: !whole }
}

function seasonNames(seasons: readonly Season[]): { id: number; label: string }[] {
  return seasons.map(({ id, label }) => ({ id, label }))
}

/** What the line holds of matches: its sports, and the championships of one of them. */
export function championshipsPage({ line }: Sources, sportId: number): ChampionshipsPage {
  const sports = new Set<number>()
  const championships = new Set<number>()
  for (const game of line.book.games.values()) {
    if (!isMatch(game)) continue
    sports.add(game.sportId)
    if (game.sportId === sportId) championships.add(game.championshipId)
  }
  return { sports: [...sports], championships: [...championships] }
}

async function noTableOf(pool: pg.Pool, { line }: Sources, { championshipId, type, isRecorded, results, all }: Stage): Promise<NoTable> {
  if (isRecorded) return 'recorded'
  if (all.length > 0) return whyNoTable(results, type)
  const games = line.answers.indexes.list(`c${championshipId}`)
  const isField = games.length > 0 ? !games.some(isMatch) : await isWithoutMatches(pool, championshipId)
  return isField ? 'field' : 'unplayed'
}

export async function stagePage(pool: pg.Pool, sources: Sources, stage: Stage, tt: number, lng: string): Promise<StagePage> {
  const writer = new RowWriter(sources, lng)
  const { championshipId, season, seasons, results, pastComing } = stage
  await writer.learn([championshipId])
  const side = TABLE_SIDES[tt] ?? 'all'
  const table = standings(results, stage, side)
  return {
    championship: writer.championship(championshipId),
    origin: await originOf(pool, sources, championshipId),
    stageId: stageHexId(championshipId, season.id),
    season: { id: season.id, label: season.label },
    seasons: seasonNames(seasons),
    side,
    table: table.map((row) => writer.standing(row)),
    noTable: table.length ? null : await noTableOf(pool, sources, stage),
    last: results.slice(0, LAST).map((one) => writer.result(one)),
    next: coming(sources, stage).map((one) => writer.booked(one)),
    teams: await writer.teams(),
    pastComing,
  }
}

/** What is to come belongs to the newest season. */
function coming(sources: Sources, { championshipId, season, seasons }: Stage) {
  return season.id === seasons[0]?.id ? bookedOf(sources, `c${championshipId}`, NEXT) : []
}

export async function tournamentPage(pool: pg.Pool, sources: Sources, stage: Stage, lng: string): Promise<TournamentPage> {
  const writer = new RowWriter(sources, lng)
  const { championshipId, season, seasons, results, pastComing } = stage
  await writer.learn([championshipId])
  const cup = stage.type === 'cup'
  const played = results.filter(counts)
  const next = coming(sources, stage)
  const table = standings(results, stage)
  const share = (winner: 0 | 1 | 2) =>
    played.length ? Math.round((played.filter((one) => winnerOf(one) === winner).length * 100) / played.length) : 0
  const goals = played.reduce((sum, { score }) => sum + score[0] + score[1], 0)
  return {
    championship: writer.championship(championshipId),
    origin: await originOf(pool, sources, championshipId),
    season: { id: season.id, label: season.label },
    seasons: seasonNames(seasons),
    cup,
    played: played.length,
    average: played.length ? Math.round((goals * 100) / played.length) / 100 : 0,
    homeWins: share(1),
    draws: share(0),
    awayWins: share(2),
    table: table.map((row) => writer.standing(row)),
    noTable: table.length ? null : await noTableOf(pool, sources, stage),
    editions: cup ? editionsOf(stage, next).map((rounds) => editionRow(rounds, writer)) : [],
    scorers: stage.isRecorded ? [] : await scorersOf(pool, writer, championshipId, season.from, lng),
    last: results.slice(0, LAST).map((one) => writer.result(one)),
    next: next.map((one) => writer.booked(one)),
    teams: await writer.teams(),
    pastComing,
  }
}

/** Editions of which a part is still on its way would run together: until then what is to be played stands alone. */
function editionsOf({ all, season, seasons, pastComing }: Stage, next: ReturnType<typeof bookedOf>): Round[][] {
  const open = next.filter(({ round }) => round !== undefined && stageOf(round) !== null).map(openTie)
  return bracketsIn([...(pastComing ? [] : all), ...open], season, seasons).slice(0, EDITIONS)
}

/** A tie that is still to be played stands in the bracket without a score. */
function openTie(game: ReturnType<typeof bookedOf>[number]): Result {
  return {
    id: '',
    ci: game.ci,
    i: null,
    championshipId: game.championshipId,
    homeId: game.sides[0]!.id,
    awayId: game.sides[1]!.id,
    startsAt: game.startsAt,
    score: [0, 0],
    periods: [],
    round: game.round ?? null,
    status: 'abandoned',
    note: null,
  }
}

type EditionRow = TournamentPage['editions'][number]

function editionRow(rounds: readonly Round[], writer: RowWriter): EditionRow {
  const { from, to } = spanOf(rounds)
  return {
    from: unixSeconds(from),
    to: unixSeconds(to),
    rounds: rounds.map((round) => roundRow(round, writer)),
  }
}

function roundRow({ name, stage, ties }: Round, writer: RowWriter): EditionRow['rounds'][number] {
  return {
    name,
    stage,
    ties: ties.map((tie) => {
      if (!tie) return null
      const { homeId, awayId, winnerId, joined, games } = tie
      writer.name(homeId, awayId)
      return {
        home: homeId,
        away: awayId,
        winner: winnerId ?? 0,
        joined,
        games: games.filter(({ id }) => id !== '').map((one) => writer.result(one)),
      }
    }),
  }
}

async function scorersOf(
  pool: pg.Pool,
  writer: RowWriter,
  championshipId: number,
  since: number,
  lng: string,
): Promise<TournamentPage['scorers']> {
  const rows = await listScorers(pool, championshipId, since, SCORERS)
  const athletes = await selectAthletes(
    pool,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, goals, games }) => {
    const athlete = athletes.get(id)
    writer.name(athlete?.teamId ?? 0)
    return { id, name: nameIn(athlete?.names ?? {}, lng), teamId: athlete?.teamId ?? 0, goals, games }
  })
}

/** Strengths inside of a championship, or of a whole sport when `championshipId` is 0. */
export async function ratingPage(sources: Sources, championshipId: number, sportId: number, lng: string): Promise<RatingPage | null> {
  const { results } = sources
  const writer = new RowWriter(sources, lng)
  if (championshipId > 0) {
    await writer.learn([championshipId])
    if (writer.championship(championshipId).sportId !== sportId) return null
  }
  const asked =
    championshipId > 0 ? await results.ofChampionship(championshipId) : { ...(await results.ratedOfSport(sportId)), whole: true }
  const { results: list, rated, whole } = asked
  const rows = rated.slice(0, RATED)
  const shown = new Set(rows.map(({ teamId }) => teamId))
  const ofTeam = new Map<number, Result[]>()
  for (const result of list) {
    for (const teamId of [result.homeId, result.awayId]) {
      const known = ofTeam.get(teamId) ?? []
      // The list runs from the newest: five games are the form.
      if (shown.has(teamId) && known.length < 5) ofTeam.set(teamId, [...known, result])
    }
  }
  writer.name(...shown)
  return {
    championship: championshipId > 0 ? writer.championship(championshipId) : null,
    sportId,
    rows: rows.map(({ teamId, rating, change, games }, index) => ({
      place: index + 1,
      teamId,
      rating: Math.round(rating),
      change: Math.round(change * 10) / 10,
      games,
      form: formOf(ofTeam.get(teamId) ?? [], teamId),
    })),
    teams: await writer.teams(),
    pastComing: !whole,
  }
}
