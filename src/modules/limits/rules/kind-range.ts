/**
 * What the kind of a bet makes of the limits of its legs (rules 2, 4), without listing variants: how many bets are
 * inside, what the stake becomes when all is won, and which part of it rides on one leg.
 */
import { must } from '#lib/assert.ts'
import { divideFloor, type Minor } from '#lib/money.ts'
import { priceProduct, type Milli } from '#lib/price.ts'
import { antiExpressPrice } from '#modules/payout/rules/anti-express.ts'
import { KIND_OF_VID, type BetKind, type SettledBet } from '#modules/payout/rules/bet.ts'
import { compare, fraction, least, minus, ONE, type Fraction } from '#modules/payout/rules/fraction.ts'
import { GREATEST_PAYOUT, settleBet } from '#modules/payout/rules/payout.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'

/** A bet as its limits see it. */
export interface StakedBet {
  kind: BetKind
  prices: readonly Milli[]
  terms: BetTerms
}

export function kindOf(vid: number): BetKind {
  return must(KIND_OF_VID[vid], `kind of bet ${vid}`)
}

/** Their stakes and prices by leg cannot be read from stake and legs again. */
const UNREADABLE_KINDS: readonly BetKind[] = ['conditional', 'anti_express']
export const isReadable = (kind: BetKind): boolean => !UNREADABLE_KINDS.includes(kind)
export const UNREADABLE_VIDS = Object.keys(KIND_OF_VID)
  .map(Number)
  .filter((vid) => !isReadable(kindOf(vid)))

function choose(n: number, k: number): bigint {
  let result = 1n
  for (let i = 1; i <= k; i += 1) result = (result * BigInt(n - k + i)) / BigInt(i)
  return k < 0 || k > n ? 0n : result
}

/** Blocks of a multi-bet without the lobby; a bet without blocks is one block a leg. */
function systemBlocks({ prices, terms }: StakedBet): number {
  return (terms.blocks?.length ?? prices.length) - (terms.withLobby ? 1 : 0)
}

const sizeOf = ({ terms }: StakedBet) => terms.size ?? 2

/** Bets inside the bet: each has to be worth the smallest stake. */
export function variantCount(bet: StakedBet): bigint {
  const n = bet.prices.length
  switch (bet.kind) {
    case 'system':
      return choose(n, sizeOf(bet))
    case 'multi_bet':
      return choose(systemBlocks(bet), sizeOf(bet))
    case 'lucky':
      return 2n ** BigInt(n) - 1n
    case 'patent':
      return 2n ** BigInt(n) - 1n - BigInt(n)
    case 'multi_single':
      return BigInt(n)
    default:
      return 1n
  }
}

/** The price at which a leg's liability is reckoned: of an anti-express and of outcomes of one game it is the bet's. */
export function exposedPrice(bet: StakedBet, leg: number): Milli {
  if (bet.kind === 'anti_express') return bet.terms.antiExpressPrice ?? antiExpressPrice([...bet.prices])
  return bet.terms.jointPrice ?? bet.prices[leg]!
}

const WON = { won: 1, voidHalves: 0, deadHeat: ONE } as const

/** Payout of one unit of stake when everything goes the player's way; conditional bets: `conditionalAccounts`. */
export function greatestCoefficient(bet: StakedBet): Fraction {
  const { kind, prices, terms } = bet
  if (kind === 'anti_express') return fraction(exposedPrice(bet, 0), 1000)
  if (terms.jointPrice !== undefined) return fraction(terms.jointPrice, 1000)
  if (terms.basePrice !== undefined) return fraction(terms.basePrice, 1000)
  if (kind === 'single' || kind === 'express') return priceProduct(prices)
  const settled: SettledBet = {
    kind,
    stakeMinor: 1n,
    legs: prices.map((price) => ({ price, result: { ...WON } })),
    ...(terms.size === undefined ? {} : { size: terms.size }),
    ...(terms.blocks ? { blocks: terms.blocks.map((block) => [...block]) } : {}),
    ...(terms.withLobby ? { withLobby: true } : {}),
  }
  return must(settleBet(settled), 'a bet whose legs are all won is decided').coefficient
}

/** The whole stake rides on every leg. */
export function ridesWhole(kind: BetKind): boolean {
  return kind === 'single' || kind === 'express' || kind === 'chain' || kind === 'anti_express'
}

/** The part of the stake that rides on each leg as if it were a single; conditional bets have none (`conditionalStakes`). */
export function ridingShares(bet: StakedBet): Fraction[] {
  const n = bet.prices.length
  const all = bet.prices.map(() => ONE)
  const big = BigInt(n)
  switch (bet.kind) {
    case 'system':
      return all.map(() => ({ num: BigInt(sizeOf(bet)), den: big }))
    case 'lucky':
      return all.map(() => ({ num: 2n ** (big - 1n), den: 2n ** big - 1n }))
    case 'patent':
      return all.map(() => ({ num: 2n ** (big - 1n) - 1n, den: 2n ** big - 1n - big }))
    case 'multi_single':
      return singleShares(bet)
    case 'multi_bet': {
      const share = { num: BigInt(sizeOf(bet)), den: BigInt(systemBlocks(bet)) }
      const lobby = new Set(bet.terms.withLobby ? bet.terms.blocks?.[0] : [])
      return all.map((_, leg) => (lobby.has(leg) ? ONE : share))
    }
    default:
      return all
  }
}

/** Of several singles each has its own stake, or an equal share. */
function singleShares({ prices, terms }: StakedBet): Fraction[] {
  const given = terms.blockStakes?.map((stake) => (stake === null ? null : BigInt(stake)))
  const sum = (given ?? []).reduce<bigint>((total, stake) => total + (stake ?? 0n), 0n)
  if (!given || given.length !== prices.length || given.some((stake) => stake === null || stake <= 0n))
    return prices.map(() => ({ num: 1n, den: BigInt(prices.length) }))
  return given.map((stake) => ({ num: stake!, den: sum }))
}

