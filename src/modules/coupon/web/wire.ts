/** Wire names of the coupon's calls end here (wire 8.3–8.7). */
import { minorFromWire } from '#lib/money.ts'
import { priceFromWire } from '#lib/price.ts'
import { isApiError } from '#platform/web/api-error.ts'
import {
  EXPRESS,
  kindOf,
  type BetAnswer,
  type CheckedLeg,
  type Coupon,
  type Leg,
  type Offer,
  type StakeLimits,
} from '../rules/state/index.ts'
import { VID } from '../rules/kinds.ts'

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
  }[]
  minBet: number
  maxBet: number
  MaxPayout: number
}

export interface WireBet {
  Id: number
  waitTime: number
  Coupon: { Events: readonly { Coef: number }[] } | null
}

export interface WireSaved {
  Vid: number
  HasRemoveEvents: boolean
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
    PeriodName: string
    Start: number
    PlayerId: number
  }[]
}

export function wireEvents(legs: readonly Leg[]): Record<string, unknown>[] {
  return legs.map((leg) => ({
    GameId: leg.gameId,
    Type: leg.type,
    Coef: leg.price / 1000,
    Param: leg.param,
    Kind: leg.kind,
    PlayerId: leg.playerId,
    PV: null,
  }))
}

/** Vid of the call that prices all legs at once. */
export function wireVid(coupon: Coupon): number {
  if (kindOf(coupon) === EXPRESS) return VID.express
  return coupon.legs.length > 1 ? VID.multiSingle : VID.single
}

/** Answers come in the order of the legs that were sent. */
export function readLegs(value: WireCoupon, legs: readonly Leg[]): CheckedLeg[] {
  return value.Events.flatMap((event, i) => {
    const leg = legs[i]
    if (!leg) return []
    return [
      { key: leg.key, price: priceFromWire(event.Coef) ?? 0, blocked: event.Block, finished: event.Finish, relation: event.IsRelation },
    ]
  })
}

export function readLimits(value: WireCoupon, exponent: number): StakeLimits {
  const minor = (sum: number) => minorFromWire(sum, exponent) ?? 0n
  return { minMinor: minor(value.minBet), maxMinor: minor(value.maxBet), maxPayoutMinor: minor(value.MaxPayout) }
}

export function readBet(value: WireBet): BetAnswer {
  if (value.waitTime > 0) return { kind: 'wait', waitMs: value.waitTime }
  return { kind: 'placed', betId: String(value.Id), prices: (value.Coupon?.Events ?? []).map((event) => priceFromWire(event.Coef) ?? 0) }
}

/**
 * What a failed call says about the bet. A refusal by the server's word is final; a signed-out answer is known by its
 * status; whatever else came instead of an answer leaves the fate of the bet unknown.
 */
export function readBetFailure(error: unknown): BetAnswer {
  if (!isApiError(error)) return { kind: 'lost' }
  const code = Number(error.code)
  if (Number.isInteger(code) && code > 0) return { kind: 'refused', code, text: error.message }
  if (error.status === 401 || error.status === 403) return { kind: 'refused', code: 403, text: error.message }
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
    names: {
      side1: event.Opp1,
      side2: event.Opp2,
      champ: event.Liga,
      market: event.GroupName,
      outcome: event.MarketName,
      period: event.PeriodName,
    },
  }))
}
