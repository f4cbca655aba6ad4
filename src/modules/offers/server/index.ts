/** Door of the offers: calls, and what the coupon asks about an express of the day. */
import type { FastifyInstance } from 'fastify'
import { KIND_LIVE, type Kind } from '#modules/line/rules/book.ts'
import { askedOf, brandOf, isFixed, kindOf, sendQuestion, type Line } from '#modules/line/server/index.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { problem } from '#platform/shared/problem.ts'
import { BuildDuel, expressDay, GetAvailablePlayersForDuel, offerEndpoints } from '../contract.ts'
import { OFFER_METHODS, offerQuestion, REQUIRED, expresses, type OfferAsked, type OfferMethod } from './answers.ts'
import { availablePlayers, buildDuel } from './duels.ts'

export interface Offers {
  /**
   * Whether a coupon of these outcomes (GameId = I, T, P) is the express of the day `expressId` as it stands now,
   * neither more nor less: only then does the bonus of 10 % hold (rules 2.10).
   */
  isExpressOfDay(kind: Kind, expressId: number, legs: readonly { gameId: number; type: number; param: number }[]): boolean
}

const DECIMAL = 0
const DECIMAL_3 = 3
const HONG_KONG = 4
const BAD_PARAMETER = 900_400
const LIVE_PERIOD = 2
const MAX_SHIFT_HOURS = 14

export function registerOffers({ app, line }: { app: FastifyInstance; line: Line }): Offers {
  const deps = line.answers
  for (const method of OFFER_METHODS) {
    const spec = (method === 'expressDay' ? expressDay : offerEndpoints[method]) as EndpointSpec
    route(app, spec, (ctx, _input, reply) => {
      const { asked, fixed } = offerAsked(ctx, method)
      const required = REQUIRED[method]
      if (required && !required.given(asked)) {
        return problem('line.parameter_required', { field: required.name, params: { name: required.name }, wire: BAD_PARAMETER })
      }
      return sendQuestion(line, ctx, reply, offerQuestion(deps, method, asked), fixed)
    })
  }
  route(app, GetAvailablePlayersForDuel, (ctx, _input, reply) => {
    const { query } = askedOf(ctx, DECIMAL)
    const question = {
      key: `duels|${query.lng}|${query.sports.join()}`,
      scope: () => ['!names', '!k3'],
      build: () => ({ Id: 0, Success: true, Error: '', ErrorCode: 0, Guid: '', Value: availablePlayers(deps, query.sports, query.lng) }),
    }
    return sendQuestion(line, ctx, reply, question, false)
  })
  route(app, BuildDuel, (ctx, { body }) => {
    const lng = body.Lng && /^[a-z]{2,3}(-[a-z]{2,8})?$/i.test(body.Lng) ? body.Lng.toLowerCase() : ctx.lng
    return buildDuel(deps, { team1Ids: body.team1Ids, team2Ids: body.team2Ids, lng, format: body.CfView ?? DECIMAL })
  })
  return {
    isExpressOfDay(kind, expressId, legs) {
      const all = [false, true].flatMap((cyber) => expresses(deps, { kind }, cyber))
      const express = all.find((one) => one.expressId === expressId)
      if (!express || express.legs.length !== legs.length) return false
      return express.legs.every(({ game, shown: { outcome } }) =>
        legs.some(({ gameId, type, param }) => game.parts.get('full')?.i === gameId && outcome.t === type && outcome.p === param),
      )
    },
  }
}

function offerAsked(ctx: Ctx, method: OfferMethod): { asked: OfferAsked; fixed: boolean } {
  const asian = method.startsWith('Asia')
  const { raw, query } = askedOf(ctx, method === 'expressDay' ? DECIMAL_3 : asian ? HONG_KONG : DECIMAL)
  const kind = kindOf(ctx)
  const period = kind === KIND_LIVE ? LIVE_PERIOD : Math.min(LIVE_PERIOD, Number(/^\d$/.exec(raw['period'] ?? '0')?.[0] ?? 0))
  const tz = Number(/^-?\d{1,2}(\.5)?$/.exec(raw['tz'] ?? '0')?.[0] ?? 0)
  return {
    asked: { kind, query, brand: brandOf(ctx), period, tz: Math.max(-MAX_SHIFT_HOURS, Math.min(MAX_SHIFT_HOURS, tz)) },
    fixed: isFixed(raw),
  }
}
