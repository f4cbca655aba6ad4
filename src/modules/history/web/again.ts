/** A placed bet into the coupon again, or into a code that others may open (BH-10, XT-17). */
import type { FillMore } from '#modules/coupon/web/index.ts'
import { isPlaceHalf } from '#modules/coupon/rules/each-way.ts'
import { blocksOfKept } from '#modules/coupon/rules/kind-shape.ts'
import { request } from '#platform/web/call.ts'
import { wirePrice } from '#lib/price.ts'
import type { BetDetails } from './bet-query.ts'

const SAVE = '/service-api/LiveBet/Open/SaveCoupon'

/**
 * The bet without the legs that are decided, on which nobody can bet again; null where all of them are. Blocks close up over
 * what is gone, and a kind or a size that so few legs do not make is the coupon's matter, as after a leg was taken out there.
 */
export function stillOpen(details: BetDetails): BetDetails | null {
  const { bet, legs, blocks, withLobby, blockStakes } = details
  const kept = bet.legs.flatMap((_, i) => (isOver(details, i) ? [] : [i]))
  if (kept.length === 0) return null
  if (kept.length === bet.legs.length) return details
  const left = blocks && blocksOfKept(blocks, withLobby, kept)
  const isLeft = (i: number) => !blocks || blocks[i]?.some((at) => kept.includes(at))
  return {
    ...details,
    bet: { ...bet, legs: kept.map((i) => bet.legs[i]!) },
    legs: kept.flatMap((i) => legs[i] ?? []),
    blocks: left?.blocks ?? null,
    withLobby: left?.withLobby ?? false,
    blockStakes: blockStakes && blockStakes.filter((_, i) => isLeft(i)),
  }
}

/** Decided; of a runner that is backed each way, one of the halves. */
function isOver({ bet, legs }: BetDetails, at: number): boolean {
  const runner = (i: number) => `${bet.legs[i]!.gameId}:${legs[i]?.playerId ?? 0}`
  const halves = bet.legs.filter((_, i) => runner(i) === runner(at))
  const isPair = halves.some(({ type }) => isPlaceHalf(type))
  return bet.legs[at]!.result !== null || (isPair && halves.some(({ result }) => result !== null))
}

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
