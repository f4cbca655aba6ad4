/** A leg of the coupon in the browser: what was pressed, what the player agreed to, and what the line says now. */
import type { Milli } from '#lib/price.ts'
import { EACH_WAY_PLACE, placePrice, placesPart, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { outcomeKey, paramKey } from '#modules/line/rules/param.ts'
import type { StateLock, StopLock } from '#modules/line/rules/status-words.ts'

/** `started`: the line event has begun and can be taken over into live. */
export type LegStatus = 'open' | 'suspended' | 'closed' | 'started'

/** Why a price is locked (ux 4). */
export type LegReason = StopLock | StateLock | 'lock_started'

export interface LegNames {
  side1: string
  side2: string
  champ: string
  market: string
  outcome: string
  period: string
}

/** An outcome as the line offers it. */
export interface Offer {
  gameId: number
  constId: number
  type: number
  param: number
  playerId: number
  price: Milli
  kind: 1 | 3
  sportId: number
  champId: number
  names: LegNames
  /** Unix seconds. */
  startsAt: number
  /** Participants of the two sides of a duel. */
  duel?: readonly (readonly number[])[] | undefined
  /** A winner of a race: so many places an each-way bet on it pays; left out: it takes none, or nobody has said so yet. */
  places?: number | undefined
  /** Group of its market, the line's G; left out: nobody knows. */
  group?: number | undefined
}

export interface Leg extends Offer {
  key: string
  /** Language of its names; left out: nobody knows. */
  lng?: string
  /** Price that the player has agreed to; `price` is the one of now. */
  agreed: Milli
  status: LegStatus
  reason: LegReason | null
  score: readonly [number, number] | null
  clockSec: number | null
  /** Conflict class of the server's answer; 0 none. */
  relation: number
  /** May only be bet on alone (IsBannedExpress). */
  onlySingle: boolean
  /** I of the game in live, once it has moved there. */
  liveGameId: number | null
  /** The price before it was boosted; left out: it is not. */
  boostedFrom?: Milli | undefined
}

/** The key under which the line knows the outcome (the one of `selectionKey`). */
export function legKey(outcome: Pick<Offer, 'gameId' | 'type' | 'param' | 'playerId'>): string {
  return `${outcome.gameId}:${outcome.type}:${paramKey(outcome.param)}:${outcome.playerId}`
}

export function legOf(offer: Offer, lng: string): Leg {
  return {
    ...offer,
    lng,
    key: legKey(offer),
    agreed: offer.price,
    status: 'open',
    reason: null,
    score: null,
    clockSec: null,
    relation: 0,
    onlySingle: false,
    liveGameId: null,
  }
}

/** The place half of an each-way bet on the leg, at its price of now; null when there is none. */
export function placeLeg(leg: Leg): Leg | null {
  if (leg.places === undefined || leg.type !== RACE_WINNER) return null
  const part = placesPart(leg.places)
  const price = placePrice(leg.price, part)
  const agreed = placePrice(leg.agreed, part)
  if (price === undefined) return null
  const place: Leg = { ...leg, type: EACH_WAY_PLACE, param: leg.places, price, agreed: agreed ?? price, boostedFrom: undefined }
  return { ...place, key: legKey(place) }
}

/** Topic of the live stream that carries the leg. */
export function legTopic(leg: Pick<Leg, 'constId'>): string {
  return `game:${leg.constId}`
}

/** Key of the leg's outcome inside its topic. */
export function legLiveKey(leg: Pick<Leg, 'type' | 'param' | 'playerId'>, gameId: number): string {
  return `${gameId}:${outcomeKey(leg.type, leg.param, leg.playerId)}`
}

/** The leg in the live game: same outcome, other I; its price comes with the next image of the topic. */
export function movedToLive(leg: Leg): Leg {
  if (leg.status !== 'started' || leg.liveGameId === null) return leg
  const moved: Leg = { ...leg, kind: 1, gameId: leg.liveGameId, status: 'open', reason: null, liveGameId: null }
  return { ...moved, key: legKey(moved) }
}

/** Of two of one outcome the later one, in the place of the first. */
export function uniqueByKey(legs: readonly Leg[]): readonly Leg[] {
  return [...new Map(legs.map((leg) => [leg.key, leg])).values()]
}
