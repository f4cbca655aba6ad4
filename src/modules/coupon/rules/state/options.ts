/** Ways of betting beside the kind (specification 7): each is offered by the brand's configuration. */

/** Names of the configuration that concern the coupon's screen. */
export const OPTIONS = [
  'autoBet',
  'promo',
  'bid',
  'powerBet',
  'advance',
  'vip',
  'editBet',
  'expressBoost',
  'sameGame',
  'eachWay',
  'oneClick',
  'generate',
] as const
export type OptionName = (typeof OPTIONS)[number]

export function optionsOfTypes(types: readonly string[]): ReadonlySet<OptionName> {
  return new Set(OPTIONS.filter((name) => types.includes(name)))
}

/** The bet waits until its price is reached (rules 8.7). */
export interface AutoBet {
  /** Wanted price as typed, in the format `view`. */
  price: string
  view: number
  dropOnScore: boolean
  /** A line event is followed into live. */
  followLive: boolean
}

/** A wish for a higher price or a larger stake (rules 8.6). */
export interface Bid {
  /** Wanted price as typed, in the format `view`; '' = the price of now. */
  price: string
  view: number
}

/** A free bet or promo code: it stands for the stake, and its stake does not return (rules 2.11). */
export interface PromoChoice {
  code: string
  name: string
  /** Minor units as text. */
  minor: string
  /** Why the server refuses it, a sentence; '' = it fits. */
  bad: string
  /** What stands in the field and was not applied. */
  typed?: string
}

export interface Options {
  /** The boost of this express is wanted: a switch of each coupon, on at first (rules 2.10). */
  boost: boolean
  advance: boolean
  autoBet: AutoBet | null
  bid: Bid | null
  promo: PromoChoice | null
  /** Half of the stake on the win, half on a place (XT-18). */
  eachWay?: boolean
}

export const NO_OPTIONS: Options = { boost: true, advance: false, autoBet: null, bid: null, promo: null }

/** A placed bet that this coupon changes (rules 8.2, 8.3): its stake stays, its price is worked out by the server. */
export interface Sale {
  betId: string
  power: boolean
  /** The stake that stood in the coupon before, for the bet after this one. */
  own?: OwnStake
}

/** A stake as it was typed, and in which currency. */
export interface OwnStake {
  /** Stake of the bet, and of every single without one of its own. */
  stake: string
  stakeTouched: boolean
  /** Code of the currency in which the sums of this coupon were typed; '' = that of the account, once it is known. */
  stakeCurrency: string
}
