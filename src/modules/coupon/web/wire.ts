/** Wire names of the coupon's calls end here (wire 8.3–8.7). */
import { minorFromWire, parseMinor } from '#lib/money.ts'
import { priceFromWire } from '#lib/price.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { VID } from '../rules/kinds.ts'
import { dayExpressOf, isSameGame, kindOfVid, questionOf } from '../rules/state/index.ts'
import type { BetAnswer, CheckedLeg, Coupon, Filling, Leg, Offer, Quote, StakeLimits, TakenFigures } from '../rules/state/index.ts'

export interface WireCoupon {
  Events: readonly {
    GameId: number
    Type: number
    Param: number
    PlayerId: number
    Coef: number
    Block: boolean
    Finish: boolean
    IsRelation: number
    IsBannedExpress: boolean
    EachWayPlaces?: number
  }[]
  minBet: number
  maxBet: number
  MaxPayout: number
  MaxBetEquals?: number | null
  Coef: number
  ExpresCoef: number
  exceptionText: string | null
  avanceBet: boolean
  SaleWorth?: number | null
  MinBetSystems: readonly { k: number; minBet: number }[] | null
  promoCodes: readonly { Code: string; Name: string; Sum: number; MinCoef?: number; Until?: number }[] | null
  PromoReason?: string | null
  SameGame?: { Coef: number; Reason: string | null; Pairs: readonly { A: number; B: number; Reason: string }[] } | null
}

export interface WireBet {
  Id: number
  waitTime: number
  AutoBetId?: number
  BidId?: number
  /** Advance in the stake. */
  SummPrep?: number
  /** Several singles in one call. */
  Bets?: readonly { Index: number; Success: boolean; Error: string; Value: { Id: number } | null }[]
  /** `Summ`: the stake that was placed. */
  Coupon: { Events: readonly { Coef: number }[]; Summ?: number } | null
}

export interface WireBid {
  BidId: number
  betGUID: string
  /** 0 new, 1 accepted, 2 counter offer, 3 refused, 4 expired, 5 withdrawn. */
  Status: number
  Summ: number
  WantedCoef: number
  ApprovedSumm: number
  Coef: number
  Expires: number
  waitTime: number
  Id: number
}

/** What is read of a placed bet; sums as in the history, the bonus as decimal text. */
export interface WirePlaced {
  bet: { type: number; coef: number; sum: number; possible_win_sum: number | null; possible_win_sum_with_tax: number | null }
  bonus: { sum: string } | null
}

export interface WireSaved {
  Vid: number
  /** The kind it was saved as; `Vid` knows only those of old clients. */
  SavedVid?: number
  HasRemoveEvents: boolean
  /** How many selections were saved. */
  SavedEvents: number
  expressNum: number
  WithLobby: boolean
  EventsIndexes: readonly (readonly number[])[] | null
  /** Its winners are bet on each way. */
  EachWay?: boolean
  Events: readonly {
    GameId: number
    GameConstId: number
    Type: number
    Coef: number
    Param: number
    Kind: number
    Opp1: string
    Opp2: string
    Liga: string
    MarketName: string
    GroupName: string
    GameType: string
    PeriodName: string
    Start: number
    PlayerId: number
    EachWayPlaces?: number
    PlayersDuel?: readonly { Team: number; PlayerIds: readonly number[] }[]
  }[]
}

/** Answers come in the order of the legs that were sent. */
export function readLegs(value: Pick<WireCoupon, 'Events'>, legs: readonly Leg[]): CheckedLeg[] {
  return value.Events.flatMap((event, i) => {
    const leg = legs[i]
    if (!leg) return []
    const price = priceFromWire(event.Coef) ?? 0
    const { Block: blocked, Finish: finished, IsRelation: relation } = event
    return [{ key: leg.key, price, blocked, finished, relation, onlySingle: event.IsBannedExpress, places: event.EachWayPlaces }]
  })
}

export function readLimits(value: WireCoupon, exponent: number): StakeLimits {
  const minor = (sum: number) => minorFromWire(sum, exponent) ?? 0n
  return {
    minMinor: minor(value.minBet),
    maxMinor: minor(value.maxBet),
    maxPayoutMinor: minor(value.MaxPayout),
    ...(value.MaxBetEquals ? { equalsMinor: minor(value.MaxBetEquals) } : {}),
  }
}

