/** POST /web-api/coupon/generate: a coupon of open outcomes for a stake and a wanted win. */
import { wireMoney, minorFromSum, moneyFault } from '#lib/money.ts'
import { MIN_PRICE, wirePrice } from '#lib/price.ts'
import { isOpen, KIND_LINE, KIND_LIVE, takesBets, type BookGame } from '#modules/line/rules/book.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { mainPart } from '#modules/line/rules/wire/game.ts'
import { rowMarkets } from '#modules/line/rules/wire/outcome.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import type { z } from 'zod'
import type { generate, GenerateRequest } from '../contract.ts'
import { combine, combinedMilli, possiblePayout, wireCombined } from '../rules/combined.ts'
import { generateCoupon, type GenerateCandidate } from '../rules/generate.ts'
import { VID } from '../rules/kinds.ts'
import { courseOf } from './book-reader.ts'
import { moneyText } from './coupon-value.ts'
import { currencyFor } from './currency-for.ts'
import { priceLegs, rangeOf } from './price-coupon.ts'
import { type CouponDeps } from './update-coupon.ts'

type Answer = z.output<typeof generate.reply>

interface Found extends GenerateCandidate {
  gameId: number
  kind: number
  t: number
  p: number
}

/** Games that are looked through for one coupon. */
const MOST_GAMES = 400
const MOST_LEGS = 12
const SOON_MS = 60_000

/**
 * Problems: coupon.unknown_kind (900002) where the brand has it off, coupon.win_below_sum, coupon.nothing_found,
 * bets.stake_decimals, bets.stake_whole, bets.stake_large (900400),
 * bets.stake_too_small (900031).
 */
export async function generateAnswer(
  deps: CouponDeps & { book?: Pick<Line, 'answers'> | undefined },
  ctx: Ctx,
  body: GenerateRequest,
): Promise<Answer | Problem> {
  if (!deps.book || !couponOffers(ctx.config, 'generate')) return problem('coupon.unknown_kind', { wire: 900_002 })
  if (!(body.win > body.sum)) return problem('coupon.win_below_sum', { wire: 900_400, field: 'win' })
  const currency = await currencyFor(deps.ledger, ctx, 0, 0)
  if (isProblem(currency)) return currency
  const stakeMinor = minorFromSum(body.sum, currency.exponent)
  if (stakeMinor === null)
    return problem(`bets.stake_${moneyFault(body.sum, currency.exponent)}`, {
      wire: 900_400,
      field: 'sum',
      params: { n: currency.exponent },
    })
  const candidates = candidatesOf(deps.book, ctx, body)
  const chosen = generateCoupon({
    candidates,
    // However far it is: a nearer one would be an answer to another question.
    wantedMilli: (body.win / body.sum) * 1000,
    kind: kindAsked(ctx, body.kind),
    seed: body.seed,
    maxLegs: Math.min(MOST_LEGS, ctx.config.coupon.maxBets),
  })
  if (!chosen) return problem('coupon.nothing_found', { wire: 900_400 })
  const legs = chosen.map((i) => candidates[i]!)
  const product = combine(legs.map((leg) => leg.price))
  const events = legs.map(({ gameId, t, p, kind, price }) => ({
    GameId: gameId,
    Type: t,
    Param: p,
    PlayerId: 0,
    Kind: kind,
    Coef: wirePrice(price),
  }))
  const player = { playerId: ctx.player?.id ?? null, brand: ctx.brand }
  const asked = events.map((event) => ({ ...event, PV: null }))
  const { minMinor, maxMinor } = rangeOf(priceLegs(asked, deps.line, ctx.now, ctx.lng), currency, ctx.config, deps.limits, player)
  // A coupon that does not take the sum is no answer to it.
  if (stakeMinor < minMinor)
    return problem('bets.stake_too_small', { wire: 900_031, field: 'sum', params: { sum: moneyText(minMinor, currency) } })
  if (maxMinor < stakeMinor) return problem('coupon.nothing_found', { wire: 900_400 })
  return {
    vid: legs.length > 1 ? VID.express : VID.single,
    coef: combinedMilli(product) > 0n ? wireCombined(product) : 0,
    win: wireMoney(possiblePayout(stakeMinor, product, null), currency.exponent),
    events,
  }
}

/** Kinds that the brand does not offer are not proposed. */
function kindAsked({ config }: Ctx, kind: GenerateRequest['kind']): GenerateRequest['kind'] {
  if (kind !== 'any') return kind
  if (!couponOffers(config, 'express')) return 'single'
  return couponOffers(config, 'single') ? 'any' : 'express'
}

/** Open outcomes of list rows: what everybody sees, at prices with a usual margin. */
function candidatesOf({ answers: { indexes } }: Pick<Line, 'answers'>, ctx: Ctx, { sports, live }: GenerateRequest): Found[] {
  const kinds = live === null ? [KIND_LINE, KIND_LIVE] : [live ? KIND_LIVE : KIND_LINE]
  const scopes = kinds.flatMap((kind) => (sports.length > 0 ? sports.map((sport) => `k${kind}s${sport}`) : [`k${kind}`]))
  const games = scopes.flatMap((scope) => indexes.list(scope))
  return games
    .filter((game) => isCandidate(game, ctx.now))
    .slice(0, MOST_GAMES)
    .flatMap(outcomesOf)
}

function isCandidate(game: BookGame, now: number): boolean {
  const { virtual } = sportInfo(game.sportId)
  return game.type === 'match' && !virtual && takesBets(game) && (game.kind === KIND_LIVE || game.startsAt > now + SOON_MS)
}

function outcomesOf(game: BookGame): Found[] {
  const part = mainPart(game)
  const sides = game.sides.map((side) => side.id)
  const related = { mainGameId: part.i, championship: game.championshipId, sides, course: courseOf(game) }
  return rowMarkets(game, part, sportInfo(game.sportId)).row.flatMap(({ market, outcome }) =>
    isOpen(game, market, outcome) && outcome.playerId === 0 && outcome.price >= MIN_PRICE
      ? [{ id: `${game.ci}:${outcome.key}`, price: outcome.price, related, gameId: part.i, kind: game.kind, t: outcome.t, p: outcome.p }]
      : [],
  )
}
