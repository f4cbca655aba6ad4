/** Door of the main feeds: registers the calls; answers are ready bytes wherever they are the same for everybody. */
import type { FastifyInstance } from 'fastify'
import { KIND_LINE } from '#modules/line/rules/book.ts'
import { askedOf, brandOf, findCard, kindOf, sendQuestion, type Asked, type Line } from '#modules/line/server/index.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { problem } from '#platform/shared/problem.ts'
import { externalTopChamps, mainFeedEndpoints } from '../contract.ts'
import { gameQuestion, MAIN_METHODS, mainQuestion, REQUIRED, sliderGames, type MainMethod, type Taste } from './answers.ts'
import { registerCyber } from './cyber.ts'
import { stageTable, tableChampionship, type Standing } from './who-wins.ts'

export type { Taste } from './answers.ts'
export type { Standing } from './who-wins.ts'

export interface MainFeedDeps {
  app: FastifyInstance
  line: Line
  /** What a player bets on; null when he never did. */
  tasteOf(playerId: number): Promise<Taste | null>
  /** The table of a championship's newest season; empty when it has none. */
  standingsOf(championshipId: number): Promise<readonly Standing[]>
}

/** Odds format of the main feeds when none is asked (wire §3). */
const DECIMAL_3 = 3
const SLIDER = 10
const TOP_CHAMPS = 20
/** A championship is listed whole (wire 6.5). */
const WHOLE = 1_000
/** How many rows a call has when none are asked, where that is not what all feeds have. */
const USUAL_ROWS: Partial<Record<MainMethod, number>> = { topChamps: TOP_CHAMPS, gamesByChamp: WHOLE }

export function registerMainFeed({ app, line, tasteOf, standingsOf }: MainFeedDeps): void {
  const deps = line.answers
  for (const method of MAIN_METHODS) {
    route(app, mainFeedEndpoints[method] as EndpointSpec, (ctx, _input, reply) => {
      const asked = mainAsked(ctx, USUAL_ROWS[method])
      const required = REQUIRED[method]
      if (required && !required.given(asked)) return missing(required.name)
      return sendQuestion(line, ctx, reply, mainQuestion(deps, method, asked))
    })
  }
  route(app, externalTopChamps, (ctx, _input, reply) => {
    const asked: Asked = { ...mainAsked(ctx, TOP_CHAMPS), kind: KIND_LINE }
    return sendQuestion(line, ctx, reply, mainQuestion(deps, 'topChamps' satisfies MainMethod, asked))
  })
  for (const method of ['gameEvents', 'gameInfo'] as const) {
    route(app, mainFeedEndpoints[method] as EndpointSpec, (ctx, _input, reply) => {
      const asked = mainAsked(ctx)
      if (!asked.query.id) return missing('gameId')
      const found = findCard(deps, asked.kind, asked.query)
      if (!found) return problem('platform.not_found', { status: 404, wire: 2 })
      return sendQuestion(line, ctx, reply, gameQuestion(deps, method, asked, found))
    })
  }
  registerCyber({ app, line, asked: (ctx) => mainAsked(ctx), missing })
  route(app, mainFeedEndpoints.StageTableWhoWins, async (ctx) => {
    const asked = mainAsked(ctx)
    const [champ] = asked.query.champs
    if (champ === undefined) return missing('champId')
    const known = line.book.championships.has(champ)
    return (
      (known && stageTable(deps, asked, await standingsOf(tableChampionship(deps, champ)))) ||
      problem('platform.not_found', { status: 404, wire: 2 })
    )
  })
  route(app, mainFeedEndpoints.sliderGames, async (ctx, _input, reply) => {
    const asked = mainAsked(ctx, SLIDER)
    const taste = !ctx.isUnasked && ctx.player ? await tasteOf(ctx.player.id) : null
    if (taste) return { games: sliderGames(deps, asked, taste), title: ctx.text('main-feed:for_you') }
    const title = ctx.text('main-feed:top')
    const question = {
      key: `${ctx.brand}|${asked.kind}|slider|${title}|${JSON.stringify(asked.query)}`,
      scope: () => ['!names', `k${asked.kind}`],
      build: () => ({ games: sliderGames(deps, asked, null), title }),
      cacheControl: 'no-store',
    }
    return sendQuestion(line, ctx, reply, question)
  })
}

/** `count` when the call has a default of its own and none was asked. */
function mainAsked(ctx: Ctx, count?: number): Asked {
  const { query } = askedOf(ctx, DECIMAL_3, count === undefined ? {} : { count })
  return { kind: kindOf(ctx), brand: brandOf(ctx), query }
}

function missing(name: string) {
  return problem('line.parameter_required', { field: name, params: { name }, status: 400, wire: 1 })
}
