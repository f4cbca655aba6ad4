/** Everything about one game: both sides, their meetings, the table, what happened (ST-02, EV-07). */
import { venueIn } from '#modules/feeds/rules/stadiums.ts'
import type pg from 'pg'
import type { BookGame } from '#modules/line/rules/book.ts'
import type { Incident } from '#modules/feeds/rules/fact.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { GamePage, GameRow } from '../contract.ts'
import { isPlainId, readId, readPastId } from '../rules/ids.ts'
import { meetings } from '../rules/meetings.ts'
import { notable, type Notable } from '../rules/notable.ts'
import { START_RATING } from '../rules/rating.ts'
import { profileOf } from '../rules/profile.ts'
import { formOf, type Result } from '../rules/result.ts'
import { inSeason, seasonAt } from '../rules/season.ts'
import { standings, whyNoTable } from '../rules/standings.ts'
import { CRICKET, scorecardOf } from './cricket.ts'
import { bookedOf, isMatch, originOf, RowWriter, type Sources } from './rows.ts'
import {
  listSquad,
  selectAthletes,
  selectOptionalFinished,
  selectOptionalPast,
  selectPlayerIds,
  selectPlayerTotals,
  type FinishedGame,
} from './store.ts'

/** A game in the book, one that is over, or one of past seasons. */
export type AnyGame = { booked: BookGame } | { result: Result; finished: FinishedGame | null }

const LAST = 10
const MEETINGS = 20

/** `takesCi`: a plain number may be CI as well as I, as in addresses of ours; no call of the wire takes it (wire rule 3). */
export async function findGame(pool: pg.Pool, { line }: Sources, text: string, takesCi: boolean): Promise<AnyGame | null> {
  const digest = readPastId(text)
  if (digest !== null) {
    const past = await selectOptionalPast(pool, digest)
    return past && { result: past, finished: null }
  }
  const id = readId('game', text)
  if (id === null) return null
  const byCi = takesCi || !isPlainId(text)
  const booked = (line.byI(id) ?? (byCi ? line.byCi(id) : null) ?? line.byRetiredI(id))?.game
  if (booked && isMatch(booked)) return { booked }
  const finished = await selectOptionalFinished(pool, id, byCi)
  return finished && { result: finished, finished }
}

/** Ids, time and championship, whatever kind it is. */
export function headOf(any: AnyGame): { championshipId: number; homeId: number; awayId: number; startsAt: number; i: number; ci: number } {
  if ('result' in any) {
    const { championshipId, homeId, awayId, startsAt, i, ci } = any.result
    return { championshipId, homeId, awayId, startsAt, i: i ?? 0, ci: ci ?? 0 }
  }
  const { championshipId, sides, startsAt, parts, ci } = any.booked
  return { championshipId, homeId: sides[0]!.id, awayId: sides[1]!.id, startsAt, i: parts.get('full')?.i ?? 0, ci }
}

