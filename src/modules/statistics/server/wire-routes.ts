/** The calls of wire §11.1–11.4. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem } from '#platform/shared/problem.ts'
import { unixSeconds } from '#lib/time.ts'
import { stadiumOfVenue, venueIn } from '#modules/feeds/rules/stadiums.ts'
import { countryName } from '#modules/line/rules/wire/country.ts'
import { periodNumber } from '#modules/line/rules/wire/score.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import {
  gameH2h,
  gameStatus,
  headToHead,
  horseRaces,
  horsesRace,
  lineUps,
  lineUps2,
  shortPlayersInfo,
  silksPicture,
  stadiumForGame,
  stageTable,
  teamLastGames,
} from '../contract.ts'
import { hexId, readId, readStageId, stageHexId } from '../rules/ids.ts'
import { drawSilks } from '../rules/silks.ts'
import { inSeason, seasonAt } from '../rules/season.ts'
import { standings, TABLE_SIDES } from '../rules/standings.ts'
import { findGame, headOf, type AnyGame } from './game-page.ts'
import { lineUpsOf, shortNameOf, sideNames, type LineUpSide } from './line-ups.ts'
import { findStage } from './league-pages.ts'
import type { Sources } from './rows.ts'
import { raceCard, horseRuns } from './race-answers.ts'
import { selectAthletes } from './store.ts'
import { h2hAnswer, headToHeadAnswer, lastGamesAnswer, NO_PICTURE, sidesOf } from './wire-answers.ts'

const BAD_PARAMETER = 900_400
const WRONG = 1
const MAX_PLAYERS = 50

export interface WireDeps {
  app: FastifyInstance
  pool: pg.Pool
  sources: Sources
}

/** HTTP 400 everywhere; envelopes A and B have numbers of their own for it (wire 2.5, 8.9). */
function missing(name: string, wire: number = BAD_PARAMETER) {
  return problem('statistics.parameter_required', { field: name, params: { name }, wire, status: 400 })
}

const unknown = () => problem('statistics.no_statistics', { status: 404, wire: 2 })

/** The language that the call asks for, else that of the visit. */
function lngOf(ctx: Ctx): string {
  const asked = Object.entries(ctx.request.query as Record<string, unknown>).find(([key]) => key.toLowerCase() === 'lng')?.[1]
  return typeof asked === 'string' && /^[a-z]{2,3}(-[a-z]{2,8})?$/i.test(asked) ? asked.toLowerCase() : ctx.lng
}

export function wireRoutes(deps: WireDeps): void {
  feedRoutes(deps)
  siteRoutes(deps)
  raceRoutes(deps)
}

function feedRoutes({ app, pool, sources }: WireDeps): void {
  const { answers } = sources
  route(app, gameH2h, async (ctx, { query: { id } }) => {
    if (id === undefined) return missing('id', WRONG)
    const lng = lngOf(ctx)
    return (await answers.keep(['h2h', id, lng], () => h2hAnswer(pool, sources, id, lng))) ?? unknown()
  })
  route(app, teamLastGames, async (ctx, { query }) => {
    if (query.id === undefined && query.teamId === undefined) return missing('id', WRONG)
    const teamId = query.teamId === undefined ? null : readId('team', query.teamId)
    if (query.teamId !== undefined && teamId === null) return unknown()
    const lng = lngOf(ctx)
    const asked = { id: query.id, teamId, count: query.count }
    return answers.keep(['last', asked, lng], () => lastGamesAnswer(pool, sources, asked, lng))
  })
  route(app, lineUps, async (ctx, { query }) => {
    if (query.id === undefined) return missing('id', WRONG)
    const any = await findGame(pool, sources, query.id, false)
    if (!any) return unknown()
    const known = await lineUpsOf(pool, any)
    if (!known) return { isConfirmed: false, teams: [] }
    const lng = lngOf(ctx)
    const names = await sideNames(sources, known, lng)
    return { isConfirmed: known.confirmed, teams: known.sides.map((side, index) => feedSide(side, names[index]!, lng)) }
  })
  route(app, gameStatus, async (ctx, { query }) => {
    if (query.id === undefined) return missing('id', WRONG)
    const { id } = query
    const ask = async () => {
      const any = await findGame(pool, sources, id, false)
      return any && statusAnswer({ pool, sources }, any, id, ctx.now)
    }
    return (await answers.keep(['status', id], ask)) ?? unknown()
  })
}

