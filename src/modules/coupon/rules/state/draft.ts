/** One of the player's coupons: what he put together and how he wants to bet on it. Several lie in tabs (CP-41). */
import { NO_BLOCKS, type Arrangement } from './blocks.ts'
import type { Kind } from './kind.ts'
import type { Leg } from './leg.ts'
import { NO_OPTIONS, type Options, type OwnStake, type Sale } from './options.ts'

export interface Draft extends OwnStake {
  legs: readonly Leg[]
  chosenKind: Kind | null
  /** Stakes of singles by the key of the leg. */
  legStakes: Readonly<Record<string, string>>
  /** k of a system or of the blocks of a multi-bet; 0 = the first that is possible. */
  size: number
  arrangement: Arrangement
  options: Options
  /** Number of the express of the day while nobody has touched it; 0 none. */
  dayExpressId: number
  /** It came as a whole and its selections were not touched since: another one that comes may take its place. */
  filled: boolean
  /** The placed bet that this coupon changes. */
  sale: Sale | null
  /** Code that the coupon came from. */
  code: string | null
  /** Joint price of the selections of one game that the player has agreed to; null while none was shown. */
  agreedJoint: number | null
}

export const EMPTY_DRAFT: Draft = {
  legs: [],
  chosenKind: null,
  stake: '',
  stakeTouched: false,
  stakeCurrency: '',
  legStakes: {},
  size: 0,
  arrangement: NO_BLOCKS,
  options: NO_OPTIONS,
  dayExpressId: 0,
  filled: false,
  sale: null,
  code: null,
  agreedJoint: null,
}

export const MOST_TABS = 5

/** Only the fields of a draft, from anything that has them. */
export function draftOf(coupon: Draft): Draft {
  return {
    legs: coupon.legs,
    chosenKind: coupon.chosenKind,
    stake: coupon.stake,
    stakeTouched: coupon.stakeTouched,
    stakeCurrency: coupon.stakeCurrency,
    legStakes: coupon.legStakes,
    size: coupon.size,
    arrangement: coupon.arrangement,
    options: coupon.options,
    dayExpressId: coupon.dayExpressId,
    filled: coupon.filled,
    sale: coupon.sale,
    code: coupon.code,
    agreedJoint: coupon.agreedJoint,
  }
}

/** The stake of the player's next new bet: that of a placed bet which is changed is none. */
export function ownStake({ sale, stake, stakeTouched, stakeCurrency }: Draft): OwnStake {
  return sale?.own ?? { stake, stakeTouched, stakeCurrency }
}

/**
 * The stake after a placed bet: the brand's, as in any coupon that begins (CP-38), for the stake of one bet may be far above what
 * another takes. A bet that was changed puts back what stood there before it.
 */
export function stakeAfterBet({ sale, stakeCurrency }: Draft, template: string): OwnStake {
  return sale?.own ?? { stake: template, stakeTouched: false, stakeCurrency }
}

/** Without what belongs to one player: choices that stand on his money, and his placed bet that the coupon changes (XT-82). */
export function withoutPrivate<D extends Draft>(draft: D): D {
  return { ...draft, ...ownStake(draft), options: { ...draft.options, promo: null, advance: false, bid: null, autoBet: null }, sale: null }
}

/** Untouched, the stake is the brand's; so it is again when what was typed was meant in another currency. */
export function inCurrency<D extends Draft>(draft: D, code: string, template: string): D {
  const stake = draft.stakeTouched ? draft.stake : template
  if (draft.stakeCurrency === code && draft.stake === stake) return draft
  if (draft.stakeCurrency === '' || draft.stakeCurrency === code) return { ...draft, stake, stakeCurrency: code }
  const blocks = draft.arrangement.blocks.map((block) => ({ ...block, stake: '' }))
  return {
    ...draft,
    stake: template,
    stakeTouched: false,
    stakeCurrency: code,
    legStakes: {},
    arrangement: { ...draft.arrangement, blocks },
  }
}
