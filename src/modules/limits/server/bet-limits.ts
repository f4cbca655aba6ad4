/** Stakes that bets of every kind may have now, and what they take of the pools when they are placed (rules 4). */
import { divideCeil, divideFloor, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { euroCents, minorOfCents, type Currency } from '#modules/ledger/server/index.ts'
import { fraction, least, type Fraction } from '#modules/payout/rules/fraction.ts'
import { GREATEST_PAYOUT } from '#modules/payout/rules/payout.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import {
  blocksOf,
  conditionalStakes,
  exposedPrice,
  greatestCoefficient,
  greatestStake,
  isReadable,
  kindOf,
  ridesWhole,
  ridingShares,
  variantCount,
  type StakedBet,
} from '../rules/kind-range.ts'
import { leftOfMost, shareOfMost, WHOLE } from '../rules/equal-bets.ts'
import { legMaxStake } from '../rules/stake-limits.ts'
import type { EqualShares } from './equal-shares.ts'
import { sumsIn, type BetSums, type LegSums, type LimitConfig } from './limit-sums.ts'
import { boostKey, brandKey, playerKey } from './pool-store.ts'
import type { LegTake, PoolPart, Pools, Taken } from './pools.ts'

/** A leg as limits see it. `p` = P · 10 000. Without its game a leg is a game of its own. */
export interface LimitLeg {
  ci: number
  t: number
  p: number
  playerId: number
  price: Milli
  game?: { mainCi: number; sportId: number }
  /** A boosted price takes stakes up to so many euro cents. */
  outcome?: { boost?: { maxStakeCents: bigint } | undefined } | null
}

export interface LimitedBet {
  /** Vid of wire 8.1. */
  vid: number
  legs: readonly LimitLeg[]
  terms: BetTerms
  /** null = a visitor who is not signed in. */
  playerId: number | null
  brand: string
  /** Equal bets may have so many times the largest stake together; null = any, because somebody agrees to it. Absent: once. */
  equalTimes?: bigint | null
  /** What it puts on its outcomes where that is not its stake: of a bet that takes the place of another. */
  putMinor?: Minor
}

export type Bettor = Pick<LimitedBet, 'playerId' | 'brand'>

interface Terms {
  sums: BetSums
  trust: number
  netRoomMinor: Minor | null
  playerId: number | null
  currency: Currency
}

export interface StakeRange {
  minMinor: Minor
  maxMinor: Minor
  maxPayoutMinor: Minor
  /** Nothing bounds the stake: `maxMinor` is only what can be stored (UnlimitedBet). */
  unlimited: boolean
  /** A higher total coefficient is cut to it, thousandths; null = none is. */
  maxCoefMilli: Milli | null
  /** No stake is taken, because even the smallest one would win more than is paid. */
  isWinTooLarge: boolean
  /** Equal bets of the player: the largest stake of all of them together, what they have taken and left of it; null = he has none. */
  equals: { mostMinor: Minor; takenMinor: Minor; leftMinor: Minor } | null
}

/** What is left by equal bets is the largest stake. */
export const areEqualsBound = ({ equals, maxMinor }: Pick<StakeRange, 'equals' | 'maxMinor'>): boolean => equals?.leftMinor === maxMinor

export interface BetLimitDeps {
  pools: Pools
  equals: EqualShares
  /** The market of an outcome type: its group. */
  groupOf: (t: number) => number
  /** Thousandths, 1000 = usual. */
  trustMilli: (playerId: number) => number
}

const USUAL_TRUST_MILLI = 1000

const stakedOf = ({ vid, legs, terms }: LimitedBet): StakedBet => ({ kind: kindOf(vid), prices: legs.map((leg) => leg.price), terms })

/** A conditional bet's later stakes and prices that belong to the whole bet cannot be read from stake and legs again. */
const cannotBeReadAgain = ({ kind, terms }: StakedBet) =>
  !isReadable(kind) || terms.jointPrice !== undefined || terms.basePrice !== undefined

function maxCoefOf({ legs }: LimitedBet, config: LimitConfig): Milli | null {
  return (legs.length > 1 ? config.maxCoefMulti : config.maxCoefSingle) ?? null
}

/** Of a conditional bet nobody says it: what its later blocks stake hangs together with the first. */
function isWinTooLarge(staked: StakedBet, minMinor: Minor, maxPayoutMinor: Minor | null, maxCoefMilli: Milli | null): boolean {
  if (maxPayoutMinor === null || staked.kind === 'conditional' || staked.kind === 'multi_single') return false
  const full = greatestCoefficient(staked)
  const { num, den } = maxCoefMilli === null ? full : least(full, fraction(maxCoefMilli, 1000))
  return minMinor * num > maxPayoutMinor * den
}

