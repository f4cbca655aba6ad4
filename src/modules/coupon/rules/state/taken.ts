/** What a bet was taken at: the prices that were given may be others than those that the screen had. */
import { minorFromWire, parseMinor, type Minor } from '#lib/money.ts'
import { priceFromWire, type Milli } from '#lib/price.ts'
import { VID } from '../kinds.ts'
import { currencyOf, type Coupon } from './coupon.ts'
import type { BetJob } from './flow.ts'
import { plannedBets } from './plan.ts'
import { totals, totalsOfBet, variantsOf, type Totals } from './totals.ts'

/** Of a wish above the limit only the limit is placed at once, which moves with the price; the rest waits for an answer. */
function isPartOfWish({ body }: Pick<BetJob, 'body'>): boolean {
  return body['VIPBetSumm'] !== undefined
}

function placedStake(job: BetJob, exponent: number): Minor {
  const told = job.outcome?.kind === 'placed' ? job.outcome.stake : 0
  const placed = isPartOfWish(job) ? minorFromWire(told || Number(job.body['Summ']), exponent) : null
  return placed ?? parseMinor(job.stake, exponent) ?? 0n
}

function sentPrices({ body }: BetJob): readonly Milli[] {
  return ((body['Events'] ?? []) as readonly { Coef: number }[]).map(({ Coef }) => priceFromWire(Coef) ?? 0)
}

/** Prices of the legs by their keys, given in the order in which they were sent. A bid tells one price for all: they count as they were sent. */
export function pricesAsTaken(job: BetJob, given: readonly Milli[]): ReadonlyMap<string, Milli> {
  const sent = sentPrices(job)
  const taken = given.length === sent.length ? given : sent
  return new Map(job.legKeys.map((key, i) => [key, taken[i] || (sent[i] ?? 0)]))
}

/** The sums of the bet at the given prices of its legs, with everything that it agreed on: bonus, tax, code, order. */
export function sumsAsTaken(coupon: Coupon, job: BetJob, given: readonly Milli[]): Totals {
  const prices = pricesAsTaken(job, given)
  const at: Coupon = { ...coupon, legs: coupon.legs.map((leg) => ({ ...leg, price: prices.get(leg.key) || leg.price })) }
  const bet = plannedBets(at).find((one) => one.key === job.betKey)
  const stakeMinor = placedStake(job, currencyOf(coupon, job).exponent)
  return bet ? totalsOfBet(at, { ...bet, stakeMinor }) : totals(at)
}

/**
 * What of a VIP stake was neither placed nor waits as a bid: the largest stake may have fallen meanwhile, or the money for the
 * bid was missing. Nothing of it was charged. `waitingMinor`: the sum of the bid as the server tells it.
 */
export function notTakenMinor(coupon: Coupon, job: BetJob, waitingMinor: Minor): Minor {
  if (!isPartOfWish(job)) return 0n
  const { exponent } = currencyOf(coupon, job)
  const rest = (parseMinor(job.stake, exponent) ?? 0n) - placedStake(job, exponent) - waitingMinor
  return rest > 0n ? rest : 0n
}

export interface TakenFigures {
  stakeMinor: Minor
  price: bigint | null
  /** Bets inside of it; null of kinds without. */
  variants: number | null
  /** What of the win is a bonus. */
  bonusMinor: Minor
  winMinor: Minor
}

/** What is said of a placed bet. At the prices that were sent, or while none are given, that is what the screen said; `price` null: it has none. */
export function takenFigures(coupon: Coupon, job: BetJob, given: readonly Milli[]): TakenFigures {
  const { exponent } = currencyOf(coupon, job)
  const stakeMinor = placedStake(job, exponent)
  const winMinor = parseMinor(job.shown.win, exponent) ?? 0n
  const bet = plannedBets(coupon).find(({ key }) => key === job.betKey)
  const variants = bet ? variantsOf(coupon, { ...bet, stakeMinor }) : null
  const shown = { stakeMinor, variants, price: parseMinor(job.shown.price, 3), bonusMinor: 0n, winMinor }
  // Prices that the server works out for the whole are the ones that were shown, or the bet is refused. None of these has a bonus.
  if (coupon.sale !== null || job.body['SameGame'] === true || job.vid === VID.multiSingle) return shown
  const { price, bonusMinor, returnMinor } = sumsAsTaken(coupon, job, given)
  const sent = sentPrices(job)
  const isAsSent = given.length === 0 || (given.length === sent.length && given.every((price, i) => price === sent[i]))
  const isAsShown = job.call === 'bet' && isAsSent
  // A bonus is named where it belongs to the win that was shown.
  if (isAsShown) return { ...shown, bonusMinor: returnMinor === winMinor ? bonusMinor : 0n }
  return { stakeMinor, variants, price, bonusMinor, winMinor: returnMinor }
}
