/** The coupon as one value, and what follows from it. Money is text where it is stored, bigint where it is reckoned. */
import { minorText, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { EarlyRule } from '#modules/payout/rules/early-payout.ts'
import type { InsuranceRule } from '#modules/payout/rules/express-insurance.ts'
import type { BonusTerms, TaxTerms } from '#modules/payout/rules/terms.ts'
import { arranged, type Arrangement } from './blocks.ts'
import { EMPTY_DRAFT, type Draft } from './draft.ts'
import type { BetJob, Flow } from './flow.ts'
import { hasBlocks, type Kind } from './kind.ts'
import { placeLeg } from './leg.ts'
import type { OptionName, Options, PromoChoice } from './options.ts'
import type { Policy } from './policy.ts'

/** What the site and the account give. */
export interface Setup {
  /** Language of the page. */
  lng: string
  currency: { code: string; exponent: number; symbol: string }
  /** Stake of the brand's template as a field writes it: with the decimal sign of the language. */
  template: string
  maxLegs: number
  maxSystemLegs: number
  /** Kinds that the brand offers, in its order. */
  kinds: readonly Kind[]
  options: ReadonlySet<OptionName>
  boost: Extract<BonusTerms, { kind: 'boost' }> | null
  /** The tax in force for the visitor. */
  tax: TaxTerms | null
  /** A stake may be asked for up to so many times the largest (rules 8.8); 0 = no more than that. */
  vipFactor: number
  /** Early payout in force (XT-21). */
  early: EarlyRule | null
  /** Insurance of expresses in force (XT-21). */
  insurance: (InsuranceRule & { mostMinor: Minor }) | null
}

export interface StakeLimits {
  minMinor: Minor
  maxMinor: Minor
  /** 0 = none. */
  maxPayoutMinor: Minor
  /** The largest stake of all equal bets together, where those that are placed bound `maxMinor`. */
  equalsMinor?: Minor
}

/** A promo code that the server says fits. */
export interface PromoOffer {
  code: string
  name: string
  minor: Minor
  /** Smallest price that it takes, 0 = any; when it ends, Unix ms, 0 = not told. */
  minPrice?: Milli
  until?: number
}

/** What the server said of the whole coupon, beside its limits. */
export interface Quote {
  /** The question it answers (`questionOf`): an answer to another one says nothing. */
  question: string
  /** Price of one bet as a whole: outcomes of one game, or a bet that is changed; null = the product of the legs. */
  price: Milli | null
  /** Why the coupon cannot be placed, in the player's language; '' = it can. */
  why: string
  /** Two legs that cannot be combined, by their keys; [] = none is named. */
  conflict: readonly string[]
  /** Least stake of every size of a system. */
  sizes: readonly { k: number; minMinor: Minor }[]
  promos: readonly PromoOffer[]
  /** Why the code of the coupon, the player's own, does not fit, in his language; '' = it fits or is none of his. */
  promoWhy: string
  /** An advance may be asked for. */
  advance: boolean
  /** What the bet that is changed is worth now; null where it is another coupon. */
  worthMinor: Minor | null
  /** Express of the day, untouched: percent added to its price; 0 none. */
  dayPercent: number
}

export interface CouponSession {
  playerId: number | null
  accountId: number
  /** Null while unknown. */
  balanceMinor: Minor | null
  /** No bet is paid from such an account (900020). */
  isBonus?: boolean
}

export interface Coupon extends Draft {
  /** What was stored has been read. */
  loaded: boolean
  /** The other coupons, before and after this one. */
  before: readonly Draft[]
  after: readonly Draft[]
  policy: Policy
  check: 'idle' | 'running'
  /** By bet: the key of its plan. */
  limits: Readonly<Record<string, StakeLimits>>
  quote: Quote | null
  /** Advance that the account has for this coupon; null while nobody asked. */
  advanceMinor: Minor | null
  setup: Setup
  session: CouponSession
  offline: boolean
  flow: Flow
  /** Bets of the last submission that were placed while others of it were refused. */
  receipts: readonly BetJob[]
  /** Bets whose fate is unknown and whose player is not the one who is signed in. */
  parked: readonly BetJob[]
}

/** Runners of one each-way bet. */
const MOST_EACH_WAY = 6

export const EMPTY_COUPON: Coupon = {
  ...EMPTY_DRAFT,
  loaded: false,
  before: [],
  after: [],
  policy: 'ask',
  check: 'idle',
  limits: {},
  quote: null,
  advanceMinor: null,
  setup: {
    lng: '',
    currency: { code: 'EUR', exponent: 2, symbol: '' },
    template: '',
    maxLegs: 50,
    maxSystemLegs: 20,
    kinds: ['singles', 'express'],
    options: new Set(),
    boost: null,
    tax: null,
    vipFactor: 0,
    early: null,
    insurance: null,
  },
  session: { playerId: null, accountId: 0, balanceMinor: null },
  offline: false,
  flow: { at: 'edit' },
  receipts: [],
  parked: [],
}

/** One leg is a single; more are what the player chose, an express unless the brand has none. A bet is edited into these two alone. */
export function kindOf(coupon: Pick<Coupon, 'legs' | 'chosenKind' | 'setup' | 'sale'>): Kind {
  const { kinds } = coupon.setup
  if (coupon.legs.length < 2) return 'singles'
  if (coupon.sale) return 'express'
  if (coupon.chosenKind !== null && kinds.includes(coupon.chosenKind)) return coupon.chosenKind
  return kinds.includes('express') ? 'express' : 'singles'
}

/** Do these selections belong to one game, so that they can only be bet on together at a price of their own? */
export function isSameGame(coupon: Pick<Coupon, 'legs' | 'chosenKind' | 'setup' | 'sale'>): boolean {
  const [first, ...rest] = coupon.legs
  return (
    coupon.setup.options.has('sameGame') &&
    coupon.sale === null &&
    kindOf(coupon) === 'express' &&
    first !== undefined &&
    rest.every((leg) => (first.constId !== 0 && leg.constId === first.constId) || (first.relation > 0 && leg.relation === first.relation))
  )
}

/** May half of the stake go on places: a single or an express of winners of races. */
export function canBeEachWay(coupon: Pick<Coupon, 'legs' | 'chosenKind' | 'setup' | 'sale'>): boolean {
  const { legs, setup } = coupon
  const kind = kindOf(coupon)
  const one = kind === 'singles' ? legs.length === 1 : kind === 'express'
  return (
    setup.options.has('eachWay') &&
    coupon.sale === null &&
    one &&
    legs.length <= MOST_EACH_WAY &&
    legs.every((leg) => placeLeg(leg) !== null)
  )
}

export function isEachWay(coupon: Pick<Coupon, 'legs' | 'chosenKind' | 'setup' | 'sale' | 'options'>): boolean {
  return coupon.options.eachWay === true && coupon.legs.length > 0 && canBeEachWay(coupon) && !isSameGame(coupon)
}

/** Blocks of the coupon as they stand now. */
export function arrangementOf(coupon: Coupon): Arrangement {
  const kind = kindOf(coupon)
  const keys = coupon.legs.map((leg) => leg.key)
  return hasBlocks(kind) ? arranged(keys, coupon.arrangement, kind === 'multi') : { lobby: [], blocks: [] }
}

/** Of so many the size says how many have to win: selections, or the blocks of a multi-bet. */
export function membersOf(coupon: Coupon): number {
  return kindOf(coupon) === 'multi' ? arrangementOf(coupon).blocks.length : coupon.legs.length
}

/** Sizes k that a system, or the blocks of a multi-bet, can have. */
export function sizesOf(coupon: Coupon): readonly number[] {
  const kind = kindOf(coupon)
  if (kind === 'system') return range(2, coupon.legs.length - 1)
  if (kind !== 'multi') return []
  const { lobby, blocks } = arrangementOf(coupon)
  // Singles without a lobby are a plain system; behind a lobby, or in expresses, they may also stand all together or alone.
  const plain = lobby.length === 0 && blocks.every((block) => block.keys.length === 1)
  return plain ? range(2, blocks.length - 1) : range(1, blocks.length)
}

/** The chosen size, or the first possible one; 0 when the kind has no sizes. */
export function sizeOfCoupon(coupon: Coupon): number {
  const sizes = sizesOf(coupon)
  if (sizes.includes(coupon.size)) return coupon.size
  return sizes.includes(2) ? 2 : (sizes[0] ?? 0)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
}

/** Bets whose price is one number can be ordered at another one: singles and expresses. */
export function canBeOrdered(coupon: Coupon): boolean {
  const kind = kindOf(coupon)
  const one = kind === 'singles' ? coupon.legs.length === 1 : kind === 'express'
  return one && coupon.sale === null && !isSameGame(coupon) && !isEachWay(coupon)
}

const NO_ORDER: Pick<Options, 'autoBet' | 'bid'> = { autoBet: null, bid: null }

/** The order that the press gives: a wish that was left on under another kind is none. */
export function orderOf(coupon: Coupon): Pick<Options, 'autoBet' | 'bid'> {
  return canBeOrdered(coupon) ? coupon.options : NO_ORDER
}

/** A bid for a price of its own: neither a boost nor a promotion of the brand comes on top of it. */
export function namesPrice(coupon: Coupon): boolean {
  const { bid } = orderOf(coupon)
  return bid !== null && bid.price !== ''
}

/** Number of the express of the day that is bet on; 0 none. An auto-bet waits for a price of its own and is no such express. */
export function dayExpressOf(coupon: Coupon): number {
  return orderOf(coupon).autoBet ? 0 : coupon.dayExpressId
}

/** What decides the server's answer beside the prices: another question makes an earlier answer worthless. */
export function questionOf(coupon: Coupon): string {
  const { lobby, blocks } = arrangementOf(coupon)
  return JSON.stringify([
    kindOf(coupon),
    coupon.legs.map((leg) => leg.key),
    sizeOfCoupon(coupon),
    lobby,
    blocks.map((block) => block.keys),
    isSameGame(coupon),
    coupon.sale,
    dayExpressOf(coupon),
    coupon.options.boost,
    isEachWay(coupon),
    promoOf(coupon)?.code,
    coupon.session.accountId,
    coupon.setup.currency.code,
  ])
}

/** The promo code of the coupon's one bet: several bets have none, and nothing was chosen yet while it has no letters. */
export function promoOf(coupon: Coupon): PromoChoice | null {
  const { promo } = coupon.options
  return takesPromo(coupon) && promo?.code ? promo : null
}

/** Whether the coupon is one new bet, which a code may stand for. */
export function takesPromo(coupon: Coupon): boolean {
  const kind = kindOf(coupon)
  const several = (kind === 'singles' || kind === 'multiSingle') && coupon.legs.length > 1
  return !several && coupon.sale === null
}

/** Until the account of a player is known, the currency is only that of the country. */
export function knowsCurrency({ session }: Pick<Coupon, 'session'>): boolean {
  return session.playerId === null || session.accountId !== 0
}

/** The currency of a bet that was sent: the account may be another one by now. */
export function currencyOf({ setup }: Pick<Coupon, 'setup'>, job: BetJob | null): Setup['currency'] {
  return job?.currency ?? setup.currency
}

/** The server's answer to the coupon as it stands, if there is one. */
export function quoteOf(coupon: Coupon): Quote | null {
  return coupon.quote?.question === questionOf(coupon) ? coupon.quote : null
}

/** Money as the text of a stake: "50", "12.5". */
export function stakeText(minor: Minor, exponent: number): string {
  const text = minorText(minor, exponent)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
