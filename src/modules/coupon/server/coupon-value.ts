/** Serializer of CouponValue: every field is always there (wire 8.4.1, rule 9). */
import { minorText, wireMoney, type Minor } from '#lib/money.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { MAX_PRICE, wirePrice, type Milli } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { GREATEST_PAYOUT } from '#modules/payout/rules/payout.ts'
import type { CouponEventRequest, CouponRequest } from '../contract.ts'
import type { BannedReason } from '../rules/banned.ts'
import { combine, combinedMilli, milliText } from '../rules/combined.ts'
import { paramText } from '../rules/param-text.ts'
import type { LegNames, LineGame, LineOutcome, Selection } from '../rules/selection.ts'
import type { JointCheck } from './ports.ts'
import type { KindPrice } from './price-kind.ts'

/** A selection as the line has it at the moment of the answer. */
export interface PricedLeg {
  selection: Selection
  request: CouponEventRequest
  game: LineGame | null
  outcome: LineOutcome | null
  names: LegNames | null
  /** Price now, or the last one known. */
  price: Milli
  blocked: boolean
  gameBlocked: boolean
  finished: boolean
  relation: number
  /** It may be bet only as a single. */
  singlesOnly?: boolean
  /** Why it may not stand in a coupon of this kind. */
  banned?: BannedReason | null
}

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
  avanceBet?: boolean
  promoCodes?: readonly { code: string; name: string; minor: Minor }[] | null
  restriction?: { gameIds: readonly number[]; text: string } | null
  isPowerBet?: boolean
  unlimited?: boolean
}

const EXPRESS_VID = 1
const SYSTEM_VID = 2
const ANTI_EXPRESS_VID = 6

/** The combined coefficient in the asked format; above the largest single price only decimals are readable. */
export function combinedView(prices: readonly Milli[], cfView: number): string {
  return prices.length === 0 ? '' : milliView(combinedMilli(combine(prices)), cfView)
}

function milliView(milli: bigint, cfView: number): string {
  if (milli === 0n) return ''
  return milli > BigInt(MAX_PRICE) ? milliText(milli) : formatPrice(Number(milli), priceFormatOf(cfView))
}

export function wireCouponEvent(leg: PricedLeg, cfView: number): Record<string, unknown> {
  const { selection, game, names } = leg
  const score = (pair: readonly [number, number] | undefined) => (pair ? Number(`${pair[0]}.${String(pair[1]).padStart(3, '0')}`) : 0)
  return {
    GameId: selection.gameId,
    GameConstId: game?.ci ?? 0,
    Type: selection.t,
    Param: selection.p,
    ParamMobile: paramText(selection.p),
    Coef: wirePrice(leg.price),
    CV: leg.price > 0 ? formatPrice(leg.price, priceFormatOf(cfView)) : null,
    Kind: game?.kind ?? selection.kind,
    SportId: game?.sportId ?? 0,
    ChampId: game?.championshipId ?? 0,
    GameTypeId: game ? (game.outright ? 0 : 1) : 0,
    SubSportId: 0,
    Start: game ? unixSeconds(game.startsAt) : 0,
    Block: leg.blocked,
    IsBlock: leg.gameBlocked,
    Finish: leg.finished,
    IsRelation: leg.relation,
    IsBannedExpress: Boolean(leg.singlesOnly || leg.banned),
    FullName: names ? [names.opp1, names.opp2].filter(Boolean).join(' - ') + (names.gameType ? ` ${names.gameType}` : '') : null,
    PeriodName: names?.periodName ?? '',
    FS1: game?.score[0] ?? 0,
    FS2: game?.score[1] ?? 0,
    MS1: game?.mainScore[0] ?? 0,
    MS2: game?.mainScore[1] ?? 0,
    PS: null,
    PeriodScores: null,
    FullScore: score(game?.mainScore),
    Score: score(game?.score),
    TimeSec: game?.clockSec ?? 0,
    TimeDirection: game?.clockRuns ? 1 : 0,
    PlayerId: selection.playerId,
    PV: leg.request.PV,
    SpecialCoef: 0,
    Expired: 0,
    ExtraKind: 0,
    InstrumentId: 0,
    Price: 0,
    Seconds: 0,
  }
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
  const { legs, vid, currency } = figures
  const money = (minor: Minor) => wireMoney(minor, currency.exponent)
  const { coefMilli, resultMilli } = totals(figures)
  const coef = Number(milliText(coefMilli))
  const view = milliView(coefMilli, figures.cfView)
  const { price } = figures
  const antiExpress = vid === 0 ? coef : wirePrice(figures.antiExpress ?? 0)
  return {
    Events: legs.map((leg) => wireCouponEvent(leg, figures.cfView)),
    Vid: vid,
    Coef: coef,
    ResultCoef: Number(milliText(resultMilli)),
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
    Groups: price?.groups?.map(({ index, milli }) => ({ Index: index, Coef: Number(milliText(milli)) })) ?? null,
    WithLobby: body.WithLobby,
    expressNum: body.expressNum,
    promo: body.promo,
    promoCodes: figures.promoCodes?.map(({ code, name, minor }) => ({ Code: code, Name: name, Sum: money(minor) })) ?? null,
    CheckCf: body.CheckCf,
    CfView: figures.cfView,
    Lng: figures.lng,
    partner: figures.partner,
    fcountry: figures.countryId,
    UserId: body.UserId,
    UserIdBonus: body.UserIdBonus,
    SaleBetId: body.SaleBetId,
    Source: body.Source,
    Summ: figures.stakeMinor === undefined ? body.Summ : money(figures.stakeMinor),
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
    BonusCode: null,
    CustomerId: null,
    DebitFrom: null,
    ManagerId: null,
    TerminalCode: null,
    TerminalCodeWeb: null,
    lnC: legs.some((leg) => leg.game?.kind !== 1 && isChanged(leg)),
    lvC: legs.some((leg) => leg.game?.kind === 1 && isChanged(leg)),
    MaxPayout: figures.maxPayoutMinor >= GREATEST_PAYOUT ? 0 : money(figures.maxPayoutMinor),
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
