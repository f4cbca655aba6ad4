/** A placed bet into the coupon again, or into a code that others may open (BH-10, XT-17). */
import type { FillMore } from '#modules/coupon/web/index.ts'
import { request } from '#platform/web/call.ts'
import { wirePrice } from '#lib/price.ts'
import type { BetDetails } from './bet-query.ts'

const SAVE = '/service-api/LiveBet/Open/SaveCoupon'

/** Outcomes as the coupon takes them; those of live games with the kind of now. */
export function offersOf({ bet, legs }: BetDetails) {
  return bet.legs.map((leg, i) => ({
    gameId: leg.gameId,
    constId: leg.constId,
    type: leg.type,
    param: leg.param,
    playerId: legs[i]?.playerId ?? 0,
    price: leg.given,
    kind: leg.live ? (1 as const) : (3 as const),
    sportId: leg.sportId,
    champId: leg.champId,
    startsAt: leg.startsAt,
    names: {
      side1: leg.side1,
      side2: leg.side2,
      champ: leg.champ,
      market: leg.market,
      outcome: leg.title,
      // As the line calls the part.
      period: [leg.subject, leg.part].filter(Boolean).join('. '),
    },
  }))
}

/** The kind of the bet with its sizes and blocks; the stake is the player's to choose anew. */
export function fillingOf(details: BetDetails): FillMore {
  const { bet, size, blocks, withLobby, blockStakes } = details
  return {
    vid: bet.type,
    ...(size > 0 ? { size } : {}),
    ...(blocks ? { blocks, withLobby } : {}),
    ...(blockStakes ? { blockStakes: blockStakes.map((sum) => sum ?? '') } : {}),
  }
}

/** The code of five signs under which others find these selections; nothing of the player or his money goes along. */
export function saveSelections(details: BetDetails, page: { partner: number; lng: string }): Promise<string> {
  const { bet, legs, size, blocks, withLobby } = details
  const Events = bet.legs.map((leg, i) => ({
    GameId: leg.gameId,
    Type: leg.type,
    Param: leg.param,
    Coef: wirePrice(leg.given),
    Kind: leg.live ? 1 : 3,
    PlayerId: legs[i]?.playerId ?? 0,
  }))
  const terms = { Vid: bet.type, expressNum: size, WithLobby: withLobby, ...(blocks ? { EventsIndexes: blocks } : {}) }
  return request<string>('POST', SAVE, { body: { Events, ...terms, partner: page.partner, Lng: page.lng } })
}
