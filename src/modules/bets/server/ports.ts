/** What placing asks of parts above or beside it. They are set when those parts are composed; without one, its kind of bet is refused. */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'
import type { LineGame, Selection } from '#modules/coupon/server/index.ts'
import type { Promo } from '#modules/promo/server/index.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { BetOutcome, BetToAccept } from './acceptor.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import type { SeenLeg } from './checked-bet.ts'

/** The coefficient and the legs of a bet that replaces another (rules 8.2, 8.3). */
export interface ChangeQuote {
  basePrice: Milli
  /** In the order of the events; kept legs keep their old price. */
  prices: readonly Milli[]
  /** Stake of the old bet and of the new one. */
  stakeMinor: Minor
  /** Paid in the place of the stake when all legs are void. */
  worthMinor: Minor
  /** What the new bet puts on its outcomes: what the old one is worth, or its stake where legs are only added. */
  putMinor: Minor
}

/** Edit bet and power bet: SaleBetId is not 0. */
export interface BetChanges {
  /** Asked in the place of prices, limits and questions; again after a live delay. */
  quote(ctx: BetCtx, wanted: Wanted, legs: readonly SeenLeg[]): Promise<ChangeQuote | Problem>
  /** In the place of the acceptor: closes the old bet and places this one in one transaction. */
  accept(ctx: BetCtx, wanted: Wanted, bet: BetToAccept, quote: ChangeQuote): Promise<BetOutcome | Problem>
}

/** Bets that wait: auto-bets, and the part of a VIP stake above the maximum. */
export interface OrdersPort {
  autoBet(ctx: BetCtx, wanted: Wanted): Promise<{ autoBetId: number; balanceMinor: Minor } | Problem>
  /** `restMinor` did not fit below the maximum. Asked again for a repeated call: one order for one betGUID. A question (OnlyKnown) makes none. */
  bid(ctx: BetCtx, wanted: Wanted, restMinor: Minor): Promise<{ bidId: number } | Problem>
}

/** Joint prices of outcomes of one game (rules 7.4). */
export interface JointPort {
  price(selections: readonly Selection[], lng: string): Milli | Problem
}

/** Advances (rules 8.5). */
export interface AdvancePort {
  /** What the account may owe at most, with these events; 0 = no advance. */
  mostMinor(ctx: BetCtx, wanted: Pick<Wanted, 'selections' | 'account' | 'playerId'>): Promise<Minor>
}

/** A duel as it is kept from its first bet on, so that its result can be found (rules 9.1). */
export interface KeptDuel {
  gameId: number
  ci: number
  identity: string
  /** `startsAt`: of its match, as it was announced when the duel was first bet on. */
  sides: readonly { team: 1 | 2; ci: number; side: 1 | 2; id: number; startsAt: Millis }[]
  sportId: number
  /** 1 goals, 2 sets. */
  counts: 1 | 2
  startsAt: Millis
}

export interface DuelPort {
  find(gameId: number): KeptDuel | null
}

type PlacedGame = Pick<LineGame, 'sportId' | 'championshipId' | 'kind'>

/** Asked for every leg of every bet, so it answers from memory. */
export interface SportPort {
  isDisallowed(playerId: number, game: PlacedGame): boolean
  /** The feature of the brand that the game belongs to, beside line and live. */
  productOf?(game: PlacedGame): string | null
  /** Why this player may never bet on the sport, whoever places for him (WAG-24). */
  barred?(playerId: number, sportId: number): Problem | null
}

export interface BetPorts {
  changes: BetChanges | null
  orders: OrdersPort | null
  joint: JointPort | null
  promo: Pick<Promo, 'find'> | null
  advance: AdvancePort | null
  duels: DuelPort | null
  /** Sports that a player has closed for himself. */
  sports: SportPort | null
  /** The player asked to be asked about stakes above half of the balance (responsible gambling). */
  asksAboutHalf: ((playerId: number) => boolean) | null
  /** Percent that an express of the day adds when it is unchanged; null = these are not its events. */
  dayPercent: ((selections: readonly Selection[], expressId: number) => number | null) | null
}
