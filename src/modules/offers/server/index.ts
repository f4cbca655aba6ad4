/** Door of the offers: calls, and what the coupon asks about an express of the day. */
import type { FastifyInstance } from 'fastify'
import { languageOffered } from '#lib/language-tag.ts'
import { KIND_LINE, KIND_LIVE } from '#modules/line/rules/book.ts'
import { askedOf, brandOf, kindOf, parameterRequired, reachOf, sendQuestion, type Line } from '#modules/line/server/index.ts'
import { envelopeA, route, type Ctx } from '#platform/server/http.ts'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { BuildDuel, expressDay, GetAvailablePlayersForDuel, offerEndpoints } from '../contract.ts'
import { OFFER_METHODS, offerQuestion, REQUIRED, expresses, type OfferAsked, type OfferMethod } from './answers.ts'
import { DAY_PERCENT } from '../rules/express.ts'
import { availablePlayers, buildDuel } from './duels.ts'

export { createDuels, type DuelGame, type Duels } from './duel-games.ts'

/** Answers null when the outcomes are not the express of the day. */
export type DayPercent = (
  selections: readonly { gameId: number; t: number; p: number; playerId: number }[],
  expressId: number,
) => number | null

const DECIMAL = 0
const DECIMAL_3 = 3
const HONG_KONG = 4
const LIVE_PERIOD = 2
const MAX_SHIFT_HOURS = 14

export function registerOffers({ app, line }: { app: FastifyInstance; line: Line }): void {
  const deps = line.answers
  for (const method of OFFER_METHODS) {
    const spec = (method === 'expressDay' ? expressDay : offerEndpoints[method]) as EndpointSpec
    route(app, spec, (ctx, _input, reply) => {
      const asked = offerAsked(ctx, method)
      const required = REQUIRED[method]
      if (required && !required.given(asked)) return parameterRequired(required.name)
      return sendQuestion(line, ctx, reply, offerQuestion(deps, method, asked), reachOf(ctx, isAsian(method)))
    })
  }
  route(app, GetAvailablePlayersForDuel, (ctx, _input, reply) => {
    const { query } = askedOf(ctx, DECIMAL)
    const question = {
      key: `duels|${query.lng}|${query.sports.join()}`,
      scope: () => ['!names', '!k3'],
      build: () => envelopeA(availablePlayers(deps, query.sports, query.lng)),
    }
    return sendQuestion(line, ctx, reply, question)
  })
  route(app, BuildDuel, (ctx, { body }) => {
    const lng = languageOffered(body.Lng, ctx.config.languages.offered) ?? ctx.lng
    return buildDuel(deps, { team1Ids: body.team1Ids, team2Ids: body.team2Ids, lng, format: body.CfView ?? DECIMAL })
  })
}

/**
 * What an express of the day pays on top, in percent, when these are exactly its legs as it stands now, neither more nor
 * less; null when they are not (rules 2.10).
 */
export function dayPercentOf({ answers: deps }: Pick<Line, 'answers'>): DayPercent {
  return (selections, expressId) => {
    const found = [KIND_LINE, KIND_LIVE]
      .flatMap((kind) => [false, true].flatMap((cyber) => expresses(deps, { kind }, cyber)))
      .find((express) => express.expressId === expressId)
    if (!found || found.legs.length !== selections.length) return null
    const isSame = found.legs.every(({ game, shown: { outcome } }) =>
      selections.some(
        ({ gameId, t, p, playerId }) =>
          game.parts.get('full')?.i === gameId && outcome.t === t && outcome.p === p && playerId === outcome.playerId,
      ),
    )
    return isSame ? DAY_PERCENT : null
  }
}

const isAsian = (method: OfferMethod): boolean => method.startsWith('Asia')

function offerAsked(ctx: Ctx, method: OfferMethod): OfferAsked {
  const { raw, query } = askedOf(ctx, method === 'expressDay' ? DECIMAL_3 : isAsian(method) ? HONG_KONG : DECIMAL)
  const kind = kindOf(ctx)
  const period = kind === KIND_LIVE ? LIVE_PERIOD : Math.min(LIVE_PERIOD, Number(/^\d$/.exec(raw['period'] ?? '0')?.[0] ?? 0))
  const tz = Number(/^-?\d{1,2}(\.(5|[27]5))?$/.exec(raw['tz'] ?? ctx.request.cookies['tzo'] ?? '0')?.[0] ?? 0)
  return { kind, query, brand: brandOf(ctx), period, tz: Math.max(-MAX_SHIFT_HOURS, Math.min(MAX_SHIFT_HOURS, tz)) }
}
