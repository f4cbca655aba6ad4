/** The bet as settlement sees it, for every kind (rules 2.1). */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { LegResult } from './leg.ts'
import type { BonusTerms, EarlyPayout, ExpressInsurance, RuleFour, TaxTerms } from './terms.ts'

/** Wire 8.11. */
export const BET_STATUS = { open: 1, lost: 2, won: 3, paid: 4, returned: 5, expired: 6, blocked: 7, sold: 8 } as const

export const BET_KINDS = [
  'single',
  'express',
  'system',
  'chain',
  'multi_bet',
  'conditional',
  'anti_express',
  'lucky',
  'patent',
  'multi_single',
] as const
export type BetKind = (typeof BET_KINDS)[number]

/** Coupon type ids of the wire; 9 and 10 are configuration ids, not coupons (rules 2.1). */
export const KIND_OF_VID: Readonly<Record<number, BetKind>> = {
  0: 'single',
  1: 'express',
  2: 'system',
  3: 'chain',
  4: 'multi_bet',
  5: 'conditional',
  6: 'anti_express',
  7: 'lucky',
  8: 'patent',
  11: 'multi_single',
}

export interface BetLeg {
  price: Milli
  /** null while nothing is decided. */
  result: LegResult | null
  /** Legs of one group are related; the highest price of the group counts, the others are 1.00 (rules 3.6). */
  relatedGroup?: string | null
  /** Percent of the winnings that withdrawn runners take (rule 4, XT-18); the stake itself is never cut. */
  deducted?: number
  /** By the rule of the house: the result that says how many share the place. `result` is the one that counts. */
  shared?: LegResult
  /** With an early payout: the most by which the side has led, and the result without it. `result` is the one that counts. */
  early?: { lead: number; official: LegResult | null }
}

export interface SettledBet {
  kind: BetKind
  /** Total stake. Conditional bets: the stake of the first block. */
  stakeMinor: Minor
  legs: BetLeg[]
  /** k of a system, or of the blocks of a multi-bet (`expressNum`). */
  size?: number
  /** Multi-bet and conditional: indexes into `legs`, block by block (`eventsIndexes`). */
  blocks?: number[][]
  /** Multi-bet: block 0 is the lobby. */
  withLobby?: boolean
  /** Conditional and multi-single: stake of each block; null or missing = all that is available, an equal share. */
  blockStakesMinor?: (Minor | null)[]
  /** Anti-express prices; defaults of rules 2.9. */
  antiExpress?: AntiExpressTerms
  /** Cut before tax; null = no limit. */
  maxPayoutMinor?: Minor | null
  /** Singles and expresses: the coefficient of all legs won; a leg counts factor / price of it (rules 8.2, 8.3). */
  basePrice?: Milli
  /** Of an edited or raised bet: paid in the place of the stake when all legs are void (ADR 0016). */
  worthMinor?: Minor
  /** What withdrawn runners take from the winnings of legs; `deducted` of the legs is worked out of it (XT-18). */
  rule4?: readonly RuleFour[]
  /** Legs whose shared places the house pays by its own rule (rules 3.4). */
  houseHeat?: readonly number[]
  earlyPayout?: EarlyPayout
  expressInsurance?: ExpressInsurance
  /** Outcomes of one game: their price together (rules 7.4). A void leg returns the stake unless another leg is lost. */
  jointPrice?: Milli
  bonus?: BonusTerms
  tax?: TaxTerms
  /** Decimals of the currency, for thresholds and brackets of taxes; 2 when absent. */
  exponent?: number
  /** The part of the stake that a promo code stands for: it does not return (rules 2.11). */
  promoMinor?: Minor
  /** The part of the stake that was sold and no longer runs (rules 8.1). */
  soldStakeMinor?: Minor
  /** What was paid for that part, and the payout tax in it: thresholds and brackets count all that the bet brings. */
  soldGrossMinor?: Minor
  soldTaxMinor?: Minor
  /** The part of the stake that comes back when the bet loses (rules 8.4). */
  insuredMinor?: Minor
  /** Premiums of cover that was bought when the loss was known already: it is none, and its price comes back with the loss. */
  premiumBackMinor?: Minor
  /** The part of the stake that was an advance which nothing has covered: only the own part of a paying bet comes back (rules 8.5). */
  uncoveredMinor?: Minor
}

export interface AntiExpressTerms {
  /** Percent taken out of each leg's price, 5 by default. */
  legMarginPercent: number
  /** Percent put on the result, 5 by default. */
  marginPercent: number
  /** The price that the coupon was accepted at, in thousandths; used while no leg is void. */
  storedPrice?: Milli
}

export const PAYOUT_STATUSES = ['WIN', 'LOSE', 'RETURN', 'PARTIAL'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** Wire 8.11. Part of a stake that comes back is money paid: 4. All legs void: the stake returned: 5. */
export const WIRE_STATUS: Readonly<Record<PayoutStatus, number>> = {
  LOSE: BET_STATUS.lost,
  WIN: BET_STATUS.paid,
  PARTIAL: BET_STATUS.paid,
  RETURN: BET_STATUS.returned,
}
