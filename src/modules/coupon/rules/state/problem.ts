/** What can stand between the coupon and a bet, and the press that mends it. */
import type { Minor } from '#lib/money.ts'
import type { Kind } from './kind.ts'
import type { Options } from './options.ts'
import type { PriceFault } from './order-price.ts'

export type Fix =
  | { do: 'remove'; keys: readonly string[] }
  /** The placed bet stays as it is. */
  | { do: 'leave' }
  | { do: 'moveLive'; keys: readonly string[] }
  | { do: 'makeSingles' }
  | { do: 'makeKind'; kind: Kind }
  /** Every selection stands in a block of its own. */
  | { do: 'splitBlocks' }
  | { do: 'setSize'; size: number }
  | { do: 'blockStake'; index: number; text: string }
  /** `betKey` null = the common stake. */
  | { do: 'setStake'; minor: Minor; betKey: string | null }
  | { do: 'setOptions'; options: Partial<Options> }
  | { do: 'accept' }
  | { do: 'signIn' }
  /** The account that bets are paid from becomes the active one. */
  | { do: 'moneyAccount' }
  | { do: 'deposit'; minor: Minor }
  | { do: 'place' }
  | { do: 'retry' }
  | { do: 'limits' }
  | { do: 'reconnect' }
  | { do: 'check' }
  | { do: 'done' }
  | { do: 'nothing' }

export type ProblemKey =
  | 'offline'
  | 'leg_closed'
  | 'leg_suspended'
  | 'leg_live_started'
  | 'incompatible'
  | 'only_single'
  | 'same_game_impossible'
  | 'same_game_asks'
  | 'sale_asks'
  | 'sale_impossible'
  | 'max_legs'
  | 'few_legs'
  | 'few_blocks'
  | 'block_stake'
  | 'anti_low'
  | 'tax_price'
  | 'no_stake'
  | 'price_high'
  | 'over_amount'
  | 'min_stake'
  | 'max_stake'
  | 'vip_stake'
  | 'promo_typed'
  | 'promo_asks'
  | 'promo_bad'
  | 'autobet_price'
  | 'bid_price'
  | 'price_up'
  | 'price_down'
  | 'signed_out'
  | 'bonus_account'
  | 'advance'
  | 'no_funds'
  | 'max_win'

/** Order of the groups is the button's precedence. */
export const PROBLEM_GROUPS = ['invalid', 'changed', 'signed-out', 'no-funds', 'info'] as const
export type ProblemGroup = (typeof PROBLEM_GROUPS)[number]

export interface CouponProblem {
  key: ProblemKey
  group: ProblemGroup
  /** The leg it stands at; none = the coupon. */
  legKey?: string
  otherKey?: string
  /** Bet whose stake is meant. */
  betKey?: string
  minor?: Minor
  /** Where `minor` is the smallest stake: the largest, or the largest payout. */
  most?: Minor
  /** What is wrong comes of equal bets that are placed. */
  ofEquals?: true
  count?: number
  /** Kind that is meant. */
  kind?: Kind
  /** What is wrong with the price that was typed. */
  fault?: PriceFault
  /** A sentence of the server. */
  text?: string
  /** Thousandths, bigint: a total may be beyond a single price. */
  from?: bigint
  to?: bigint
  fix: Fix
}
