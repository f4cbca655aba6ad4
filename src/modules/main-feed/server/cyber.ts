/** The cyber section (wire 6.7): games by championship and discipline, menus, rounds of a game. */
import type { FastifyInstance } from 'fastify'
import { KIND_LIVE, type BookGame } from '#modules/line/rules/book.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { wireCard } from '#modules/line/rules/wire/game.ts'
import { groupByChampionship } from '#modules/line/rules/wire/rows.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import {
  byStart,
  findCard,
  listed,
  paged,
  sendQuestion,
  viewOf,
  type AnswerDeps,
  type Asked,
  type Line,
  type Question,
} from '#modules/line/server/index.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { cyberEndpoints, cyberStatistic } from '../contract/cyber.ts'
import { compact, v3Game, type V3Row } from '../rules/v3-game.ts'
import { gameQuestion, gameRow } from './answers.ts'

type ListMethod = 'gamesByChamp' | 'gamesBySport' | 'menuReal' | 'menuVirtual'
const LISTS: readonly ListMethod[] = ['gamesByChamp', 'gamesBySport', 'menuReal', 'menuVirtual']
const REQUIRED: Partial<Record<ListMethod, { name: string; given(asked: Asked): boolean }>> = {
  gamesByChamp: { name: 'champId', given: ({ query }) => query.champs.length > 0 },
  gamesBySport: { name: 'sportId', given: ({ query }) => query.sports.length > 0 },
}

export interface CyberDeps {
  app: FastifyInstance
  line: Line
  asked(ctx: Ctx): Asked
  missing(name: string): Problem
}

export function registerCyber({ app, line, asked: askedBy, missing }: CyberDeps): void {
  const deps = line.answers
  const unknown = (): Problem => problem('platform.not_found', { status: 404, wire: 2 })
  for (const method of LISTS) {
    route(app, cyberEndpoints[method] as EndpointSpec, (ctx, _input, reply) => {
      const asked = askedBy(ctx)
      const required = REQUIRED[method]
      if (required && !required.given(asked)) return missing(required.name)
      return sendQuestion(line, ctx, reply, listQuestion(deps, method, asked))
    })
  }
  for (const method of ['gameEvents', 'gameInfo'] as const) {
    route(app, cyberEndpoints[method] as EndpointSpec, (ctx, _input, reply) => {
      const asked = askedBy(ctx)
      if (!asked.query.id) return missing('gameId')
      const found = findCard(deps, asked.kind, asked.query)
      return found ? sendQuestion(line, ctx, reply, gameQuestion(deps, method, asked, found)) : unknown()
    })
  }
  route(app, cyberStatistic, (ctx, _input, reply) => {
    const asked = askedBy(ctx)
    if (!asked.query.id) return missing('gameId')
    const found = findCard(deps, asked.kind, asked.query, false)
    if (found?.game.live) return statistic(deps, asked, found.game)
    reply.code(204).send()
    return undefined
  })
}

function listQuestion(deps: AnswerDeps, method: ListMethod, asked: Asked): Question {
  const { kind, query, brand } = asked
  const menu = method === 'menuReal' || method === 'menuVirtual'
  return {
    key: `${brand.id}|${kind}|cyber|${method}|${JSON.stringify(query)}`,
    scope: () => ['!names', menu ? `!k${kind}` : `k${kind}`],
    build: () => (menu ? menuOf(deps, asked, method === 'menuVirtual') : gamesOf(deps, asked)),
    cacheControl: 'no-store',
  }
}

function gamesOf(deps: AnswerDeps, asked: Asked): { games: V3Row[] } {
  const games = byStart(listed(deps, asked, { virtualSports: true }))
  return { games: paged(games, asked.query).map((game) => gameRow(deps, asked, game, true)) }
}

function menuOf(deps: AnswerDeps, asked: Asked, virtual: boolean): V3Row[] {
  const { lng } = asked.query
  const games = listed(deps, asked, { virtualSports: true }).filter(({ sportId }) => {
    const sport = sportInfo(sportId)
    return virtual ? sport.virtual : sport.cyber
  })
  return [...Map.groupBy(games, ({ sportId }) => sportId)].map(([id, list]) => ({
    id,
    name: nameIn({ ...sportInfo(id).names, ...deps.book.sports.get(id)?.names }, lng),
    gamesCount: list.length,
    champs: [...groupByChampionship(list)].map(([champ, own]) => ({
      id: champ,
      name: nameIn(deps.book.championships.get(champ)?.names ?? {}, lng),
      gamesCount: own.length,
    })),
  }))
}

const CARD = { grouped: true, subGames: false, subGameOutcomes: false, marketTab: 1, topGroups: [], builder: false, countEvents: 1 }

/** Scores on the top level, rounds as text that holds JSON. */
function statistic(deps: AnswerDeps, { query }: Asked, game: BookGame): V3Row {
  const part = game.parts.get('full') ?? [...game.parts.values()][0]!
  const scores = v3Game(wireCard(deps.book, game, part, viewOf(deps, query), CARD), game, deps.book)['scores'] as V3Row
  const main: Record<string, string> = {}
  const rounds = roundTable(game, query.lng)
  if (rounds.length) main['RoundTable'] = JSON.stringify(rounds)
  return { ...scores, statistic: { main } }
}

/** Finished rounds: number, winner, and how and how long where the feed told it. */
function roundTable(game: BookGame, lng: string): V3Row[] {
  const over = game.kind === KIND_LIVE ? game.live!.periods.slice(0, -1) : []
  return over.flatMap(({ no, code, score }) => {
    if (score[0] === score[1]) return []
    const side = game.sides[score[0] > score[1] ? 0 : 1]
    const told = game.incidents.findLast(({ detail }) => detail?.['period'] === code && detail['durationSec'] !== undefined)?.detail
    const { durationSec, method } = told ?? {}
    return [
      compact({
        R: no,
        T: typeof durationSec === 'number' ? durationSec : undefined,
        W: nameIn(side?.names ?? {}, lng),
        WT: '0',
        DI: typeof method === 'string' ? method : undefined,
      }),
    ]
  })
}