/** The cap that a bet is stored with: the maximum payout, and the stake at the highest coefficient that is paid. */
export function payoutCapMinor(range: StakeRange, stakeMinor: Minor): Minor {
  if (range.maxCoefMilli === null) return range.maxPayoutMinor
  const byCoefficient = divideFloor(stakeMinor * BigInt(range.maxCoefMilli), 1000n)
  return byCoefficient < range.maxPayoutMinor ? byCoefficient : range.maxPayoutMinor
}

interface NetPool {
  key: string
  mostCents: bigint
}

const mainCiOf = (leg: LimitLeg) => leg.game?.mainCi ?? leg.ci

/** Pools of the whole bet: what the player may win and what the brand may lose with all that is open. */
function netPoolsOf(bet: Bettor, sums: BetSums, trustMilli: number): NetPool[] {
  const found: NetPool[] = []
  if (bet.playerId !== null && sums.playerCents !== null)
    found.push({ key: playerKey(bet.playerId), mostCents: (sums.playerCents * BigInt(trustMilli)) / 1000n })
  if (sums.brandCents !== null) found.push({ key: brandKey(bet.brand), mostCents: sums.brandCents })
  return found
}

const leastRoom = (pools: Pools, list: readonly NetPool[]): bigint | null =>
  list.reduce<bigint | null>((lowest, { key, mostCents }) => {
    const room = pools.room(key, mostCents)
    const left = room < 0n ? 0n : room
    return lowest === null || left < lowest ? left : lowest
  }, null)