function feedSide({ teamId, formation, coach, players }: LineUpSide, title: string, lng: string) {
  return {
    id: hexId('team', teamId),
    clId: teamId,
    title,
    formation,
    coach: { id: '', name: nameIn(coach, lng) },
    players: players.map(({ id, names, number, position, line, isSub, inMinute, outMinute }) => {
      const name = nameIn(names, lng)
      return {
        id: hexId('player', id),
        name,
        shortName: shortNameOf(name),
        number,
        position,
        line,
        image: '',
        isSub,
        isOut: outMinute > 0,
        inMinute,
        outMinute,
      }
    }),
  }
}

const STATES: Readonly<Record<string, number>> = { postponed: 4, cancelled: 4, abandoned: 5, interrupted: 5, ended: 3, closed: 3 }

/** What it says to exist is what the calls answer. */
async function statusAnswer({ pool, sources }: Pick<WireDeps, 'pool' | 'sources'>, any: AnyGame, gameId: string, now: number) {
  const { head, met } = await sidesOf(sources, any)
  const status = 'booked' in any ? (STATES[any.booked.status] ?? (any.booked.kind === 1 ? 2 : 1)) : (STATES[any.result.status] ?? 3)
  const score = 'booked' in any ? (any.booked.live?.score ?? [0, 0]) : any.result.score
  const table = await stageTableAnswer({ pool, sources }, { gameId, tt: 0 }, 'en', now)
  return {
    id: 'booked' in any ? hexId('game', head.ci) : any.result.id,
    status,
    subStatus: 0,
    period: periodOf(any),
    score1: score[0],
    score2: score[1],
    dateStart: unixSeconds(head.startsAt),
    lineUps: (await lineUpsOf(pool, any)) !== null,
    courseOfPlay: ('booked' in any ? any.booked.incidents : (any.finished?.incidents ?? [])).length > 0,
    table: table !== null,
    h2h: met.games.length > 0,
  }
}

/** As CP of the score has it: 0 before the first period. */
function periodOf(any: AnyGame): number {
  if ('result' in any) return any.result.periods.length
  const { live, sportId } = any.booked
  return live ? periodNumber(live, sportId) : 0
}

const FORM = { w: 1, d: 0, l: 2 } as const

function siteRoutes({ app, pool, sources }: WireDeps): void {
  route(app, stageTable, async (ctx, { query }) => {
    if (query.gameId === undefined && query.stageId === undefined) return missing('gameId')
    const lng = lngOf(ctx)
    const asked = { gameId: query.gameId, stageId: query.stageId, tt: query.tt }
    return sources.answers.keep(['table', asked, lng], () => stageTableAnswer({ pool, sources }, asked, lng, ctx.now))
  })
  route(app, headToHead, async (ctx, { query: { gameId, count } }) => {
    if (gameId === undefined) return missing('gameId')
    const lng = lngOf(ctx)
    return sources.answers.keep(['meetings', gameId, count, lng], () => headToHeadAnswer(pool, sources, gameId, count, lng))
  })
  route(app, lineUps2, async (ctx, { query }) => {
    if (query.gameId === undefined) return missing('gameId')
    const any = await findGame(pool, sources, query.gameId, false)
    const known = any && (await lineUpsOf(pool, any))
    if (!known) return null
    const lng = lngOf(ctx)
    const names = await sideNames(sources, known, lng)
    return { CF: known.confirmed, T1: siteSide(known.sides[0], names[0], lng), T2: siteSide(known.sides[1], names[1], lng) }
  })
  route(app, stadiumForGame, async (ctx, { query }) => {
    if (query.gameId === undefined) return missing('gameId')
    const any = await findGame(pool, sources, query.gameId, false)
    const venue = any && ('booked' in any ? any.booked.venue : any.finished?.venue)
    if (!any || !venue) return null
    const lng = lngOf(ctx)
    const home = (await sources.results.competitors([headOf(any).homeId])).get(headOf(any).homeId)
    const known = stadiumOfVenue(venue)
    const [name = venue, ...city] = venueIn(venue, lng).split(', ')
    const CN = countryName(home?.countryId ?? 0, lng)
    return { I: home?.id ?? 0, N: name, CT: city.join(', '), CN, CAP: known?.capacity ?? 0, Y: known?.built ?? 0, IMG: '', GEO: [], SF: '' }
  })
  route(app, shortPlayersInfo, async (ctx, { query }) => {
    if (!query.players) return missing('players')
    const ids = query.players
      .split(',')
      .slice(0, MAX_PLAYERS)
      .flatMap((text) => readId('player', text.trim()) ?? [])
    if (ids.length === 0) return missing('players')
    return playersAnswer({ pool, sources }, ids, lngOf(ctx), query.own)
  })
}

