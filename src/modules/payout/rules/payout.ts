/**
 * Payout of every bet kind (rules 2, 3.2): the product is exact, it is rounded once, half up, and then cut to
 * the maximum payout. Settling is a function of the bet and the results and of nothing else (SET-01).
 */
import { must, unreachable } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { antiExpressPrice } from './anti-express.ts'
import type { BetLeg, PayoutStatus, SettledBet } from './bet.ts'
import { compare, fraction, type Fraction, isZero, least, minus, ONE, plus, roundHalfUp, times, ZERO } from './fraction.ts'
import { isVoid, legFactor, NO_EFFECT, type LegResult } from './leg.ts'

/** A step of a chain or a conditional bet: what was staked, and the account after it. */
export interface Step {
  stake: Fraction
  account: Fraction
}

export interface Decided {
  payoutMinor: Minor
  status: PayoutStatus
  /** payout / stake before rounding and cut; the total coefficient of the screen. */
  coefficient: Fraction
  allVoid: boolean
  /** Only chains and conditional bets have steps. */
  steps?: Step[]
}

/**
 * What the results make of the stake, or null while that is not decided. Taxes, additions, sales and insurances are
 * not in it: `betMoney` has them.
 */
export function settleBet(bet: SettledBet): Decided | null {
  const legs = withoutRelated(bet.legs)
  const stake = fraction(bet.stakeMinor)
  const { amount: played, steps } = exactPayout(bet, legs, stake)
  if (played === null) return null
  const allVoid = legs.every((leg) => leg.result !== null && isVoid(leg.result))
  const worth = allVoid && bet.worthMinor !== undefined ? fraction(bet.worthMinor) : null
  const amount = worth ?? played
  const payoutMinor = allVoid && !worth ? bet.stakeMinor : cutPayout(roundHalfUp(amount), bet.maxPayoutMinor ?? null)
  const status = payoutStatus(bet.stakeMinor, payoutMinor, allVoid)
  const coefficient = bet.stakeMinor === 0n ? ZERO : times(amount, { num: 1n, den: bet.stakeMinor })
  return { payoutMinor, status, coefficient, allVoid, ...(steps ? { steps } : {}) }
}

/** Of a chain or a conditional bet the steps that the results have decided so far, also of one that is open. */
export function stepsSoFar(bet: SettledBet): readonly Step[] {
  return exactPayout(bet, withoutRelated(bet.legs), fraction(bet.stakeMinor)).steps ?? []
}

export function payoutStatus(stakeMinor: Minor, payoutMinor: Minor, allVoid: boolean): PayoutStatus {
  if (payoutMinor > stakeMinor) return 'WIN'
  if (allVoid) return 'RETURN'
  return payoutMinor === 0n ? 'LOSE' : 'PARTIAL'
}

/** No column holds more; an unlimited coupon of fifty long prices would otherwise stop the settlement of its game. */
export const GREATEST_PAYOUT: Minor = 9_000_000_000_000_000_000n

export function cutPayout(payoutMinor: Minor, maxPayoutMinor: Minor | null): Minor {
  const limit = maxPayoutMinor ?? GREATEST_PAYOUT
  return payoutMinor > limit ? limit : payoutMinor
}

/** What still runs of the bet is paid at most its share of the maximum: a part that was sold has taken its own with it. */
export function runningCap({
  stakeMinor,
  soldStakeMinor = 0n,
  maxPayoutMinor,
}: Pick<SettledBet, 'stakeMinor' | 'soldStakeMinor' | 'maxPayoutMinor'>): Fraction {
  if (maxPayoutMinor == null) return fraction(GREATEST_PAYOUT)
  if (soldStakeMinor === 0n) return fraction(maxPayoutMinor)
  return { num: maxPayoutMinor * (stakeMinor - soldStakeMinor), den: stakeMinor }
}

/** Related legs: the highest price of a group stays, the first of equals; the others count 1.00 whatever happens. */
export function withoutRelated(legs: BetLeg[]): BetLeg[] {
  if (!legs.some((leg) => leg.relatedGroup)) return legs
  const kept = new Map<string, number>()
  legs.forEach((leg, i) => {
    if (!leg.relatedGroup) return
    const best = kept.get(leg.relatedGroup)
    if (best === undefined || leg.price > legs[best]!.price) kept.set(leg.relatedGroup, i)
  })
  return legs.map((leg, i) =>
    leg.relatedGroup && kept.get(leg.relatedGroup) !== i ? { price: 1000, result: NO_EFFECT, relatedGroup: leg.relatedGroup } : leg,
  )
}

