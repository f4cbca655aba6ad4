/**
 * What was agreed beyond kind, legs and stake. Kept with the bet as `terms` of its receipt, so every sum is text there:
 * JSON has no integers of 64 bits. Absent = does not apply; a bet without terms pays the product of its legs.
 */
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'

export interface BetTerms {
  /** k of a system, or of the blocks of a multi-bet (`expressNum`). */
  size?: number
  /** Multi-bet and conditional: indexes into the legs, block by block (`EventsIndexes`). */
  blocks?: readonly (readonly number[])[]
  /** Multi-bet: block 0 is the lobby. */
  withLobby?: boolean
  /** Conditional and several singles: minor units as text; null = all that is available, an equal share. */
  blockStakes?: readonly (string | null)[]
  /** Anti-express: the price it was accepted at. */
  antiExpressPrice?: Milli
  /** Edited or raised bet: its re-based coefficient for all legs won; a leg counts as factor / price of it (rules 8.2, 8.3). */
  basePrice?: Milli
  /** Edited or raised bet: what it stood for when it was changed, minor units. Paid where all legs are void (ADR 0016); without it the stake is. */
  worth?: string
  /** Several outcomes of one game: their price together, never the product (rules 7.4). */
  jointPrice?: Milli
  bonus?: BonusTerms
  tax?: TaxTerms
  /** The part of the stake that a promo code stands for, minor units: its stake does not return (rules 2.11). */
  promo?: { code: string; minor: string }
  /** The part of the stake that is an advance, minor units (rules 8.5). */
  advance?: string
  /** One half of the stake on winners, one on places: blocks 0 and 1, of which either may win alone (XT-18). */
  eachWay?: boolean
  /** By leg: percent of the winnings that each other runner takes when it is withdrawn afterwards (rule 4); legs without are not cut. */
  rule4?: readonly RuleFour[]
  /** Legs on runners of a brand that pays shared places by the rule of the house (rules 3.4). */
  houseHeat?: readonly number[]
  earlyPayout?: EarlyPayout
  expressInsurance?: ExpressInsurance
}

/** These legs are won once their side has led by so many (XT-21). */
export interface EarlyPayout {
  lead: number
  legs: readonly number[]
}

/** One lost leg gives so much back as a promo code (XT-21). */
export interface ExpressInsurance {
  /** So many legs have to count, void ones do not. */
  legs: number
  /** Minor units. */
  minor: string
  /** How long the code is good. */
  days: number
}

export interface RuleFour {
  leg: number
  runners: readonly (readonly [runner: number, percent: number])[]
}

export type BonusTerms =
  /** Express of the day: percent of the coefficient, if no leg is void (rules 2.10). */
  | { kind: 'day'; percent: number; expressId: number }
  /** Percent of the net winnings by the number of legs that reach the price and are not void. */
  | { kind: 'boost'; minPrice: Milli; table: Readonly<Record<number, number>> }

/** A rate as an exact decimal or fraction in text: "0.05", "5/105". */
export type RateText = string

/** Taxes on a bet (rules 5), as they were in force when it was taken. */
export interface TaxTerms {
  /** Name of the rule in the configuration, for the receipt and the screen: "KE-2023-07". */
  rule: string
  stake?: { mode: 'included' | 'excluded'; rate: RateText }
  payout?:
    | { base: 'gross' | 'net'; rate: RateText }
    /** `slab`: the whole base takes the rate of its bracket; `progressive`: each slice its own. `from` in major units as text, ascending. */
    | { base: 'gross' | 'net'; mode: 'slab' | 'progressive'; brackets: readonly { from: string; rate: RateText }[] }
  /** Payout tax only when its base is above it (major units as text). */
  threshold?: string
  /** Smallest total coefficient that is accepted, thousandths. */
  minPrice?: Milli
  /** A bet that is void as a whole gives the stake tax back. */
  returnsStakeTax: boolean
}

/** A rule of the configuration: which country, from when. The newest that has begun is in force. */
export interface TaxRule extends TaxTerms {
  /** ISO 3166 alpha-2, lower or upper case as the configuration has it. */
  country: string
  validFrom: Millis
  /** Code of the currency that the threshold and the brackets are in; absent: that of each account. */
  currency?: string | undefined
  /** Shares of each deposit and each withdrawal (`DEPOSIT_WITHDRAW`): taken in payments, nothing on the bet. */
  transfer?: { deposit?: RateText | undefined; withdrawal?: RateText | undefined } | undefined
}

/** What is taken of one deposit or withdrawal, as it was in force when that was begun. */
export interface TransferTax {
  rule: string
  rate: RateText
}