function siteSide({ teamId, formation, coach, players }: LineUpSide, name: string, lng: string) {
  return {
    TI: hexId('team', teamId),
    N: name,
    FM: formation,
    CO: { I: 0, N: nameIn(coach, lng) },
    P: players.map((one) => ({
      I: one.id,
      N: nameIn(one.names, lng),
      NUM: one.number,
      PS: one.position,
      LN: one.line,
      IMG: '',
      SB: one.isSub,
      IN: one.inMinute,
      OUT: one.outMinute,
    })),
  }
}

/** `own`: with the names of country and team, which are in no table of the wire. */
async function playersAnswer({ pool, sources }: Pick<WireDeps, 'pool' | 'sources'>, ids: readonly number[], lng: string, own: boolean) {
  const [athletes, persons] = await Promise.all([selectAthletes(pool, ids), sources.results.competitors(ids)])
  const teams = await sources.results.competitors([...athletes.values()].flatMap(({ teamId }) => teamId ?? []))
  return ids.flatMap((id) => {
    const athlete = athletes.get(id)
    const person = persons.get(id)
    const names = athlete?.names ?? (person && person.type !== 'team' ? person.names : undefined)
    if (!names) return []
    const team = athlete?.teamId ? teams.get(athlete.teamId) : undefined
    const countryId = team?.countryId ?? person?.countryId ?? 0
    return [
      {
        I: id,
        N: nameIn(names, lng),
        NUM: 0,
        PS: '',
        IMG: '',
        CO: countryId,
        BD: '',
        H: 0,
        W: 0,
        TI: team ? hexId('team', team.id) : '',
        ...(own ? { CN: countryName(countryId, lng), TN: team ? nameIn(team.names, lng) : '' } : {}),
      },
    ]
  })
}

async function stageTableAnswer(
  { pool, sources }: Pick<WireDeps, 'pool' | 'sources'>,
  query: { gameId?: string | undefined; stageId?: string | undefined; tt: number },
  lng: string,
  now: number,
) {
  let asked = query.stageId === undefined ? null : readStageId(query.stageId)
  if (query.gameId !== undefined && query.stageId === undefined) {
    const any = await findGame(pool, sources, query.gameId, false)
    if (!any) return null
    const { championshipId, startsAt } = headOf(any)
    const { seasons } = await sources.results.ofChampionship(championshipId)
    asked = { championshipId, seasonId: seasonAt(seasons, startsAt)?.id ?? 0 }
  }
  const named = asked && (await sources.results.championships([asked.championshipId])).get(asked.championshipId)
  const stage = named && (await findStage(sources, asked!, named.sportId, now))
  if (!stage || stage.results.length === 0) return null
  const rows = standings(inSeason(stage.results, stage.season), stage, TABLE_SIDES[query.tt])
  if (rows.length === 0) return null
  const teams = await sources.results.competitors(rows.map(({ teamId }) => teamId))
  const R = rows.map((row) => ({
    Pos: row.place,
    TI: hexId('team', row.teamId),
    N: nameIn(teams.get(row.teamId)?.names ?? {}, lng),
    IMG: NO_PICTURE,
    GP: row.played,
    W: row.won,
    D: row.drawn,
    L: row.lost,
    GF: row.scored,
    GA: row.conceded,
    PT: row.points,
    F: row.form.map((letter) => FORM[letter]),
    C: '',
  }))
  return { SI: stage.sportId, ST: stageHexId(stage.championshipId, stage.season.id), N: nameIn(named.names, lng), G: [{ N: '', R }] }
}

function raceRoutes({ app, pool, sources }: WireDeps): void {
  route(app, horsesRace, async (ctx, { query }) =>
    query.raceid === undefined
      ? missing('raceid')
      : raceCard(pool, sources, query.raceid, { lng: lngOf(ctx), goingText: (going) => ctx.text(`statistics:going_${going}`) }),
  )
  route(app, horseRaces, async (ctx, { query }) =>
    query.id === undefined ? missing('id') : horseRuns(pool, sources, query.id, lngOf(ctx)),
  )
  route(app, silksPicture, (_ctx, { params }, reply) => {
    const picture = drawSilks(params.file)
    if (!picture) return problem('platform.not_found', { status: 404 })
    void reply.header('cache-control', 'public,max-age=31536000,immutable').type('image/svg+xml').send(picture)
    return undefined
  })
}
