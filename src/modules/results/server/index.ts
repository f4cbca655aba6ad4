/** Door of the results: calls by day, by championship, of the games that run, of one game. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds, type Clock } from '#lib/time.ts'
import { isOver, KIND_LIVE } from '#modules/line/rules/book.ts'
import { sportInfo, sportOrder } from '#modules/line/rules/sport-info.ts'
import { toldStatus } from '#modules/line/rules/status-words.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { askedOf, brandOf, cacheControlOf, sendQuestion, type Line } from '#modules/line/server/index.ts'
import { listResultChanges } from '#modules/settlement/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { pairText } from '../rules/score-text.ts'
import { windowFault } from '../rules/window.ts'
import { createCache, type Cached } from './kept-answers.ts'
import { gameResult, liveResults, settledMarkets, withChanges } from './live-results.ts'
import {
  countByChampionship,
  countBySport,
  listResults,
  listSettled,
  selectOptionalGame,
  selectOptionalTold,
  type Wanted,
} from './store.ts'
import { wireResult, type WireResult } from './wire-result.ts'

export interface ResultsDeps {
  app: FastifyInstance
  db: Db
  clock: Clock
  line: Line
}

const LIVE_CACHE_CONTROL = 'public,max-age=5'
const MAX_SPORTS = 100
/** Many times what a championship plays in two days: a bound for what may be asked of the database at once. */
const MOST_OF_CHAMPIONSHIP = 2_000

export function registerResults(deps: ResultsDeps): void {
  const { app, line } = deps
  const cached = createCache()
  dayRoutes(deps, cached)
  champRoute(deps, cached)
  route(app, contract.liveResults, (ctx, { query }, reply) => {
    const { query: feed } = askedOf(ctx, 0)
    const asked = { kind: KIND_LIVE, brand: brandOf(ctx), query: { ...feed, sports: sportsOf(query.sportIds) } }
    const question = {
      key: `${ctx.brand}|live results|${JSON.stringify(asked.query)}`,
      scope: () => ['!names', 'k1'],
      build: () => counted(liveResults(line.answers, asked)),
      cacheControl: LIVE_CACHE_CONTROL,
    }
    return sendQuestion(line, ctx, reply, question)
  })
  gameRoute(deps)
}

const unknown = (): Problem => problem('platform.not_found', { status: 404, wire: 2 })
const languageOf = (ctx: Ctx): string => askedOf(ctx, 0).query.lng

/** `items` is left out when there are none (wire 7). */
function counted<T>(items: readonly T[], count: number = items.length): { count: number; items?: readonly T[] } {
  return items.length ? { count, items } : { count }
}

function sportsOf(text: string | undefined): number[] {
  const ids = (text ?? '').split(',').flatMap((word) => (/^\d{1,9}$/.test(word.trim()) ? [Number(word)] : []))
  return [...new Set(ids)].slice(0, MAX_SPORTS).toSorted((a, b) => a - b)
}

/** 1 cyber only, 4 all but cyber (wire §3). */
function matchesCyber(sportId: number, cyberFlag: number): boolean {
  const { cyber } = sportInfo(sportId)
  return cyberFlag === 1 ? cyber : cyberFlag !== 4 || !cyber
}

function windowOf({ dateFrom, dateTo }: { dateFrom: number; dateTo: number }): Wanted | Problem {
  const fault = windowFault(dateFrom, dateTo)
  if (fault) return problem(`results.${fault.fault}`, { field: fault.field, status: 400, wire: 1 })
  return { from: new Date(dateFrom * 1000), to: new Date(dateTo * 1000) }
}

function dayRoutes({ app, db, line }: ResultsDeps, cached: Cached): void {
  const pool = rawPool(db)
  route(app, contract.resultSports, async (ctx, { query }, reply) => {
    const wanted = windowOf(query)
    if ('problem' in wanted) return wanted
    const lng = languageOf(ctx)
    const rows = await cached(ctx, reply, `sports|${query.dateFrom}|${query.dateTo}`, () => countBySport(pool, wanted))
    const items = rows
      .filter(({ sportId }) => matchesCyber(sportId, query.cyberFlag))
      .toSorted((a, b) => sportOrder(a.sportId) - sportOrder(b.sportId))
      .map(({ sportId, games }) => {
        const names = { ...sportInfo(sportId).names, ...line.book.sports.get(sportId)?.names }
        return { id: sportId, name: nameIn(names, lng), gamesCount: games }
      })
    return counted(items)
  })
  route(app, contract.resultChamps, async (ctx, { query }, reply) => {
    const wanted = windowOf(query)
    if ('problem' in wanted) return wanted
    const sportIds = sportsOf(query.sportIds)
    const key = `champs|${query.dateFrom}|${query.dateTo}|${sportIds.join()}`
    const rows = await cached(ctx, reply, key, () => countByChampionship(pool, { ...wanted, sportIds }))
    const lng = languageOf(ctx)
    const items = rows
      .filter(({ sportId }) => matchesCyber(sportId, query.cyberFlag))
      .map(({ id, sportId, names, games }) => ({ id, name: nameIn(names, lng), sportId, gamesCount: games }))
    return counted(items)
  })
  route(app, contract.resultGames, async (ctx, { query }, reply) => {
    const wanted = windowOf(query)
    if ('problem' in wanted) return wanted
    const sportIds = sportsOf(query.sportIds)
    if (query.champId === undefined && sportIds.length === 0)
      return problem('results.champ_required', { field: 'champId', status: 400, wire: 1 })
    const { champId, page = 1 } = query
    const isWhole = champId !== undefined && query.page === undefined
    const pageCount = query.pageCount ?? (isWhole ? MOST_OF_CHAMPIONSHIP : contract.PAGE_ROWS)
    const ask = { ...wanted, sportIds, ...(champId === undefined ? {} : { championshipId: champId }) }
    const key = `games|${query.dateFrom}|${query.dateTo}|${champId}|${sportIds.join()}|${page}|${pageCount}`
    const place = { newestFirst: false, offset: (page - 1) * pageCount, limit: pageCount }
    const { rows, count } = await cached(ctx, reply, key, () => listResults(pool, ask, place))
    return counted(wired(ctx, rows), count)
  })
}

