/** Serializer of CouponValue: every field is always there (wire 8.4.1, rule 9). */
import { minorText, wireMoney, type Minor } from '#lib/money.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { MAX_PRICE, wirePrice, type Milli, milliText } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { areEqualsBound, type StakeRange } from '#modules/limits/server/index.ts'
import { GREATEST_PAYOUT } from '#modules/payout/rules/payout.ts'
import type { CouponRequest } from '../contract.ts'
import { combine, combinedMilli, wireMilli } from '../rules/combined.ts'
import { eventText, wireCouponEvent, type PricedLeg } from './coupon-event.ts'
import type { JointCheck } from './ports.ts'
import type { KindPrice } from './price-kind.ts'
import { stakedSum } from './request.ts'

export { wireCouponEvent, type PricedLeg }

export interface CouponFigures {
  vid: number
  legs: readonly PricedLeg[]
  /** Null = not offered. */
  antiExpress: Milli | null
  minMinor: Minor
  maxMinor: Minor
  maxPayoutMinor: Minor
  initialMinor: Minor
  currency: Currency
  changed: boolean
  /** Localized reason why the coupon cannot be placed now. */
  exceptionText: string | null
  signedIn: boolean
  cfView: number
  lng: string
  partner: number
  countryId: number
  systemMinimums: { k: number; minMinor: Minor }[] | null
  /** Coefficients by kind; absent: a single or an express of these legs. */
  price?: KindPrice
  /** Stake of the request in minor units where it is not the request's own (an edited bet). */
  stakeMinor?: Minor
  /** What an edited bet is worth now. */
  worthMinor?: Minor
  avanceBet?: boolean
  promoCodes?: readonly { code: string; name: string; minor: Minor; minPrice?: Milli; validUntil?: number }[] | null
  /** Why a code of the player's own does not fit, in his language. */
  promoReason?: string | null
  equals?: StakeRange['equals']
  restriction?: { gameIds: readonly number[]; text: string } | null
  isPowerBet?: boolean
  unlimited?: boolean
}

const EXPRESS_VID = 1
const SYSTEM_VID = 2
const ANTI_EXPRESS_VID = 6

function milliView(milli: bigint, cfView: number): string {
  if (milli === 0n) return ''
  return milli > BigInt(MAX_PRICE) ? milliText(milli) : formatPrice(Number(milli), priceFormatOf(cfView))
}

/** `MinCoef` and `Until` are ours: the smallest price that it takes, and when it ends (XT-23). */
function promoValue(
  { code, name, minor, minPrice, validUntil }: NonNullable<CouponFigures['promoCodes']>[number],
  money: (minor: Minor) => number,
): Record<string, unknown> {
  const more = validUntil === undefined ? {} : { MinCoef: wirePrice(minPrice ?? 0), Until: unixSeconds(validUntil) }
  return { Code: code, Name: name, Sum: money(minor), ...more }
}

/** Ours: percent of the boost, and what the next one takes (XT-08). */
function boostValue({ percent, counted, next }: NonNullable<KindPrice['ladder']>): Record<string, unknown> {
  return {
    Percent: percent,
    Counted: counted,
    Next: next && { LegsMissing: next.legsMissing, MinPrice: wirePrice(next.minPrice), Percent: next.percent },
  }
}

/** Ours: what the screen has to know of outcomes of one game together. */
function sameGameValue({ price, reason, conflicts }: JointCheck): Record<string, unknown> {
  return {
    Coef: wirePrice(price ?? 0),
    Reason: reason,
    Pairs: conflicts.map(({ a, b, reason: Reason }) => ({ A: a, B: b, Reason })),
  }
}

function totals({ price, legs, vid, antiExpress }: CouponFigures): { coefMilli: bigint; resultMilli: bigint } {
  if (price) return price
  const prices = legs.map((leg) => leg.price)
  const isPriced = prices.length > 0 && prices.every((one) => one > 0)
  const coefMilli = isPriced && (vid <= EXPRESS_VID || vid === ANTI_EXPRESS_VID) ? combinedMilli(combine(prices)) : 0n
  return { coefMilli, resultMilli: vid === ANTI_EXPRESS_VID ? BigInt(antiExpress ?? 0) : coefMilli }
}

export function wireCoupon(figures: CouponFigures, body: CouponRequest): Record<string, unknown> {
  return { Events: figures.legs.map((leg) => wireCouponEvent(leg, figures.cfView)), ...couponTotals(figures, body) }
}