export async function gamePage(pool: pg.Pool, sources: Sources, text: string, sportId: number, lng: string): Promise<GamePage | null> {
  const any = await findGame(pool, sources, text, true)
  if (!any) return null
  const head = headOf(any)
  const { results } = sources
  const championships = await results.championships([head.championshipId])
  const named = championships.get(head.championshipId)
  if (named?.sportId !== sportId) return null
  // First the championship: past seasons of its sides may come with it.
  const league = await results.ofChampionship(head.championshipId)
  const [home, away] = await Promise.all([results.ofTeam(head.homeId), results.ofTeam(head.awayId)])
  const writer = new RowWriter(sources, lng)
  const season = seasonAt(league.seasons, head.startsAt)
  const ofSeason = season ? inSeason(league.results, season) : []
  const table = standings(ofSeason, named)
  const met = meetings([...home, ...away.filter(({ id }) => !home.some((one) => one.id === id))], head.homeId, head.awayId)
  await writer.learn([head.championshipId, ...[...home, ...away].map(({ championshipId }) => championshipId)])
  const happened = await incidentsOf(pool, any, lng)
  const game: GameRow = 'booked' in any ? writer.booked(any.booked) : writer.result(any.result)
  const side = async (teamId: number, played: readonly Result[]): Promise<GamePage['sides'][number]> => {
    const before = played.filter(({ startsAt, id }) => startsAt <= head.startsAt && id !== game.id)
    return {
      rating: Math.round(league.rated.find((one) => one.teamId === teamId)?.rating ?? START_RATING),
      form: formOf(before, teamId),
      last: before.slice(0, LAST).map((one) => writer.result(one)),
      next: bookedOf(sources, `t${teamId}`, 4)
        .filter(({ ci }) => ci !== head.ci)
        .map((one) => writer.booked(one)),
      squad: await squadOf(pool, teamId, lng),
      profile: {
        season: season?.label ?? '',
        ...profileOf(season ? inSeason(before, season).filter(({ championshipId }) => championshipId === head.championshipId) : [], teamId),
      },
    }
  }
  const sides: GamePage['sides'] = [await side(head.homeId, home), await side(head.awayId, away)]
  const meeting = { ...met, games: met.games.filter(({ id }) => id !== game.id).slice(0, MEETINGS) }
  return {
    game,
    i: head.i,
    kind: 'booked' in any && (game.state === 'live' || game.state === 'scheduled') ? any.booked.kind : 0,
    championship: writer.championship(head.championshipId),
    origin: 'booked' in any ? any.booked.origin : await originOf(pool, sources, head.championshipId),
    seasonId: season?.id ?? 0,
    venue: venueIn(('booked' in any ? any.booked.venue : any.finished?.venue) ?? '', lng),
    sides,
    meetings: { ...meeting, games: meeting.games.map((one) => writer.result(one)) },
    table: table.map((row) => writer.standing(row)),
    noTable: table.length ? null : named.recorded ? 'recorded' : whyNoTable(ofSeason, named.type),
    incidents: happened,
    stats: statsOf(any),
    scorecard: sportId === CRICKET ? await scorecardOf(pool, { ci: head.ci, ...('booked' in any ? any : {}) }, lng) : [],
    teams: await writer.teams(),
    pastComing: !league.whole,
  }
}

export async function squadOf(pool: pg.Pool, teamId: number, lng: string): Promise<GamePage['sides'][number]['squad']> {
  const squad = await listSquad(pool, teamId)
  const totals = await selectPlayerTotals(
    pool,
    squad.map(({ id }) => id),
  )
  return squad.map(({ id, names }) => ({
    id,
    name: nameIn(names, lng),
    goals: totals.get(id)?.goals ?? 0,
    cards: totals.get(id)?.cards ?? 0,
  }))
}

/** What can be named on the page, in this order. */
export const SHOWN_STATS = [
  'possession',
  'shots',
  'shots_on',
  'attacks',
  'dangerous_attacks',
  'corners',
  'fouls',
  'offsides',
  'yellow',
  'red',
  'penalties',
  'aces',
  'double_faults',
  'blocks',
  'rebounds',
  'suspensions',
  's180',
  'sixes',
  'fours',
] as const

function statsOf(any: AnyGame): GamePage['stats'] {
  const stats = ('booked' in any ? any.booked.live?.stats : any.finished?.stats) ?? {}
  return SHOWN_STATS.flatMap((key) => {
    const values = stats[key]
    return values && values[0] + values[1] > 0 ? [{ key, values: [values[0], values[1]] as [number, number] }] : []
  })
}

const KEPT: ReadonlySet<string> = new Set([
  'goal',
  'own_goal',
  'yellow_card',
  'second_yellow',
  'red_card',
  'substitution',
  'penalty_missed',
])

async function incidentsOf(pool: pg.Pool, any: AnyGame, lng: string): Promise<GamePage['incidents']> {
  const list = 'booked' in any ? await runningIncidents(pool, any.booked) : (any.finished?.incidents ?? [])
  const athletes = await selectAthletes(
    pool,
    list.flatMap(({ playerId }) => (playerId === null ? [] : [playerId])),
  )
  return list.map(({ type, minute, side, playerId, player }) => ({
    type,
    minute,
    side,
    playerId: playerId ?? 0,
    player: (playerId === null ? null : nameIn(athletes.get(playerId)?.names ?? {}, lng)) || (player ?? ''),
  }))
}

async function runningIncidents(pool: pg.Pool, { incidents, provider }: BookGame): Promise<Notable[]> {
  const kept = incidents.filter((one: Incident) => KEPT.has(one.type) || one.retracts !== undefined)
  const ids = await selectPlayerIds(
    pool,
    provider,
    kept.flatMap(({ player }) => (player === undefined ? [] : [player])),
  )
  return notable(
    kept.map((incident) => ({ incident, playerId: incident.player === undefined ? null : (ids.get(incident.player) ?? null) })),
  )
}