function wired(ctx: Ctx, rows: Parameters<typeof wireResult>[0][]): WireResult[] {
  const lng = languageOf(ctx)
  return rows.map((row) => wireResult(row, lng, ctx.text))
}

function champRoute({ app, db, clock }: ResultsDeps, cached: Cached): void {
  const pool = rawPool(db)
  route(app, contract.champResults, async (ctx, { query }, reply) => {
    const { champId, page, pageCount } = query
    const wanted = { to: new Date(clock.now()), championshipId: champId }
    const place = { newestFirst: true, offset: (page - 1) * pageCount, limit: pageCount }
    const { rows, count } = await cached(ctx, reply, `champ|${champId}|${page}|${pageCount}`, () => listResults(pool, wanted, place))
    return counted(wired(ctx, rows), count)
  })
}

function gameRoute({ app, db, line }: ResultsDeps): void {
  const pool = rawPool(db)
  route(app, contract.gameResult, async (ctx, { query }, reply) => {
    reply.header('cache-control', cacheControlOf(ctx, LIVE_CACHE_CONTROL))
    const lng = languageOf(ctx)
    const found = line.byCi(query.id) ?? line.byI(query.id) ?? line.byRetiredI(query.id)
    // A game that ended is read from the book as long as it is there: it has the last prices.
    const booked = found && (isOver(found.game) || found.game.live) ? gameResult(line.answers, found.game, lng, ctx.text) : null
    // Places of a race never stand there, and of a game that ended before this process began nothing but its head.
    const isWhole = booked && (booked['score'] !== undefined || !isOver(found!.game))
    const stored = isWhole ? null : await storedResult(pool, found?.game.ci ?? query.id, lng, ctx.text)
    const game = booked && stored && booked.markets.length > 0 ? { ...stored, markets: booked.markets } : (stored ?? booked)
    if (!game) return unknown()
    const ci = game.constId as number
    const told = game.markets.length > 0 ? await selectOptionalTold(pool, ci) : null
    if (!told) return game
    const sourceOf = (source: string) => sourceWord(source, ctx.text)
    const markets = withChanges(game.markets, await listResultChanges(pool, ci), sourceOf)
    const before = told.first_score ? { scoreBefore: pairText(told.first_score) } : {}
    return { ...game, ...before, markets, told: { source: sourceOf(told.source), at: unixSeconds(told.at.getTime()) } }
  })
}

/** The words for it are those that a bet is explained with. */
const SOURCES: ReadonlySet<string> = new Set(['world', 'replay', 'uof', 'result', 'trader', 'guard'])

function sourceWord(source: string, text: Ctx['text']): string {
  return text(`payout:source_${SOURCES.has(source) ? source : 'other'}`)
}

async function storedResult(pool: ReturnType<typeof rawPool>, id: number, lng: string, text: Ctx['text']) {
  const game = await selectOptionalGame(pool, id)
  if (!game) return null
  const at = game.startsAt
  const wanted = { from: at, to: new Date(at.getTime() + 1), championshipId: game.championshipId }
  const [{ rows }, settled] = await Promise.all([
    listResults(pool, wanted, { newestFirst: false, offset: 0, limit: 500 }),
    listSettled(pool, game.ci),
  ])
  const row = rows.find(({ ci }) => ci === game.ci)
  if (!row) return null
  const status = toldStatus(row.status, row.status_note ?? undefined)
  const { id: shownId, sportId, champId, champName, opp1, opp2, dateStart, score } = wireResult(row, lng, text)
  return {
    id: shownId,
    constId: game.ci,
    sportId,
    champId,
    champName,
    opp1,
    ...(opp2 === undefined ? {} : { opp2 }),
    dateStart,
    ...(score ? { score } : {}),
    ...(status === 'abandoned' || status === 'cancelled' ? { status: text(`line:state_${status}`) } : {}),
    markets: settledMarkets(settled, row.sport_id, lng, text),
  }
}
