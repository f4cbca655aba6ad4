/** Serializer of CouponValue: every field is always there (wire 8.4.1, rule 9). */
import { minorText, wireMoney, type Minor } from '#lib/money.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { MAX_PRICE, wirePrice, type Milli } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { CouponEventRequest, CouponRequest } from '../contract.ts'
import { combine, combinedMilli, milliText, wireCombined } from '../rules/combined.ts'
import { paramText } from '../rules/param-text.ts'
import type { LegNames, LineGame, LineOutcome, Selection } from '../rules/selection.ts'

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
}

const SYSTEM_VID = 2

/** The combined coefficient in the asked format; above the largest single price only decimals are readable. */
export function combinedView(prices: readonly Milli[], cfView: number): string {
  if (prices.length === 0) return ''
  const milli = combinedMilli(combine(prices))
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
    IsBannedExpress: false,
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

export function wireCoupon(figures: CouponFigures, body: CouponRequest): Record<string, unknown> {
  const { legs, vid, currency } = figures
  const prices = legs.map((leg) => leg.price)
  const money = (minor: Minor) => wireMoney(minor, currency.exponent)
  const priced = prices.length > 0 && prices.every((price) => price > 0)
  const coef = vid === SYSTEM_VID || !priced ? 0 : wireCombined(combine(prices))
  const view = coef === 0 ? '' : combinedView(prices, figures.cfView)
  const antiExpress = vid === 0 ? coef : wirePrice(figures.antiExpress ?? 0)
  return {
    Events: legs.map((leg) => wireCouponEvent(leg, figures.cfView)),
    Vid: vid,
    Coef: coef,
    ResultCoef: coef,
    ResultCoefView: view === '' ? null : view,
    CoefView: view,
    AntiExpressCoef: antiExpress,
    ExpresCoef: 0,
    minBet: money(figures.minMinor),
    maxBet: money(figures.maxMinor),
    BetStep: money(currency.minBetMinor),
    InitialBet: money(figures.initialMinor),
    MinBetSystem: null,
    MinBetSystems: figures.systemMinimums?.map(({ k, minMinor }) => ({ k, minBet: money(minMinor) })) ?? null,
    changeCf: figures.changed,
    avanceBet: false,
    EventsIndexes: body.EventsIndexes,
    GroupsSumms: body.GroupsSumms,
    Groups: null,
    WithLobby: body.WithLobby,
    expressNum: body.expressNum,
    promo: body.promo,
    promoCodes: null,
    CheckCf: body.CheckCf,
    CfView: figures.cfView,
    Lng: figures.lng,
    partner: figures.partner,
    fcountry: figures.countryId,
    UserId: body.UserId,
    UserIdBonus: body.UserIdBonus,
    SaleBetId: body.SaleBetId,
    Source: body.Source,
    Summ: body.Summ,
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
    MaxPayout: money(figures.maxPayoutMinor),
    UnlimitedBet: false,
    RestrictionWarning: null,
    IsPowerBet: false,
    IsExpressBoost: false,
  }
}

export function isChanged(leg: PricedLeg): boolean {
  return leg.blocked || leg.finished || (leg.selection.price > 0 && leg.selection.price !== leg.price)
}

/** "12.50 EUR" for sentences; the number form of a language is the screen's. */
export function moneyText(minor: Minor, currency: Currency): string {
  return `${minorText(minor, currency.exponent)} ${currency.code}`
}