export function createBetLimits({ pools, equals, groupOf, trustMilli }: BetLimitDeps) {
  const trustOf = ({ playerId }: Bettor) => (playerId === null ? USUAL_TRUST_MILLI : trustMilli(playerId))

  /** What bounds every bet of this player now. */
  function termsOf(bettor: Bettor, currency: Currency, config: LimitConfig): Terms {
    const sums = sumsIn(currency, config)
    const trust = trustOf(bettor)
    const netRoom = leastRoom(pools, netPoolsOf(bettor, sums, trust))
    return { sums, trust, netRoomMinor: netRoom === null ? null : minorOfCents(netRoom, currency), playerId: bettor.playerId, currency }
  }

  function mostOf(staked: StakedBet, legs: readonly LimitLeg[], maxCoefMilli: Milli | null, terms: Terms): Minor | null {
    const { sums, trust, netRoomMinor, playerId, currency } = terms
    const legMaxMinor: (Minor | null)[] = []
    const legRoomMinor: (Minor | null)[] = []
    legs.forEach((leg, i) => {
      const group = groupOf(leg.t)
      const own = sums.leg(leg.game?.sportId ?? 0, group)
      const price = exposedPrice(staked, i)
      legMaxMinor.push(boostMax(pools, playerId, leg, legMax(own, trust, price), currency))
      legRoomMinor.push(stakeOfRoom(pools.legRoom(leg, mainCiOf(leg), own), price, currency))
    })
    const { maxPayoutMinor } = sums
    const maxCoefficient = maxCoefMilli === null ? null : fraction(maxCoefMilli, 1000)
    return greatestStake(staked, { legMaxMinor, legRoomMinor, maxPayoutMinor, maxCoefficient, netRoomMinor })
  }

  /** The largest stake where nobody has placed anything yet; null = nothing bounds it. Plain singles are asked for again and again. */
  function firstMostOf(staked: StakedBet, bet: LimitedBet, sums: BetSums, maxCoefMilli: Milli | null): Minor | null {
    const [leg] = bet.legs
    const isPlain = leg !== undefined && bet.legs.length === 1 && staked.kind === 'single' && trustOf(bet) === USUAL_TRUST_MILLI
    if (!isPlain || staked.terms.jointPrice !== undefined || staked.terms.basePrice !== undefined)
      return workOutMost(staked, bet, sums, maxCoefMilli)
    const key = sums.leg(leg.game?.sportId ?? 0, groupOf(leg.t))
    return byPriceOf(usualSingle, key, leg.price, () => workOutMost(staked, bet, sums, maxCoefMilli))
  }

  function workOutMost(staked: StakedBet, bet: LimitedBet, sums: BetSums, maxCoefMilli: Milli | null): Minor | null {
    const trust = trustOf(bet)
    const legMaxMinor = bet.legs.map((leg, i) => legMax(sums.leg(leg.game?.sportId ?? 0, groupOf(leg.t)), trust, exposedPrice(staked, i)))
    const maxCoefficient = maxCoefMilli === null ? null : fraction(maxCoefMilli, 1000)
    const legRoomMinor = bet.legs.map(() => null)
    return greatestStake(staked, { legMaxMinor, legRoomMinor, maxPayoutMinor: sums.maxPayoutMinor, maxCoefficient, netRoomMinor: null })
  }

  function equalsOf(staked: StakedBet, bet: LimitedBet, sums: BetSums, maxCoefMilli: Milli | null): StakeRange['equals'] {
    const taken = equals.taken(bet)
    const mostMinor = taken > 0n ? firstMostOf(staked, bet, sums, maxCoefMilli) : null
    if (mostMinor === null) return null
    return { mostMinor, takenMinor: (mostMinor * taken) / WHOLE, leftMinor: leftOfMost(mostMinor, taken) }
  }

  function stakeRangeOf(bet: LimitedBet, currency: Currency, config: LimitConfig): StakeRange {
    const terms = termsOf(bet, currency, config)
    const { sums } = terms
    const staked = stakedOf(bet)
    const maxCoefMilli = maxCoefOf(bet, config)
    const first = bet.legs.length === 0 ? sums.leg(0, 0).absMaxMinor : mostOf(staked, bet.legs, maxCoefMilli, terms)
    const minMinor = sums.minMinor * (bet.legs.length === 0 ? 1n : variantCount(staked))
    const equalBets = equalsOf(staked, bet, sums, maxCoefMilli)
    const isBound = equalBets !== null && bet.equalTimes === undefined && (first === null || equalBets.leftMinor < first)
    const most = isBound ? equalBets.leftMinor : first
    return {
      minMinor,
      maxMinor: most === null || most > GREATEST_PAYOUT ? GREATEST_PAYOUT : most,
      maxPayoutMinor: sums.maxPayoutMinor ?? GREATEST_PAYOUT,
      unlimited: most === null,
      maxCoefMilli,
      isWinTooLarge: first !== null && first < minMinor && isWinTooLarge(staked, minMinor, sums.maxPayoutMinor, maxCoefMilli),
      equals: equalBets,
    }
  }

  function fullLegs({ legs, ...bettor }: Bettor & Pick<LimitedBet, 'legs'>, currency: Currency, config: LimitConfig): number[] {
    const terms = termsOf(bettor, currency, config)
    const maxCoefMilli = config.maxCoefSingle ?? null
    return legs.flatMap((leg, i) => {
      const most = mostOf({ kind: 'single', prices: [leg.price], terms: {} }, [leg], maxCoefMilli, terms)
      return most !== null && most < terms.sums.minMinor ? [i] : []
    })
  }

  function take(bet: LimitedBet, stakeMinor: Minor, currency: Currency, config: LimitConfig): Taken {
    const sums = sumsIn(currency, config)
    const staked = stakedOf(bet)
    const alwaysCounted = cannotBeReadAgain(staked)
    const ridden = riddenCents(staked, stakeMinor, currency)
    const legs = bet.legs.map((leg, i): LegTake => {
      const most = sums.leg(leg.game?.sportId ?? 0, groupOf(leg.t))
      return { outcome: leg, mainCi: mainCiOf(leg), cents: lossCents(exposedPrice(staked, i), ridden[i]!), most, alwaysCounted }
    })
    const netPools = netPoolsOf(bet, sums, trustOf(bet))
    const netCents = netPools.length === 0 ? 0n : euroCents(greatestWin(staked, stakeMinor, sums, maxCoefOf(bet, config)), currency)
    const net = netCents > 0n ? netPools.map((pool) => ({ ...pool, cents: netCents })) : []
    const taken = pools.take(legs, [...net, ...boostParts(bet, stakeMinor, currency)])
    const ofEquals = equals.take(bet, shareOf(bet, stakeMinor, sums, config))
    return ofEquals ? both(taken, ofEquals) : taken
  }

  /** Of the largest stake of the bet and its equals. A promo code is the house's own money. */
  function shareOf(bet: LimitedBet, stakeMinor: Minor, sums: BetSums, config: LimitConfig): bigint {
    // What a change is worth is put on its outcomes at the prices of now, whatever its coefficient.
    const { basePrice: _, ...terms } = bet.terms
    const placed = bet.putMinor === undefined ? bet : { ...bet, terms }
    const ownMinor = (bet.putMinor ?? stakeMinor) - BigInt(terms.promo?.minor ?? 0)
    return shareOfMost(ownMinor, firstMostOf(stakedOf(placed), placed, sums, maxCoefOf(bet, config)))
  }

  return { stakeRangeOf, fullLegs, take }
}

function both(a: Taken, b: Taken): Taken {
  const parts = b.parts ? [...(a.parts ?? []), ...b.parts] : a.parts
  const all = (what: 'giveBack' | 'keep') => () => {
    a[what]()
    b[what]()
  }
  return { parts, giveBack: all('giveBack'), keep: all('keep') }
}

