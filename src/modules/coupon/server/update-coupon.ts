/** UpdateCoupon: prices, limits and additions of a coupon as it stands, and what is against placing it (wire 8.4.1). */
import { priceText } from '#lib/price.ts'
import type { Currency, Ledger } from '#modules/ledger/server/index.ts'
import type { Limits, StakeRange } from '#modules/limits/server/index.ts'
import { JsonText, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import type { CouponRequest } from '../contract.ts'
import { variants, systemSizes, VID } from '../rules/kinds.ts'
import type { KindShape } from '../rules/kind-shape.ts'
import type { LineReader } from '../rules/selection.ts'
import { currencyFor } from './currency-for.ts'
import { couponText, isChanged, type CouponFigures, type PricedLeg } from './coupon-value.ts'
import type { CouponPorts, DayPercent, JointPort, PromoPort, SaleQuote } from './ports.ts'
import { exposedLegs, initialStake, kindRange, openCards, priceLegs, rangeOf, type KindRangeAsked } from './price-coupon.ts'
import { priceKind, type KindPrice } from './price-kind.ts'
import { eventsOf, kindShape, shapeProblem, vidOf } from './request.ts'
import { exceptionText, restriction } from './why-not.ts'

export interface CouponDeps {
  line: LineReader
  ledger: Ledger
  limits: Limits
  joint?: JointPort | undefined
  dayPercent?: DayPercent | undefined
  promo?: PromoPort | undefined
  ports: CouponPorts
}

/**
 * Prices a coupon: current prices, limits of the account, and why it could not be placed now. Writes nothing.
 * Problems: coupon.bad_coupon (161627), coupon.bad_size (161627 above the brand's number, else 900001) and those of
 * blocks (900001), coupon.unknown_kind (900002), bets.other_account (403).
 */
export async function updateCoupon(deps: CouponDeps, ctx: Ctx, body: CouponRequest): Promise<JsonText | Problem> {
  const events = eventsOf(body)
  const vid = vidOf(body.Vid, events.length)
  const bad = shapeProblem(vid, events.length, ctx.config.coupon, ctx.config.coupon.types, body.EachWay)
  if (bad) return bad
  const currency = await currencyFor(deps.ledger, ctx, body.UserId, body.Currency)
  if (isProblem(currency)) return currency
  const shape = kindShape(vid, events.length, body, currency)
  if (isProblem(shape)) return shape
  return new JsonText(couponText(await figuresOf(deps, ctx, body, shape, currency), body))
}

/** Figures of a coupon whose kind and blocks are right. */
export async function figuresOf(
  deps: CouponDeps,
  ctx: Ctx,
  body: CouponRequest,
  shape: KindShape,
  currency: Currency,
): Promise<CouponFigures> {
  const lng = body.Lng ?? ctx.lng
  const pricedNow = () => priceLegs(eventsOf(body), deps.line, ctx.now, lng, shape.vid, body.EachWay)
  let legs = pricedNow()
  if (await openCards(legs, deps.line)) legs = pricedNow()
  const price = priceKind({
    shape,
    selections: legs.map((leg) => leg.selection),
    prices: legs.map((leg) => leg.price),
    body: couponOffers(ctx.config, 'sameGame') ? body : { ...body, SameGame: false },
    config: ctx.config,
    lng,
    joint: deps.joint,
    dayPercent: deps.dayPercent,
  })
  if (price.joint) markConflicts(legs, price)
  // Edits are looked at with their quote, a code is not the player's money.
  const isBound = body.SaleBetId === 0 && !body.promo
  const range = couponRange(deps, ctx, legs, price, currency, isBound ? {} : { equalTimes: null })
  const figures: CouponFigures = {
    vid: shape.vid,
    legs,
    price,
    antiExpress: price.antiExpress,
    ...range,
    initialMinor: initialStake(currency, ctx.config, range),
    currency,
    changed: legs.some(isChanged),
    exceptionText: exceptionText(ctx, deps.line, legs, price),
    signedIn: ctx.player !== null,
    cfView: body.CfView ?? ctx.cfView,
    lng,
    partner: ctx.partner,
    countryId: ctx.countryId,
    systemMinimums: body.CalcSystemsMin ? systemMinimums(deps, ctx, legs, currency) : null,
    restriction: restriction(ctx, deps.limits, legs, range, currency),
  }
  return withPorts(deps, ctx, body, figures)
}

/** Minimum stake of a system of these legs for every size. */
export function systemMinimums(
  deps: Pick<CouponDeps, 'limits'>,
  ctx: Ctx,
  legs: readonly PricedLeg[],
  currency: Currency,
): CouponFigures['systemMinimums'] {
  if (legs.length < 3) return null
  const { minMinor } = rangeOf([], currency, ctx.config, deps.limits)
  return systemSizes(legs.length).map((k) => ({ k, minMinor: minMinor * BigInt(variants(VID.system, legs.length, k)) }))
}

/** Limits of the kind; while a leg has no price, those of the legs that have one. */
export function couponRange(
  deps: Pick<CouponDeps, 'limits'>,
  ctx: Ctx,
  legs: readonly PricedLeg[],
  price: Pick<KindPrice, 'shape' | 'joint'>,
  currency: Currency,
  bound: Partial<Pick<KindRangeAsked, 'equalTimes'>> = {},
): StakeRange {
  const player = { playerId: ctx.player?.id ?? null, brand: ctx.brand }
  const exposed = exposedLegs(legs)
  if (exposed.length !== legs.length || price.joint?.reason) return rangeOf(legs, currency, ctx.config, deps.limits, player)
  return kindRange(deps.limits, {
    shape: price.shape,
    legs: exposed,
    jointPrice: price.joint?.price ?? undefined,
    currency,
    config: ctx.config.betting.limits,
    ...player,
    ...bound,
  })
}

/** In a bet on one game only those outcomes conflict that cannot be priced together. */
function markConflicts(legs: PricedLeg[], { joint }: KindPrice): void {
  for (const leg of legs) leg.relation = 0
  for (const { a, b } of joint?.conflicts ?? []) {
    const number = legs[a]!.relation || legs[b]!.relation || Math.max(0, ...legs.map((leg) => leg.relation)) + 1
    legs[a]!.relation = number
    legs[b]!.relation = number
  }
}

/** What modules above the coupon add: promo codes, an advance, the price of a bet that is edited. */
async function withPorts(deps: CouponDeps, ctx: Ctx, body: CouponRequest, figures: CouponFigures): Promise<CouponFigures> {
  let done = figures
  if (body.SaleBetId > 0) done = await withSale(deps, ctx, body, done)
  if (!ctx.player) return done
  if ((body.IsNeedUpdatePromoCode || body.promo) && couponOffers(ctx.config, 'promo')) done = await withPromo(deps, ctx, body, done)
  if (deps.ports.advance && couponOffers(ctx.config, 'advance')) {
    const advance = await deps.ports.advance.quote(ctx, body)
    done = { ...done, avanceBet: !isProblem(advance) && advance.IsAvailable }
  }
  return done
}

async function withPromo({ promo }: CouponDeps, ctx: Ctx, body: CouponRequest, figures: CouponFigures): Promise<CouponFigures> {
  const { currency, vid, legs, price } = figures
  const joint = price?.joint?.price
  const totalMilli = joint ? BigInt(joint) : undefined
  const coupon = { currencyId: currency.id, vid, prices: legs.map((leg) => leg.price), totalMilli }
  const listed = body.IsNeedUpdatePromoCode ? ((await promo?.usable(ctx.player!.id, coupon)) ?? []) : null
  if (!body.promo) return { ...figures, promoCodes: listed }
  const used = (await promo?.fitting(ctx.player!.id, body.promo, coupon)) ?? null
  // The page finds it in the list, which has only the first of many.
  const promoCodes = listed && used && !listed.some(({ code }) => code === used.code) ? [...listed, used] : listed
  if (!used) {
    const why = (await promo?.why(ctx.player!.id, body.promo, coupon)) ?? null
    const promoReason = why && ctx.text(`bets:problem_promo_${why.fault}`, { min: priceText(why.minPrice), currency: currency.code })
    return { ...figures, promoCodes, promoReason, exceptionText: figures.exceptionText ?? ctx.text('coupon:problem_promo_unusable') }
  }
  // The code is the stake, whole and of its own size.
  return { ...figures, promoCodes, stakeMinor: used.minor, minMinor: used.minor, maxMinor: used.minor, initialMinor: used.minor }
}

async function withSale({ ports }: CouponDeps, ctx: Ctx, body: CouponRequest, figures: CouponFigures): Promise<CouponFigures> {
  const { legs, vid } = figures
  const { SaleBetId: saleBetId, IsPowerBet: isPowerBet, SameGame: sameGame, EachWay: eachWay } = body
  const selections = legs.map((leg) => leg.selection)
  const quote: SaleQuote | Problem = ports.sale
    ? await ports.sale(ctx, { saleBetId, isPowerBet, vid, sameGame, eachWay, selections })
    : problem('coupon.bet_not_changed', { wire: 900_051, field: 'SaleBetId' })
  if (isProblem(quote)) {
    const [module, name] = quote.code.split('.')
    return {
      ...figures,
      isPowerBet: body.IsPowerBet,
      exceptionText: figures.exceptionText ?? ctx.text(`${module}:problem_${name}`, quote.params),
    }
  }
  const { stakeMinor, worthMinor } = quote
  return {
    ...figures,
    legs: legs.map((leg, i) => ({ ...leg, price: quote.prices[i] ?? leg.price })),
    price: { ...figures.price!, coefMilli: BigInt(quote.price), resultMilli: BigInt(quote.price), bonusMilli: 0, boosted: false },
    stakeMinor,
    worthMinor,
    minMinor: stakeMinor,
    maxMinor: stakeMinor,
    initialMinor: stakeMinor,
    isPowerBet: body.IsPowerBet,
  }
}
