/**
 * The value of a bet in floating point, for the figure that moves on the screen and to see which orders to sell may
 * have come due. Compiled once for a bet, worked out for a hundred thousand at a time; what is offered and paid at a
 * sale is worked out exactly by offer.ts.
 */
import { must } from '#lib/assert.ts'
import { fraction, type Fraction, times } from '#modules/payout/rules/fraction.ts'
import { isVoid, legFactor } from '#modules/payout/rules/leg.ts'
import { effectiveStake } from '#modules/payout/rules/tax.ts'
import { antiExpressPrice } from '#modules/payout/rules/anti-express.ts'
import { bringsLittle, MOST_OPEN_STEPS, possibleCoefficient } from './expectation.ts'
import { shareWithin } from './offer.ts'
import { CERTAIN, type OffReason, type SaleBet, type SaleTerms } from './sale-bet.ts'
import { saleTaxMinor, saleTaxOf, type SoldBefore } from './sale-tax.ts'

/** Chances of the open legs, in their order, to what the house pays, minor units, before it is floored and taxed. */
export interface LiveBet {
  /** Places of the open legs in the bet. */
  open: readonly number[]
  /** Singles and expresses: value = scale · Π chances. 0: `worth` has to be asked. */
  scale: number
  worth: ((chances: readonly number[]) => number) | null
  /** Of a bet with a payout tax: what of a gross value is left. */
  net: ((grossMinor: number) => number) | null
}

const numberOf = (f: Fraction): number => {
  // Both may be longer than a double holds: cut to 64 bits of each first.
  const cut = Math.max(0, Math.min(f.num.toString(2).length, f.den.toString(2).length) - 64)
  return Number(f.num >> BigInt(cut)) / Number(f.den >> BigInt(cut))
}

/** The bet in the form that is quick to work out, or why it is never bought. */
export function compileBet(bet: SaleBet, terms: SaleTerms, before: SoldBefore): LiveBet | OffReason {
  const open = bet.legs.flatMap((leg, i) => (leg.result === null ? [i] : []))
  if (open.length === 0) return 'decided'
  if ((bet.promoMinor ?? 0n) > 0n) return 'promo'
  if (bet.jointPrice !== undefined) return 'same_game'
  const possible = possibleCoefficient(bet)
  if (possible.num === 0n) return 'decided'
  const running = effectiveStake(bet.stakeMinor - (bet.soldStakeMinor ?? 0n), bet.tax)
  const paid = times(times(running, shareWithin(bet, running)), fraction(1000 - terms.commissionMilli, 1000))
  const net = netOf(bet, before)
  // All open legs won: the product that the chances are still missing from.
  if (bet.kind === 'single' || bet.kind === 'express') return { open, scale: numberOf(times(paid, possible)), worth: null, net }
  const worth = worthOf(bet, open)
  if (worth === null) return 'too_long'
  const unit = numberOf(paid)
  return { open, scale: 0, worth: (chances) => unit * worth(chances), net }
}

/** What the house pays, before tax. Minor units, floored: a whole product that comes out a hair below itself is not taken for less. */
export function liveGrossMinor(live: LiveBet, chances: readonly number[]): number {
  let gross: number
  if (live.worth) gross = live.worth(chances)
  else {
    gross = live.scale
    for (const chance of chances) gross *= chance
  }
  return Math.floor(gross * (1 + 1e-13))
}

/** What the player gets of it. */
export function liveNetMinor(live: LiveBet, grossMinor: number): number {
  return live.net ? live.net(grossMinor) : grossMinor
}

function netOf(bet: SaleBet, before: SoldBefore): LiveBet['net'] {
  const tax = saleTaxOf(bet, before)
  if (!tax) return null
  return (grossMinor) => {
    const gross = BigInt(Math.min(grossMinor, Number.MAX_SAFE_INTEGER))
    return Number(gross - saleTaxMinor(gross, tax))
  }
}