/** Of a counted pool three quarters are its row's: this much is given as its most so that the row holds the whole limit. */
const wholeRow = (cents: bigint) => (cents * 4n + 2n) / 3n

/** Joint prices of one game are not boosted; of all others the boost bounds what a player stakes on the leg with all his bets. */
function boostMax(pools: Pools, playerId: number | null, leg: LimitLeg, most: Minor | null, currency: Currency): Minor | null {
  const { outcome } = leg
  if (!outcome?.boost) return most
  const { maxStakeCents } = outcome.boost
  const room = playerId === null ? maxStakeCents : pools.room(boostKey(playerId, leg), wholeRow(maxStakeCents))
  const boosted = minorOfCents(room < 0n ? 0n : room, currency)
  return most === null || boosted < most ? boosted : most
}

/** What the bet takes of the limits of its boosted prices: its stake, whatever may be won. */
function boostParts({ legs, playerId }: LimitedBet, stakeMinor: Minor, currency: Currency): PoolPart[] {
  if (playerId === null) return []
  const cents = euroCents(stakeMinor, currency)
  return legs.flatMap((leg) =>
    leg.outcome?.boost && cents > 0n ? [{ key: boostKey(playerId, leg), cents, mostCents: wholeRow(leg.outcome.boost.maxStakeCents) }] : [],
  )
}

const MAX_PRICES = 5_000
type ByPrice = WeakMap<LegSums, Map<Milli, Minor | null>>
/** Largest stakes at the usual trust by price, on a leg and of a single: the same prices come again and again. */
const usualMax: ByPrice = new WeakMap()
const usualSingle: ByPrice = new WeakMap()

function byPriceOf(cache: ByPrice, sums: LegSums, price: Milli, workOut: () => Minor | null): Minor | null {
  let byPrice = cache.get(sums)
  if (!byPrice) cache.set(sums, (byPrice = new Map()))
  let most = byPrice.get(price)
  if (most === undefined) {
    if (byPrice.size >= MAX_PRICES) byPrice.clear()
    byPrice.set(price, (most = workOut()))
  }
  return most
}

function legMax(sums: LegSums, userFactorMilli: number, price: Milli): Minor | null {
  const { liabilityMinor, absMaxMinor } = sums
  const most = () => legMaxStake({ liabilityMinor, userFactorMilli, absMaxMinor }, price)
  return userFactorMilli === USUAL_TRUST_MILLI ? byPriceOf(usualMax, sums, price, most) : most()
}

/** The stake at which a leg takes the whole room; at 1.00 and below nothing can be lost. */
function stakeOfRoom(room: bigint | null, price: Milli, currency: Currency): Minor | null {
  if (room === null || price <= 1000) return null
  return minorOfCents(divideFloor((room < 0n ? 0n : room) * 1000n, BigInt(price - 1000)), currency)
}

const lossCents = (price: Milli, stakeCents: bigint) => (stakeCents * BigInt(price - 1000)) / 1000n
const roundedUp = (stake: Fraction) => divideCeil(stake.num, stake.den)

/** What rides on each leg as if it were a single, in euro cents. */
function riddenCents(bet: StakedBet, stakeMinor: Minor, currency: Currency): bigint[] {
  if (ridesWhole(bet.kind)) {
    const cents = euroCents(stakeMinor, currency)
    return bet.prices.map(() => cents)
  }
  if (bet.kind !== 'conditional')
    return ridingShares(bet).map(({ num, den }) => euroCents(roundedUp({ num: num * stakeMinor, den }), currency))
  const { stakes } = conditionalStakes(bet, stakeMinor)
  const ridden = bet.prices.map(() => 0n)
  blocksOf(bet).forEach((block, i) => {
    for (const leg of block) ridden[leg] = euroCents(roundedUp(stakes[i]!), currency)
  })
  return ridden
}

/** The most that the player may get beyond the stake. */
function greatestWin(bet: StakedBet, stakeMinor: Minor, sums: BetSums, maxCoefMilli: Milli | null): Minor {
  const payout = bet.kind === 'conditional' ? conditionalStakes(bet, stakeMinor).account : greatestPayout(bet, stakeMinor, maxCoefMilli)
  const whole = roundedUp(payout)
  const capped = sums.maxPayoutMinor !== null && whole > sums.maxPayoutMinor ? sums.maxPayoutMinor : whole
  return capped > stakeMinor ? capped - stakeMinor : 0n
}

function greatestPayout(bet: StakedBet, stakeMinor: Minor, maxCoefMilli: Milli | null): Fraction {
  const full = greatestCoefficient(bet)
  const { num, den } = maxCoefMilli === null ? full : least(full, fraction(maxCoefMilli, 1000))
  return { num: num * stakeMinor, den }
}
