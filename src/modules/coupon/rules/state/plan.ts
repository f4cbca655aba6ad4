/** The bets that the coupon would place, each with its terms. */
import { must } from '#lib/assert.ts'
import { parseMinor, type Minor } from '#lib/money.ts'
import type { BetTerms, TaxTerms } from '#modules/payout/rules/terms.ts'
import { antiExpressPrice } from '../combined.ts'
import { VID, type Vid } from '../kinds.ts'
import { blockIndexes } from './blocks.ts'
import {
  arrangementOf,
  dayExpressOf,
  isEachWay,
  isSameGame,
  kindOf,
  namesPrice,
  promoOf,
  quoteOf,
  sizeOfCoupon,
  type Coupon,
} from './coupon.ts'
import { hasBlocks, vidOfKind } from './kind.ts'
import { placeLeg, type Leg } from './leg.ts'

/** Key of the one bet of every kind but singles. */
export const TOGETHER = 'together'

/** A bet that this coupon would place. */
export interface PlannedBet {
  key: string
  vid: Vid
  legs: readonly Leg[]
  /** What is debited; 0 while nothing is entered. */
  stakeMinor: Minor
  /** k of the system, 0 = has none. */
  size: number
  /** Indexes into the legs; the lobby is the first. */
  blocks: readonly (readonly number[])[]
  withLobby: boolean
  /** Conditional: of each block; null = everything available. */
  blockStakes: readonly (Minor | null)[] | null
  /** Several outcomes of one game at one price. */
  sameGame: boolean
  /** Winners and, as a second block, the places of the same runners. */
  eachWay: boolean
}

type Bare = Pick<PlannedBet, 'key' | 'vid' | 'legs' | 'stakeMinor'>

const PLAIN = { size: 0, blocks: [], withLobby: false, blockStakes: null, sameGame: false, eachWay: false } as const

export function plannedBets(coupon: Coupon): readonly PlannedBet[] {
  const { legs } = coupon
  const kind = kindOf(coupon)
  const money = (text: string) => parseMinor(text, coupon.setup.currency.exponent) ?? 0n
  const staked = (key: string, vid: Vid, own: readonly Leg[], text: string): Bare => ({
    key,
    vid,
    legs: own,
    stakeMinor: money(text),
  })
  if (isEachWay(coupon)) return [eachWayBet(coupon, money(stakeOf(coupon)))]
  // Several singles in one submission are singles all the same: each has its own stake, limits and win.
  if (kind === 'singles' || kind === 'multiSingle') {
    return legs.map((leg) => ({ ...staked(leg.key, VID.single, [leg], coupon.legStakes[leg.key] ?? stakeOf(coupon)), ...PLAIN }))
  }
  const bet = staked(TOGETHER, vidOfKind(kind), legs, stakeOf(coupon))
  if (!hasBlocks(kind)) return [{ ...bet, ...PLAIN, size: sizeOfCoupon(coupon), sameGame: isSameGame(coupon) }]
  const arrangement = arrangementOf(coupon)
  const blocks = blockIndexes(
    arrangement,
    legs.map((leg) => leg.key),
  )
  const blockStakes =
    kind === 'condition'
      ? arrangement.blocks.map((block, i) => (i === 0 ? bet.stakeMinor : block.stake === '' ? null : money(block.stake)))
      : null
  return [{ ...bet, ...PLAIN, size: sizeOfCoupon(coupon), blocks, withLobby: arrangement.lobby.length > 0, blockStakes }]
}

/** Two halves of which either may win alone. */
function eachWayBet({ legs }: Coupon, stakeMinor: Minor): PlannedBet {
  const places = legs.map((leg) => must(placeLeg(leg), 'an each-way leg has a place'))
  const blocks = [legs.map((_, i) => i), legs.map((_, i) => legs.length + i)]
  return { ...PLAIN, key: TOGETHER, vid: VID.multi, legs: [...legs, ...places], stakeMinor, size: 1, blocks, eachWay: true }
}

/** A promo code stands for the stake as a whole. */
export function stakeOf(coupon: Coupon): string {
  const promo = promoOf(coupon)
  if (!promo || promo.bad !== '' || promo.minor === '0') return coupon.stake
  const { exponent } = coupon.setup.currency
  const digits = promo.minor.padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`.replace(/\.?0+$/, '')
}

/** What the bet agrees on beyond kind, legs and stake, at the prices of now. */
export function termsOf(coupon: Coupon, bet: PlannedBet): BetTerms {
  const { setup } = coupon
  const terms: BetTerms = {}
  if (bet.size > 0) terms.size = bet.size
  if (bet.blocks.length > 0) terms.blocks = bet.blocks
  if (bet.withLobby) terms.withLobby = true
  if (bet.blockStakes) terms.blockStakes = bet.blockStakes.map((minor) => (minor === null ? null : String(minor)))
  if (bet.vid === VID.antiExpress) terms.antiExpressPrice = antiExpressPrice(bet.legs.map((leg) => leg.price)) ?? 1010
  const price = quoteOf(coupon)?.price ?? null
  if (price !== null && bet.sameGame) terms.jointPrice = price
  else if (price !== null && coupon.sale) terms.basePrice = price
  const dayPercent = quoteOf(coupon)?.dayPercent ?? 0
  if (isBoosted(coupon, bet)) terms.bonus = setup.boost!
  else if (dayPercent > 0 && isDayExpress(coupon) && !namesPrice(coupon))
    terms.bonus = { kind: 'day', percent: dayPercent, expressId: dayExpressOf(coupon) }
  if (bet.eachWay) terms.eachWay = true
  const promo = promoOf(coupon)
  const tax = (promo || coupon.sale) && setup.tax ? withoutStakeTax(setup.tax) : setup.tax
  if (tax) terms.tax = tax
  if (promo && promo.bad === '' && promo.minor !== '0') terms.promo = { code: promo.code, minor: String(bet.stakeMinor) }
  return terms
}

/** The house pays no tax on a stake of its own, and a bet that is changed stakes nothing anew. */
function withoutStakeTax({ stake: _stake, ...rest }: TaxTerms): TaxTerms | null {
  return rest.payout ? rest : null
}

/** While the server has not said otherwise: an express of the day that is over takes the boost as any other. */
export function isDayExpress(coupon: Coupon): boolean {
  return dayExpressOf(coupon) > 0 && quoteOf(coupon)?.dayPercent !== 0
}

/** The boost is an express's own: not of outcomes of one game, not of the express of the day, not of a changed bet. */
export function isBoosted(coupon: Coupon, bet: PlannedBet): boolean {
  return (
    coupon.setup.boost !== null &&
    coupon.setup.options.has('expressBoost') &&
    coupon.options.boost &&
    bet.vid === VID.express &&
    !bet.sameGame &&
    coupon.sale === null &&
    !namesPrice(coupon) &&
    !isDayExpress(coupon) &&
    promoOf(coupon) === null
  )
}