type Amount = { amount: Fraction | null; steps?: Step[] }

function exactPayout(bet: SettledBet, legs: BetLeg[], stake: Fraction): Amount {
  const all = legs.map((_, i) => i)
  switch (bet.kind) {
    case 'single':
    case 'express':
      if (bet.jointPrice !== undefined) return { amount: joint(legs, stake, bet.jointPrice) }
      return { amount: ifDecided(legs, (f) => times(stake, times(product(f), rebased(legs, bet.basePrice)))) }
    case 'system':
      return { amount: combinations(legs, stake, must(bet.size, 'a system has a size'), must(bet.size, 'a system has a size')) }
    case 'lucky':
      return { amount: combinations(legs, stake, 1, legs.length) }
    case 'patent':
      return { amount: combinations(legs, stake, 2, legs.length) }
    case 'multi_bet':
      return { amount: multiBet(bet, legs, stake) }
    case 'multi_single':
      return { amount: ifDecided(legs, (f) => f.map((x, i) => times(x, shareOf(bet, i, stake))).reduce(plus, ZERO)) }
    case 'chain':
      return staked(
        legs,
        all.map((i) => [i]),
        stake,
        () => stake,
      )
    case 'conditional':
      return staked(legs, must(bet.blocks, 'a conditional bet has blocks'), stake, (i) => blockStake(bet, i))
    case 'anti_express':
      return { amount: antiExpress(bet, legs, stake) }
    default:
      return unreachable(bet.kind, 'bet kind')
  }
}

/**
 * Works with the factors when all legs are decided. A bet that would pay nothing even if every open leg came
 * back whole is lost already: open legs can only multiply, and nothing multiplies zero.
 */
function ifDecided(legs: BetLeg[], work: (factors: Fraction[]) => Fraction): Fraction | null {
  const amount = work(legs.map((leg) => (leg.result ? legFactor(leg.price, leg.result, leg.deducted) : ONE)))
  if (isZero(amount)) return ZERO
  return legs.every((leg) => leg.result !== null) ? amount : null
}

function product(factors: Fraction[]): Fraction {
  return factors.reduce(times, ONE)
}

/** What turns the product of the factors into the re-based coefficient: base price / product of the prices. */
function rebased(legs: BetLeg[], basePrice: Milli | undefined): Fraction {
  if (basePrice === undefined) return ONE
  return legs.reduce<Fraction>((f, leg) => times(f, { num: 1000n, den: BigInt(leg.price) }), fraction(basePrice, 1000))
}

/**
 * Outcomes of one game under one price. The stake is thought to be split over what its legs end as: the part for
 * which all legs win takes the price, the part for which a leg is void and none is lost comes back.
 */
function joint(legs: BetLeg[], stake: Fraction, price: Milli): Fraction | null {
  let won = ONE
  let kept = ONE
  const level = new Map<bigint, bigint>()
  for (const { result } of legs) {
    if (result === null) continue
    const wins = times(fraction(result.won * (2 - result.voidHalves), 2), amongLevel(result, level))
    won = times(won, wins)
    kept = times(kept, plus(wins, fraction(result.voidHalves, 2)))
  }
  if (isZero(kept)) return ZERO
  if (legs.some((leg) => leg.result === null)) return null
  return times(stake, plus(times(won, fraction(price, 1000)), minus(kept, won)))
}

/**
 * Runners that came in level stand in any order, each as likely: when one of m has the first of their places, the next
 * place is left to m − 1. So a forecast of two that share the win pays a half, not a quarter (XT-18).
 */
function amongLevel({ won, voidHalves, deadHeat }: LegResult, level: Map<bigint, bigint>): Fraction {
  const { num, den } = deadHeat
  if (won === 0 || voidHalves > 0 || num === den || den % num !== 0n) return deadHeat
  const runners = den / num
  const placed = (level.get(runners) ?? 0n) % runners
  level.set(runners, placed + 1n)
  return { num: 1n, den: runners - placed }
}

