/** The outcomes of an order: kept by constant id, so that they are found again when their game has moved into live. */
import { MAX_PRICE, wirePrice, type Milli } from '#lib/price.ts'
import { combine, combinedMilli } from '#modules/coupon/rules/combined.ts'
import { isOver, selectionFault, type LineGame, type LineOutcome } from '#modules/coupon/rules/selection.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { BetRequest } from '#modules/bets/contract.ts'
import type { SeenLeg } from '#modules/bets/server/index.ts'

export interface OrderLeg {
  ci: number
  t: number
  /** P on the wire. */
  p: number
  player: number
  /** 1 live, 3 line, when the order was given. */
  kind: 1 | 3
  /** Score of the game then: of the part and of the main game. */
  score: readonly number[]
}

const scoreOf = (game: LineGame): number[] => [...game.score, ...game.mainScore]

export function orderLegs(seen: readonly SeenLeg[]): OrderLeg[] {
  return seen.map(({ selection, game }) => ({
    ci: game.ci,
    t: selection.t,
    p: selection.p,
    player: selection.playerId,
    kind: game.kind,
    score: scoreOf(game),
  }))
}

/** Product of the prices, thousandths. */
export function totalMilli(prices: readonly Milli[]): Milli {
  const total = combinedMilli(combine(prices))
  return total > BigInt(MAX_PRICE) * 1000n ? MAX_PRICE * 1000 : Number(total)
}

export interface LegNow {
  leg: OrderLeg
  /** Null: the line does not know the game, which a start or a gap of the feed can do. */
  game: LineGame | null
  outcome: LineOutcome | null
}

export function legsNow(line: LineReader, legs: readonly OrderLeg[]): LegNow[] {
  return legs.map((leg) => {
    const game = line.findByConstant(leg.ci)
    return { leg, game, outcome: game ? line.findOutcome(game.gameId, leg.t, leg.p, leg.player) : null }
  })
}

export interface OrderState {
  /** Coefficient now; 0 while an outcome is not in the line. */
  current: Milli
  isOpen: boolean
  hasScoreChanged: boolean
  hasStarted: boolean
  hasEnded: boolean
}

export function stateNow(line: LineReader, legs: readonly OrderLeg[], now: number): OrderState {
  const found = legsNow(line, legs)
  const isOpen = ({ leg, game }: LegNow) =>
    game !== null &&
    selectionFault({ gameId: game.gameId, t: leg.t, p: leg.p, playerId: leg.player, kind: game.kind, price: 0 }, line, now) === null
  return {
    current: found.every(({ outcome }) => outcome !== null) ? totalMilli(found.map(({ outcome }) => outcome!.price)) : 0,
    isOpen: found.every(isOpen),
    hasScoreChanged: found.some(({ leg, game }) => game !== null && scoreOf(game).join() !== leg.score.join()),
    hasStarted: found.some(({ leg, game }) => leg.kind === 3 && game !== null && (game.kind === 1 || now >= game.startsAt)),
    hasEnded: found.some(
      ({ game, outcome }) =>
        (game !== null && isOver(game)) || outcome?.marketStatus === 'settled' || outcome?.marketStatus === 'cancelled',
    ),
  }
}

/** The events of the order as they are called on the wire now, with the prices of now. */
export function eventsNow(line: LineReader, request: BetRequest, legs: readonly OrderLeg[]): NonNullable<BetRequest['Events']> {
  const events = request.Events ?? request.couponEvents ?? []
  return legsNow(line, legs).map(({ game, outcome }, i) => {
    const event = events[i]!
    return game ? { ...event, GameId: game.gameId, Kind: game.kind, Coef: outcome ? wirePrice(outcome.price) : event.Coef } : event
  })
}
