/** The calls of our own pages. Answers are kept as text for a moment: a game in the news is asked for by many at once. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type pg from 'pg'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import {
  championshipsView,
  cricketersView,
  gameView,
  horseView,
  playerView,
  ratingView,
  stageView,
  teamView,
  tournamentView,
} from '../contract.ts'
import { readId, readStageId } from '../rules/ids.ts'
import { cricketersPage } from './cricket.ts'
import { gamePage } from './game-page.ts'
import { championshipsPage, findStage, ratingPage, stagePage, tournamentPage } from './league-pages.ts'
import { racePage } from './race-answers.ts'
import type { Sources } from './rows.ts'
import { horsePage, playerPage, teamPage } from './team-pages.ts'

export interface PageDeps {
  app: FastifyInstance
  pool: pg.Pool
  sources: Sources
}

const CACHE = 'public,max-age=15'

/** An id that has the wrong shape is malformed; one that nobody has is not found. */
function wrong(field: string, value: string): Problem {
  return problem('statistics.wrong_parameter', { field, params: { name: field, value: value.slice(0, 40) }, status: 400 })
}

/** A page that is still being filled is kept by nobody. */
function answer<T extends object>(reply: FastifyReply, page: T | null): T | Problem {
  if (page === null) return problem('statistics.not_found', { status: 404 })
  reply.header('cache-control', isComing(page) ? 'no-store' : CACHE)
  return page
}

function isComing(page: unknown): boolean {
  return (page as { pastComing?: boolean } | null)?.pastComing === true
}

type Asked = Record<string, unknown> & { lng?: string | undefined }

/** One answer for everybody who asks the same within a moment. */
function kept<T>({ answers }: Sources, ctx: Ctx, view: string, query: Asked, ask: (lng: string) => Promise<T | null>): Promise<T | null> {
  const lng = query.lng?.toLowerCase() ?? ctx.lng
  return answers.keep([view, { ...query, lng }], () => ask(lng), isComing)
}

async function gameOrRace(pool: pg.Pool, sources: Sources, { id, sportId }: { id: string; sportId: number }, lng: string) {
  return (await gamePage(pool, sources, id, sportId, lng)) ?? racePage(pool, sources, id, sportId, lng)
}

export function pageRoutes(deps: PageDeps): void {
  const { app, pool, sources } = deps
  route(app, gameView, async (ctx, { query }, reply) =>
    answer(reply, await kept(sources, ctx, 'game', query, (lng) => gameOrRace(pool, sources, query, lng))),
  )
  route(app, teamView, async (ctx, { query }, reply) => {
    const id = readId('team', query.id)
    if (id === null) return wrong('id', query.id)
    return answer(reply, await kept(sources, ctx, 'team', query, (lng) => teamPage(pool, sources, id, query.sportId, lng)))
  })
  route(app, playerView, async (ctx, { query }, reply) => {
    const id = readId('player', query.id) ?? readId('team', query.id)
    if (id === null) return wrong('id', query.id)
    return answer(reply, await kept(sources, ctx, 'player', query, (lng) => playerPage(pool, sources, id, query.sportId, lng)))
  })
  route(app, cricketersView, async (ctx, { query }, reply) => {
    const id = readId('tournament', query.id)
    if (id === null) return wrong('id', query.id)
    return answer(reply, await kept(sources, ctx, 'cricketers', query, (lng) => cricketersPage(pool, sources, id, lng)))
  })
  route(app, horseView, async (ctx, { query }, reply) => {
    const id = readId('team', query.id)
    if (id === null) return wrong('id', query.id)
    return answer(reply, await kept(sources, ctx, 'horse', query, (lng) => horsePage(pool, sources, id, lng)))
  })
  leagueRoutes(deps)
}

function leagueRoutes({ app, pool, sources }: PageDeps): void {
  route(app, championshipsView, async (ctx, { query }, reply) =>
    answer(reply, await kept(sources, ctx, 'championships', query, async () => championshipsPage(sources, query.sportId))),
  )
  route(app, stageView, async (ctx, { query }, reply) => {
    const asked = readStageId(query.id)
    if (!asked) return wrong('id', query.id)
    const ask = async (lng: string) => {
      const stage = await findStage(sources, asked, query.sportId, ctx.now)
      return stage && stagePage(pool, sources, stage, query.tt, lng)
    }
    return answer(reply, await kept(sources, ctx, 'stage', query, ask))
  })
  route(app, tournamentView, async (ctx, { query }, reply) => {
    const championshipId = readId('tournament', query.id)
    if (championshipId === null) return wrong('id', query.id)
    const ask = async (lng: string) => {
      const stage = await findStage(sources, { championshipId, seasonId: query.seasonId }, query.sportId, ctx.now)
      return stage && tournamentPage(pool, sources, stage, lng)
    }
    return answer(reply, await kept(sources, ctx, 'tournament', query, ask))
  })
  route(app, ratingView, async (ctx, { query }, reply) => {
    const id = readId('rating', query.id) ?? readId('tournament', query.id)
    if (id === null) return wrong('id', query.id)
    return answer(reply, await kept(sources, ctx, 'rating', query, (lng) => ratingPage(sources, id, query.sportId, lng)))
  })
}