/**
 * Sums of products over all subsets of size 0 … `most`: the coefficients of Π (den + num·x), all over Π den. It
 * takes n² steps where listing the variants would take up to 184,756.
 */
function subsetSums(factors: Fraction[], most: number): { sums: bigint[]; den: bigint } {
  const sums = [1n]
  let den = 1n
  for (const f of factors) {
    // From the largest size down: each sum needs the smaller one as it was before this factor.
    for (let size = Math.min(sums.length, most); size > 0; size -= 1) sums[size] = (sums[size] ?? 0n) * f.den + sums[size - 1]! * f.num
    sums[0]! *= f.den
    den *= f.den
  }
  return { sums, den }
}

/** (S / |V|) · Σ over all subsets with `from` … `to` members. */
function overSubsets(factors: Fraction[], stake: Fraction, from: number, to: number): Fraction {
  const { sums, den } = subsetSums(factors, to)
  let sum = 0n
  for (let size = from; size <= to; size += 1) sum += sums[size] ?? 0n
  return times(stake, { num: sum, den: den * variantCount(factors.length, from, to) })
}

function combinations(legs: BetLeg[], stake: Fraction, from: number, to: number): Fraction | null {
  return ifDecided(legs, (factors) => overSubsets(factors, stake, from, to))
}

/** Number of variants: subsets of n with `from` … `to` members. */
export function variantCount(n: number, from: number, to: number): bigint {
  let count = 0n
  let ofSize = 1n
  for (let size = 0; size <= to; size += 1) {
    if (size >= from) count += ofSize
    ofSize = (ofSize * BigInt(n - size)) / BigInt(size + 1)
  }
  return count
}

function multiBet(bet: SettledBet, legs: BetLeg[], stake: Fraction): Fraction | null {
  const blocks = must(bet.blocks, 'a multi-bet has blocks')
  const size = must(bet.size, 'a multi-bet has a size')
  return ifDecided(legs, (factors) => {
    const values = blocks.map((block) => product(block.map((i) => must(factors[i], 'a block names a leg of its bet'))))
    const lobby = bet.withLobby ? must(values.shift(), 'a lobby is a block') : ONE
    return times(lobby, overSubsets(values, stake, size, size))
  })
}

function shareOf(bet: SettledBet, i: number, stake: Fraction): Fraction {
  return blockStake(bet, i) ?? times(stake, fraction(1, bet.legs.length))
}

function blockStake(bet: SettledBet, i: number): Fraction | null {
  const given = bet.blockStakesMinor?.[i]
  return given === undefined || given === null ? null : fraction(given)
}

/** Chain and conditional: every block stakes at most what the account holds; it waits for the blocks before it. */
function staked(legs: BetLeg[], blocks: number[][], stake: Fraction, wanted: (i: number) => Fraction | null): Amount {
  const steps: Step[] = []
  let account = stake
  for (const [i, block] of blocks.entries()) {
    if (isZero(account)) return { amount: ZERO, steps }
    const members = block.map((at) => must(legs[at], 'a block names a leg of its bet'))
    const factor = ifDecided(members, product)
    if (factor === null) return { amount: null, steps }
    const stepStake = least(wanted(i) ?? account, account)
    // The whole account on a block only multiplies: adding the rest of nothing would double the digits with every block.
    account = stepStake === account ? times(account, factor) : plus(minus(account, stepStake), times(stepStake, factor))
    steps.push({ stake: stepStake, account })
  }
  return { amount: account, steps }
}

/**
 * Pays when the equal express brings less than its stake: of shared places that is so or not by all legs together. Void
 * legs leave, and the price is worked out again from the rest, so nothing is decided before all legs are.
 */
function antiExpress(bet: SettledBet, legs: BetLeg[], stake: Fraction): Fraction | null {
  if (legs.some((leg) => leg.result === null)) return null
  const played = legs.filter((leg) => !isVoid(leg.result!))
  if (played.length === 0) return stake
  if (compare(product(played.map((leg) => legFactor(leg.price, leg.result!, leg.deducted))), ONE) >= 0) return ZERO
  const stored = bet.antiExpress?.storedPrice
  const price =
    stored !== undefined && played.length === legs.length
      ? stored
      : antiExpressPrice(
          played.map((l) => l.price),
          bet.antiExpress,
        )
  return times(stake, fraction(price, 1000))
}