/**
 * Stake of each block of a conditional bet, and the account after the last, when every block is won. Everything stands
 * over one power of a thousand, so that the numbers grow with the legs and no faster.
 */
export function conditionalStakes(bet: StakedBet, stakeMinor: Minor): { stakes: Fraction[]; account: Fraction } {
  let num = stakeMinor
  let den = 1n
  const stakes = blocksOf(bet).map((block, i) => {
    const fixed = i === 0 ? null : (bet.terms.blockStakes?.[i] ?? null)
    const wanted = fixed === null ? num : BigInt(fixed) * den
    const stake = { num: wanted < num ? wanted : num, den }
    const price = priceProduct(block.map((leg) => bet.prices[leg]!))
    num = (num - stake.num) * price.den + stake.num * price.num
    den *= price.den
    return stake
  })
  return { stakes, account: { num, den } }
}

export function blocksOf({ prices, terms }: StakedBet): readonly (readonly number[])[] {
  return terms.blocks ?? prices.map((_, leg) => [leg])
}

/** What a bet may be at most, everything in minor units of its currency; null = no such bound. */
export interface Bounds {
  /** Largest stake of a single on each leg (rules 4). */
  legMaxMinor: readonly (Minor | null)[]
  /** What may still ride on each leg: the room that is left on its outcome, market and game. */
  legRoomMinor: readonly (Minor | null)[]
  maxPayoutMinor: Minor | null
  /** A higher total coefficient is cut to it. */
  maxCoefficient: Fraction | null
  /** What the player may still win, and what the brand may still lose. */
  netRoomMinor: Minor | null
}

const smallest = (values: readonly (Minor | null)[]): Minor | null =>
  values.reduce<Minor | null>((found, one) => (one !== null && (found === null || one < found) ? one : found), null)

/** The largest stake of a bet of any kind, rounded down; null = nothing bounds it. */
export function greatestStake(bet: StakedBet, bounds: Bounds): Minor | null {
  if (bet.kind === 'conditional') return greatestConditional(bet, bounds)
  const { maxPayoutMinor, maxCoefficient, netRoomMinor } = bounds
  const isWhole = ridesWhole(bet.kind)
  const shares = isWhole ? [] : ridingShares(bet)
  const riding = (most: Minor | null, leg: number) =>
    most === null || isWhole ? most : divideFloor(most * shares[leg]!.den, shares[leg]!.num)
  const byRoom = smallest(isWhole ? bounds.legRoomMinor : bounds.legRoomMinor.map(riding))
  const full = greatestCoefficient(bet)
  const coefficient = maxCoefficient ? least(full, maxCoefficient) : full
  const byPayout = maxPayoutMinor === null ? null : payoutStake(bet, maxPayoutMinor, coefficient, shares)
  const win = minus(coefficient, ONE)
  const winsLittle = netRoomMinor === null || (maxPayoutMinor !== null && netRoomMinor >= maxPayoutMinor)
  const byNet = winsLittle || win.num <= 0n ? null : divideFloor(netRoomMinor * win.den, win.num)
  return smallest([byLegs(bet, bounds.legMaxMinor, riding), byRoom, byPayout, byNet])
}

/** Variants stake equal parts, so the lowest limit of a leg counts as often as there are variants (rules 4). */
function byLegs(
  bet: StakedBet,
  legMaxMinor: readonly (Minor | null)[],
  riding: (most: Minor | null, leg: number) => Minor | null,
): Minor | null {
  if (bet.kind === 'multi_single') return smallest(legMaxMinor.map(riding))
  const lowest = smallest(legMaxMinor)
  return lowest === null ? null : lowest * variantCount(bet)
}

/** Several singles are paid each for itself, so each has the whole maximum payout. */
function payoutStake(bet: StakedBet, maxPayoutMinor: Minor, coefficient: Fraction, shares: readonly Fraction[]): Minor | null {
  if (bet.kind !== 'multi_single') return divideFloor(maxPayoutMinor * coefficient.den, coefficient.num)
  return smallest(bet.prices.map((price, leg) => divideFloor(maxPayoutMinor * 1000n * shares[leg]!.den, BigInt(price) * shares[leg]!.num)))
}

/** Stakes of later blocks grow with the first: the largest first stake at which no bound is passed is searched for. */
function greatestConditional(bet: StakedBet, bounds: Bounds): Minor | null {
  const limits = blocksOf(bet).map((block) => smallest(block.flatMap((leg) => [bounds.legMaxMinor[leg]!, bounds.legRoomMinor[leg]!])))
  const { maxPayoutMinor, netRoomMinor } = bounds
  const fits = (stakeMinor: Minor): boolean => {
    const { stakes, account } = conditionalStakes(bet, stakeMinor)
    if (stakes.some((stake, i) => limits[i] !== null && compare(stake, fraction(limits[i]!)) > 0)) return false
    if (maxPayoutMinor !== null && compare(account, fraction(maxPayoutMinor)) > 0) return false
    return netRoomMinor === null || compare(minus(account, fraction(stakeMinor)), fraction(netRoomMinor)) <= 0
  }
  if (smallest([...limits, maxPayoutMinor, netRoomMinor]) === null) return null
  let low: Minor = 0n
  let high: Minor = limits[0] ?? maxPayoutMinor ?? GREATEST_PAYOUT
  while (low < high) {
    const middle: Minor = (low + high + 1n) / 2n
    if (fits(middle)) low = middle
    else high = middle - 1n
  }
  return low
}