/** Expected payout / stake from the chances of the open legs; null when there are too many courses. */
function worthOf(bet: SaleBet, open: readonly number[]): ((chances: readonly number[]) => number) | null {
  const factors = bet.legs.map((leg) => (leg.result ? numberOf(legFactor(leg.price, leg.result)) : 0))
  const prices = bet.legs.map((leg) => leg.price / 1000)
  const filled = (chances: readonly number[]): number[] => {
    open.forEach((at, i) => (factors[at] = prices[at]! * chances[i]!))
    return factors
  }
  switch (bet.kind) {
    case 'single':
    case 'express':
      return (chances) => product(filled(chances))
    case 'system':
      return (chances) => overSubsets(filled(chances), must(bet.size, 'a system has a size'), must(bet.size, 'a system has a size'))
    case 'lucky':
      return (chances) => overSubsets(filled(chances), 1, factors.length)
    case 'patent':
      return (chances) => overSubsets(filled(chances), 2, factors.length)
    case 'multi_bet':
      return multiBet(bet, filled)
    case 'multi_single':
      return multiSingle(bet, filled)
    case 'anti_express':
      return antiExpress(bet, open)
    case 'chain':
      return played(
        bet,
        open,
        bet.legs.map((_, i) => [i]),
        () => 1,
      )
    case 'conditional':
      return played(bet, open, must(bet.blocks, 'a conditional bet has blocks'), (i) => {
        const wanted = bet.blockStakesMinor?.[i]
        return wanted === undefined || wanted === null ? null : Number(wanted) / Number(bet.stakeMinor)
      })
  }
}

type Filled = (chances: readonly number[]) => number[]

function multiBet(bet: SaleBet, filled: Filled): (chances: readonly number[]) => number {
  const blocks = must(bet.blocks, 'a multi-bet has blocks')
  const size = must(bet.size, 'a multi-bet has a size')
  return (chances) => {
    const factors = filled(chances)
    const values = blocks.map((block) => block.reduce((all, at) => all * factors[at]!, 1))
    const lobby = bet.withLobby ? values.shift()! : 1
    return lobby * overSubsets(values, size, size)
  }
}

function multiSingle(bet: SaleBet, filled: Filled): (chances: readonly number[]) => number {
  const shares = bet.legs.map((_, i) => {
    const own = bet.blockStakesMinor?.[i]
    return own === undefined || own === null ? 1 / bet.legs.length : Number(own) / Number(bet.stakeMinor)
  })
  return (chances) => filled(chances).reduce((sum, factor, i) => sum + factor * shares[i]!, 0)
}

function product(values: readonly number[]): number {
  let all = 1
  for (const value of values) all *= value
  return all
}

/** Mean of the products over all subsets with `from` … `to` members. */
function overSubsets(values: readonly number[], from: number, to: number): number {
  const sums = [1]
  const counts = [1]
  for (const value of values) {
    sums.push(0)
    counts.push(0)
    for (let size = sums.length - 1; size > 0; size -= 1) {
      sums[size]! += sums[size - 1]! * value
      counts[size]! += counts[size - 1]!
    }
  }
  let sum = 0
  let count = 0
  for (let size = from; size <= to; size += 1) {
    sum += sums[size] ?? 0
    count += counts[size] ?? 0
  }
  return sum / count
}

function antiExpress(bet: SaleBet, open: readonly number[]): (chances: readonly number[]) => number {
  const inPlay = bet.legs.filter((leg) => !leg.result || !isVoid(leg.result))
  const stored = bet.antiExpress?.storedPrice
  const isWhole = inPlay.length === bet.legs.length
  const prices = inPlay.map((leg) => leg.price)
  const price = (stored !== undefined && isWhole ? stored : antiExpressPrice(prices, bet.antiExpress)) / 1000
  const isWon = bringsLittle(inPlay)
  return (chances) => price * (1 - (isWon ? 0 : product(chances.slice(0, open.length))))
}

/** Chains and conditional bets, in shares of the stake. */
function played(
  bet: SaleBet,
  open: readonly number[],
  blocks: readonly (readonly number[])[],
  wanted: (i: number) => number | null,
): ((chances: readonly number[]) => number) | null {
  const steps = blocks.map((block) => ({
    factor: product(block.map((at) => factorIfWon(bet, at))),
    open: block.map((at) => open.indexOf(at)).filter((at) => at >= 0),
  }))
  if (steps.filter((step) => step.open.length > 0).length > MOST_OPEN_STEPS) return null
  return (chances) => {
    const mean = (i: number, account: number): number => {
      const step = steps[i]
      if (!step || account <= 0) return account
      const risked = Math.min(wanted(i) ?? account, account)
      const won = mean(i + 1, account - risked + risked * step.factor)
      if (step.open.length === 0) return won
      const chance = product(step.open.map((at) => chances[at]!))
      return chance * won + (1 - chance) * mean(i + 1, account - risked)
    }
    return mean(0, 1)
  }
}

function factorIfWon(bet: SaleBet, at: number): number {
  const leg = must(bet.legs[at], 'a block names a leg of its bet')
  return leg.result ? numberOf(legFactor(leg.price, leg.result)) : leg.price / 1000
}

/** As a double: what the lists of chances hold. */
export function chanceOf(millionths: number): number {
  return millionths / CERTAIN
}