/** The same as JSON text. `isPlaced`: the events of a bet say which player they were made with. */
export function couponText(figures: CouponFigures, body: CouponRequest, isPlaced = false): string {
  // Added up, not joined: the text is copied once, when the whole answer is sent.
  let events = ''
  for (const leg of figures.legs) events += `${events && ','}${eventText(leg, figures.cfView, isPlaced)}`
  return `{"Events":[${events}],${JSON.stringify(couponTotals(figures, body)).slice(1)}`
}

/** Of betting shops, which there are none of. */
const OF_SHOPS = { BonusCode: null, CustomerId: null, DebitFrom: null, ManagerId: null, TerminalCode: null, TerminalCodeWeb: null }

function couponTotals(figures: CouponFigures, body: CouponRequest): Record<string, unknown> {
  const { legs, vid, currency } = figures
  const money = (minor: Minor) => wireMoney(minor, currency.exponent)
  const { coefMilli, resultMilli } = totals(figures)
  const coef = wireMilli(coefMilli)
  const view = milliView(coefMilli, figures.cfView)
  const { price, equals = null } = figures
  const antiExpress = vid === 0 ? coef : wirePrice(figures.antiExpress ?? 0)
  return {
    Vid: vid,
    Coef: coef,
    ResultCoef: wireMilli(resultMilli),
    ResultCoefView: milliView(resultMilli, figures.cfView) || null,
    CoefView: view,
    AntiExpressCoef: antiExpress,
    ExpresCoef: wirePrice(price?.bonusMilli ?? 0),
    minBet: money(figures.minMinor),
    maxBet: money(figures.maxMinor),
    BetStep: money(currency.minBetMinor),
    InitialBet: money(figures.initialMinor),
    MinBetSystem: vid === SYSTEM_VID && price ? money(figures.minMinor) : null,
    MinBetSystems: figures.systemMinimums?.map(({ k, minMinor }) => ({ k, minBet: money(minMinor) })) ?? null,
    changeCf: figures.changed,
    avanceBet: figures.avanceBet ?? false,
    EventsIndexes: price?.shape.blocks ?? body.EventsIndexes,
    GroupsSumms: body.GroupsSumms,
    Groups: price?.groups?.map(({ index, milli }) => ({ Index: index, Coef: wireMilli(milli) })) ?? null,
    WithLobby: body.WithLobby,
    expressNum: body.expressNum,
    promo: body.promo,
    promoCodes: figures.promoCodes?.map((code) => promoValue(code, money)) ?? null,
    PromoReason: figures.promoReason ?? null,
    CheckCf: body.CheckCf,
    CfView: figures.cfView,
    Lng: figures.lng,
    partner: figures.partner,
    fcountry: figures.countryId,
    UserId: body.UserId,
    UserIdBonus: body.UserIdBonus,
    SaleBetId: body.SaleBetId,
    SaleWorth: figures.worthMinor === undefined ? null : money(figures.worthMinor),
    Source: body.Source,
    Summ: figures.stakeMinor === undefined ? stakedSum(vid, body) : money(figures.stakeMinor),
    notWait: body.notWait,
    notLogin: !figures.signedIn,
    NeedUpdateLine: body.NeedUpdateLine,
    Kind: legs.length === 0 ? 0 : legs.some((leg) => leg.game?.kind === 1) ? 1 : 3,
    betGUID: null,
    exceptionText: figures.exceptionText,
    IsMatchOfDay: false,
    Top: 0,
    Code: 0,
    Sport: 0,
    ...OF_SHOPS,
    lnC: legs.some((leg) => leg.game?.kind !== 1 && isChanged(leg)),
    lvC: legs.some((leg) => leg.game?.kind === 1 && isChanged(leg)),
    MaxPayout: figures.maxPayoutMinor >= GREATEST_PAYOUT ? 0 : money(figures.maxPayoutMinor),
    MaxBetEquals: equals && areEqualsBound({ ...figures, equals }) ? money(equals.mostMinor) : null,
    UnlimitedBet: figures.unlimited ?? false,
    RestrictionWarning: figures.restriction ? { GameIds: figures.restriction.gameIds, Text: figures.restriction.text } : null,
    IsPowerBet: figures.isPowerBet ?? false,
    IsExpressBoost: price?.boosted ?? false,
    Boost: price?.ladder ? boostValue(price.ladder) : null,
    SameGame: price?.joint ? sameGameValue(price.joint) : null,
  }
}

export function isChanged(leg: PricedLeg): boolean {
  return leg.blocked || leg.finished || (leg.selection.price > 0 && leg.selection.price !== leg.price)
}

/** "12.50 EUR" for sentences; the number form of a language is the screen's. */
export function moneyText(minor: Minor, currency: Currency): string {
  return `${minorText(minor, currency.exponent)} ${currency.code}`
}
