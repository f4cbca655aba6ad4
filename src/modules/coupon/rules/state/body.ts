/** Body of MakeBetWeb and MakeBetBidWeb (wire 8.7). It is kept with the bet: a repeated call must be the same call. */
import { minorText, wireMoney } from '#lib/money.ts'
import { wirePrice, milliText } from '#lib/price.ts'
import type { RequestParts } from './actions.ts'
import { antiExpressPrice } from '../combined.ts'
import { VID } from '../kinds.ts'
import { dayExpressOf, orderOf, promoOf, type Coupon } from './coupon.ts'
import type { Leg } from './leg.ts'
import { placedAtOnce, vipPartsOf } from './most-stake.ts'
import { bidPrice, wantedPrice } from './order-price.ts'
import { isBoosted, type PlannedBet } from './plan.ts'
import { wireCheckCf } from './policy.ts'
import { priceOfBet, totalPrice, totalsOfBet } from './totals.ts'

export type Body = Readonly<Record<string, unknown>>

/** Events of a request (wire 8.2). */
export function bodyEvents(legs: readonly Leg[]): Record<string, unknown>[] {
  return legs.map((leg) => ({
    GameId: leg.gameId,
    Type: leg.type,
    Coef: wirePrice(leg.price),
    Param: leg.param,
    Kind: leg.kind,
    PlayerId: leg.playerId,
    PV: null,
    ...(leg.duel ? { PlayersDuel: leg.duel.map((PlayerIds, side) => ({ Team: side + 1, PlayerIds })) } : {}),
  }))
}

/** What decides the price of a coupon: kind, size, blocks, options. UpdateCoupon and MakeBetWeb say it alike (wire 8.3). */
export function bodyTerms(coupon: Coupon, bet: PlannedBet): Record<string, unknown> {
  const { exponent } = coupon.setup.currency
  const fields: Record<string, unknown> = { Vid: bet.vid }
  if (bet.size > 0) fields['expressNum'] = bet.size
  if (bet.vid === VID.express && dayExpressOf(coupon) > 0) fields['expressNum'] = dayExpressOf(coupon)
  if (bet.blocks.length > 0) fields['EventsIndexes'] = bet.blocks
  if (bet.withLobby) fields['WithLobby'] = true
  if (bet.blockStakes) fields['GroupsSumms'] = bet.blockStakes.map((minor) => (minor === null ? -1 : wireMoney(minor, exponent)))
  if (bet.vid === VID.antiExpress) fields['AntiExpressCoef'] = wirePrice(antiExpressPrice(bet.legs.map((leg) => leg.price)) ?? 0)
  if (bet.sameGame) fields['SameGame'] = true
  if (bet.eachWay) fields['EachWay'] = true
  if (isBoosted(coupon, bet)) fields['IsExpressBoost'] = true
  if (coupon.sale) {
    fields['SaleBetId'] = Number(coupon.sale.betId)
    fields['IsPowerBet'] = coupon.sale.power
  }
  return fields
}

/** The figures on the screen, of what is placed at once: the server works out the same and refuses the bet when one differs. */
export function shownOf(coupon: Coupon, bet: PlannedBet): { win: string; price: string; tax: string } {
  const sums = totalsOfBet(coupon, placedAtOnce(coupon, bet))
  const money = (minor: bigint) => minorText(minor, coupon.setup.currency.exponent)
  const price = priceOfBet(coupon, bet)
  return {
    win: money(sums.returnMinor),
    price: price === null ? '' : milliText(price),
    tax: money(sums.payoutTaxMinor + sums.stakeTaxMinor),
  }
}

/** The stake. Of a VIP bet the part above the largest one waits for an answer; the rest is placed now. */
export function stakeFields(coupon: Coupon, bet: PlannedBet): Record<string, number> {
  const { exponent } = coupon.setup.currency
  const vip = vipPartsOf(coupon, bet)
  return {
    Summ: wireMoney(vip ? vip.placed : bet.stakeMinor, exponent),
    ...(vip ? { VIPBetSumm: wireMoney(vip.placed + vip.waiting, exponent) } : {}),
  }
}

export function bodyOf(coupon: Coupon, bet: PlannedBet, guid: string, approved: boolean, request: RequestParts): Body {
  const { autoBet, bid } = orderOf(coupon)
  return {
    Events: bodyEvents(bet.legs),
    ...bodyTerms(coupon, bet),
    ...stakeFields(coupon, bet),
    ...promoField(coupon),
    ...(coupon.options.advance ? { avanceBet: true } : {}),
    ...ordered(coupon),
    ...(autoBet || bid ? {} : { Shown: shownOf(coupon, bet) }),
    CheckCf: wireCheckCf(coupon.policy),
    ...bodyFrame(coupon, bet.legs, guid, approved, request),
  }
}

/** Several singles in one call: every event is a bet of its own, the price of each must be the one shown (wire 8.7.2). */
export function sharedBody(coupon: Coupon, bets: readonly PlannedBet[], guid: string, approved: boolean, request: RequestParts): Body {
  const { exponent } = coupon.setup.currency
  const legs = bets.flatMap((bet) => bet.legs)
  return {
    Events: bodyEvents(legs),
    Vid: VID.multiSingle,
    GroupsSumms: bets.map((bet) => wireMoney(bet.stakeMinor, exponent)),
    Summ: wireMoney(
      bets.reduce((sum, bet) => sum + bet.stakeMinor, 0n),
      exponent,
    ),
    CheckCf: 0,
    Shown: { each: bets.map((bet) => shownOf(coupon, bet)) },
    ...bodyFrame(coupon, legs, guid, approved, request),
  }
}

/** What every bet says of the page, the account and itself. */
function bodyFrame(coupon: Coupon, legs: readonly Leg[], guid: string, approved: boolean, request: RequestParts): Record<string, unknown> {
  return {
    UserId: coupon.session.accountId,
    partner: request.partner,
    Lng: request.lng,
    CfView: request.cfView,
    ApprovedBet: approved,
    CouponCode: coupon.code,
    live: legs.some((leg) => leg.kind === 1),
    notWait: true,
    Source: 55,
    OneClickBet: request.oneClick ? 2 : 0,
    betGUID: guid,
  }
}

/** The code that stands for the stake. */
export function promoField(coupon: Coupon): { promo?: string } {
  const promo = promoOf(coupon)
  return promo ? { promo: promo.code } : {}
}

/** The wishes of an auto-bet or a bid. */
function ordered(coupon: Coupon): Record<string, unknown> {
  const { autoBet, bid } = orderOf(coupon)
  // Told in decimals, whatever was typed: a price in another view does not always have the digits for it.
  if (bid) return { WantedCoef: bid.price === '' ? 0 : Number(milliText(bidPrice(bid, totalPrice(coupon)) ?? 0n)) }
  if (!autoBet) return {}
  return {
    isAutoBet: true,
    autoBetCf: Number(milliText(wantedPrice(autoBet.price, autoBet.view) ?? 0n)),
    autoBetCfView: 0,
    dropOnScoreChange: autoBet.dropOnScore,
    TransformEventKind: autoBet.followLive,
  }
}