/** What the answer says of the coupon as a whole. */
export function readQuote(value: WireCoupon, asked: Coupon): Quote {
  const { exponent } = asked.setup.currency
  const joint = value.SameGame ?? null
  const own = asked.sale ? value.Coef : isSameGame(asked) ? (joint?.Coef ?? 0) : 0
  const [pair] = joint?.Pairs ?? []
  const conflict = pair ? [asked.legs[pair.A]?.key, asked.legs[pair.B]?.key].filter((key) => key !== undefined) : []
  const impossible = asked.sale !== null && value.exceptionText !== null
  return {
    question: questionOf(asked),
    price: impossible || own <= 0 ? null : priceFromWire(own),
    why: pair?.Reason ?? joint?.Reason ?? value.exceptionText ?? '',
    conflict,
    sizes: (value.MinBetSystems ?? []).map(({ k, minBet }) => ({ k, minMinor: minorFromWire(minBet, exponent) ?? 0n })),
    promos: (value.promoCodes ?? []).map(({ Code, Name, Sum, MinCoef, Until }) => ({
      code: Code,
      name: Name,
      minor: minorFromWire(Sum, exponent) ?? 0n,
      minPrice: priceFromWire(MinCoef ?? 0) ?? 0,
      until: (Until ?? 0) * 1000,
    })),
    promoWhy: value.PromoReason ?? '',
    advance: value.avanceBet,
    worthMinor: value.SaleWorth ? minorFromWire(value.SaleWorth, exponent) : null,
    dayPercent: dayExpressOf(asked) > 0 && value.ExpresCoef > 1 ? Math.round((value.ExpresCoef - 1) * 1000) / 10 : 0,
  }
}

export function readBet(value: WireBet): BetAnswer {
  if (value.waitTime > 0) return { kind: 'wait', waitMs: value.waitTime }
  if (value.AutoBetId && value.Id === 0) return { kind: 'ordered', order: 'autobet', id: String(value.AutoBetId) }
  const ids = (value.Bets ?? []).flatMap((row) => (row.Success && row.Value ? [String(row.Value.Id)] : []))
  return {
    kind: 'placed',
    betId: String(value.Id),
    moreIds: ids.filter((id) => id !== String(value.Id)),
    failed: (value.Bets ?? []).flatMap((row) => (row.Success ? [] : [{ index: row.Index, text: row.Error }])),
    prices: (value.Coupon?.Events ?? []).map((event) => priceFromWire(event.Coef) ?? 0),
    bidId: value.BidId ? String(value.BidId) : '',
    advance: value.SummPrep ?? 0,
    stake: value.Coupon?.Summ ?? 0,
  }
}

/** What became of an order: a single or an express. */
export function readPlaced({ bet, bonus }: WirePlaced, exponent: number): TakenFigures {
  return {
    stakeMinor: minorFromWire(bet.sum, exponent) ?? 0n,
    price: hasOnePrice(bet.type) ? parseMinor(String(bet.coef), 3) : null,
    variants: null,
    bonusMinor: (bonus && parseMinor(bonus.sum, exponent)) ?? 0n,
    winMinor: minorFromWire(bet.possible_win_sum_with_tax ?? bet.possible_win_sum ?? 0, exponent) ?? 0n,
  }
}

/** A bid that was accepted at once is a bet already. */
export function readBid(value: WireBid): BetAnswer {
  return value.Status === 1 && value.Id > 0
    ? { kind: 'placed', betId: String(value.Id), prices: [priceFromWire(value.Coef) ?? 0] }
    : { kind: 'ordered', order: 'bid', id: String(value.BidId) }
}

/**
 * What a failed call says about the bet. A refusal by the server's word is final; a signed-out answer is known by its
 * status; whatever else came instead of an answer leaves the fate of the bet unknown. So does "try later", which has a code
 * as well: the same key may just be placed by another process, and a new one would place the bet twice.
 */
export function readBetFailure(error: unknown): BetAnswer {
  if (!isApiError(error) || error.status >= 500) return { kind: 'lost' }
  const code = Number(error.code)
  if (Number.isInteger(code) && code > 0) return { kind: 'refused', code, text: error.message }
  if (error.status === 401 || error.status === 403) return { kind: 'refused', code: 401, text: error.message }
  // A body that the server will not read is refused for good: 4xx other than a timeout or too many requests.
  if (error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429 && error.status !== 499) {
    return { kind: 'refused', code: error.status, text: error.message }
  }
  return { kind: 'lost' }
}

export function readSaved(value: WireSaved): Offer[] {
  return value.Events.map((event) => ({
    gameId: event.GameId,
    constId: event.GameConstId,
    type: event.Type,
    param: event.Param,
    playerId: event.PlayerId,
    price: priceFromWire(event.Coef) ?? 1001,
    kind: event.Kind === 1 ? 1 : 3,
    sportId: 0,
    champId: 0,
    startsAt: event.Start,
    places: event.EachWayPlaces,
    duel: event.PlayersDuel?.toSorted((a, b) => a.Team - b.Team).map(({ PlayerIds }) => PlayerIds),
    names: {
      side1: event.Opp1,
      side2: event.Opp2,
      champ: event.Liga,
      market: event.GroupName,
      outcome: event.MarketName,
      // As the line calls the part: corners, a duel.
      period: [event.GameType, event.PeriodName].filter(Boolean).join('. '),
    },
  }))
}

/** A saved coupon as the coupon takes it: kind, size and blocks as they were put together. */
export function readFilling(value: WireSaved, code: string): Filling {
  const vid = value.SavedVid ?? value.Vid
  return {
    offers: readSaved(value),
    kind: vid === VID.express ? null : kindOfVid(vid),
    size: vid === VID.system || vid === VID.multi ? value.expressNum : 0,
    blocks: value.EventsIndexes ?? [],
    withLobby: value.WithLobby,
    ...(value.EachWay ? { eachWay: true } : {}),
    code,
  }
}
