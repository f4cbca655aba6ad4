/**
 * What a bet is worth on average (rules 8.1): the settlement's own algebra, with `o · p` as the factor of an open leg.
 * Payouts of most kinds are sums of products of factors, and legs of different games are independent, so the mean of
 * the payout is the payout of the means. Chains and conditional bets stake what is there, at most a fixed sum: for them
 * every course is played out. Exact: no floating point.
 */
import { must } from '#lib/assert.ts'
import { antiExpressPrice } from '#modules/payout/rules/anti-express.ts'
import { fraction, type Fraction, isZero, least, minus, ONE, plus, times, ZERO } from '#modules/payout/rules/fraction.ts'
import { isVoid, legFactor, legResult } from '#modules/payout/rules/leg.ts'
import { settleBet } from '#modules/payout/rules/payout.ts'
import { CERTAIN, type SaleBet, type SaleLeg } from './sale-bet.ts'

/** A chain with more open steps has more courses than can be played out at every change of a price. */
export const MOST_OPEN_STEPS = 10

/** Why there is no expectation. */
export type NoExpectation = 'same_game' | 'too_long'

/** Expected payout / stake. Uncut, before taxes and without additions, which belong to bets that run to their end. */
export function expectedCoefficient(bet: SaleBet): Fraction | NoExpectation {
  // The joint chance of several outcomes of one game is not the product of theirs, and the line carries no other.
  if (bet.jointPrice !== undefined) return 'same_game'
  switch (bet.kind) {
    case 'anti_express':
      return antiExpress(bet)
    case 'chain':
      return played(
        bet,
        bet.legs.map((_, i) => [i]),
        () => fraction(bet.stakeMinor),
      )
    case 'conditional':
      return played(bet, must(bet.blocks, 'a conditional bet has blocks'), (i) => {
        const wanted = bet.blockStakesMinor?.[i]
        return wanted === undefined || wanted === null ? null : fraction(wanted)
      })
    default: {
      const legs = bet.legs.map((leg) => (leg.result ? leg : { ...leg, result: meanResult(leg) }))
      return must(settleBet({ ...bet, legs, maxPayoutMinor: null }), 'every leg has a factor').coefficient
    }
  }
}

/** Payout / stake when every open leg ends as the bet wishes: what the maximum payout cuts. */
export function possibleCoefficient(bet: SaleBet): Fraction {
  const wished = legResult(bet.kind === 'anti_express' ? 'LOSE' : 'WIN')
  const legs = bet.legs.map((leg) => (leg.result ? leg : { ...leg, result: wished }))
  return must(settleBet({ ...bet, legs, maxPayoutMinor: null }), 'every leg is decided').coefficient
}

/** A result whose factor is o · p. */
function meanResult({ chance }: SaleLeg) {
  return { won: 1 as const, voidHalves: 0 as const, deadHeat: fraction(chance, CERTAIN) }
}

/** Wins unless all legs win; void legs leave, and the price is worked out from the rest (rules 2.9). */
function antiExpress(bet: SaleBet): Fraction {
  const inPlay = bet.legs.filter((leg) => !leg.result || !isVoid(leg.result))
  const stored = bet.antiExpress?.storedPrice
  const price =
    stored !== undefined && inPlay.length === bet.legs.length
      ? stored
      : antiExpressPrice(
          inPlay.map((leg) => leg.price),
          bet.antiExpress,
        )
  return times(fraction(price, 1000), minus(ONE, bringsLittle(inPlay) ? ZERO : chanceOfAll(inPlay)))
}

/** Even with all its open legs won the equal express brings less than its stake: the bet is won. */
export function bringsLittle(inPlay: readonly SaleLeg[]): boolean {
  const { num, den } = inPlay.map(({ price, result }) => (result ? legFactor(price, result) : fraction(price, 1000))).reduce(times, ONE)
  return num < den
}

const chanceOfAll = (inPlay: readonly SaleLeg[]): Fraction =>
  inPlay.reduce((all, { result, chance }) => (result ? all : times(all, fraction(chance, CERTAIN))), ONE)

function played(bet: SaleBet, blocks: readonly (readonly number[])[], wanted: (i: number) => Fraction | null): Fraction | 'too_long' {
  const steps = blocks.map((block) => stepOf(block.map((at) => must(bet.legs[at], 'a block names a leg of its bet'))))
  if (steps.filter((step) => step.chance !== null).length > MOST_OPEN_STEPS) return 'too_long'
  const stake = fraction(bet.stakeMinor)
  const mean = (i: number, account: Fraction): Fraction => {
    const step = steps[i]
    if (!step || isZero(account)) return account
    const risked = least(wanted(i) ?? account, account)
    const kept = minus(account, risked)
    const won = mean(i + 1, plus(kept, times(risked, step.factor)))
    if (step.chance === null) return won
    const lost = mean(i + 1, kept)
    return plus(times(step.chance, won), times(minus(ONE, step.chance), lost))
  }
  return times(mean(0, stake), { num: 1n, den: bet.stakeMinor })
}

interface Step {
  factor: Fraction
  /** Chance that it pays its factor, else it pays nothing; null when all its legs are decided. */
  chance: Fraction | null
}

function stepOf(legs: readonly SaleLeg[]): Step {
  let factor = ONE
  let chance: Fraction | null = null
  for (const leg of legs) {
    factor = times(factor, leg.result ? legFactor(leg.price, leg.result) : fraction(leg.price, 1000))
    if (!leg.result) chance = times(chance ?? ONE, fraction(leg.chance, CERTAIN))
  }
  return { factor, chance }
}
