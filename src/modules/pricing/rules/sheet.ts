/**
 * The sheet on which a pricing call writes its markets: probability in, price out. An outcome that is decided
 * or nearly so (below 0.002, above 0.998) is inactive and carries no price (feeds 4.1).
 */
import { ladder } from '#lib/price.ts'
import type { Milli } from '#lib/price.ts'
import type { StopReason } from '#modules/feeds/rules/fact.ts'
import { outcomeKey } from '#modules/line/rules/param.ts'
import { powerExponent, powerPairExponent } from './margin.ts'
import { booksumOf } from './margin-table.ts'
import type { MarginTable } from './margin-table.ts'
import { effectiveProbability } from './payoff.ts'
import type { FiveStates } from './payoff.ts'

export const LEAST_PROBABILITY = 0.002
/** Of a runner: nearer to certain than this it carries less of the margin. */
const NEARLY = 0.2

export interface PricedOutcome {
  key: string
  /** Margin-free probability; of a line with refunds the probability as a two-way market. */
  prob: number
  prob5?: FiveStates
  /** Thousandths; absent when inactive. */
  price?: Milli
  active: boolean
}

export interface PricedMarket {
  part: string
  key: string
  spec: string
  status: 'active' | 'inactive' | 'suspended'
  /** Why it is suspended. */
  reason?: StopReason
  main: boolean
  outcomes: PricedOutcome[]
}

export interface Sheet {
  part: string
  live: boolean
  margins: MarginTable
  markets: PricedMarket[]
}

export function openSheet(part: string, margins: MarginTable, live: boolean, markets: PricedMarket[]): Sheet {
  return { part, margins, live, markets }
}

export function openMarket(sheet: Sheet, key: string, spec = '', main = true): PricedMarket {
  const market: PricedMarket = { part: sheet.part, key, spec, status: 'inactive', main, outcomes: [] }
  sheet.markets.push(market)
  return market
}

function isOpen(prob: number): boolean {
  return prob >= LEAST_PROBABILITY && prob <= 1 - LEAST_PROBABILITY
}

function put(market: PricedMarket, key: string, prob: number, implied: number, states?: FiveStates): void {
  const outcome: PricedOutcome = { key, prob, active: isOpen(prob) }
  if (states) outcome.prob5 = states
  if (outcome.active) {
    outcome.price = ladder(1 / implied)
    market.status = 'active'
  }
  market.outcomes.push(outcome)
}

/** Two outcomes of which exactly one wins. */
export function addPair(
  sheet: Sheet,
  market: PricedMarket,
  first: string,
  second: string,
  prob: number,
  states?: [FiveStates, FiveStates],
): void {
  if (!isOpen(prob)) {
    put(market, first, prob, 1, states?.[0])
    put(market, second, 1 - prob, 1, states?.[1])
    return
  }
  const k = powerPairExponent(prob, booksumOf(sheet.margins, market.key, sheet.live))
  put(market, first, prob, prob ** k, states?.[0])
  put(market, second, 1 - prob, (1 - prob) ** k, states?.[1])
}

/** Yes and no of an outcome that the set of another market offers too: what is the same has one price. */
export function addPairOfSet(
  sheet: Sheet,
  market: PricedMarket,
  [first, second]: readonly [string, string],
  prob: number,
  exponent: number,
): void {
  if (!isOpen(prob)) return addPair(sheet, market, first, second, prob)
  put(market, first, prob, prob ** exponent)
  put(market, second, 1 - prob, (1 - prob) ** powerPairExponent(prob, booksumOf(sheet.margins, market.key, sheet.live)))
}

/** A line of five states and its mirror. One that is as good as sure to give the stake back is decided. */
export function addLine(sheet: Sheet, market: PricedMarket, first: string, second: string, states: FiveStates): void {
  const prob = effectiveProbability(states)
  const plain = states[1] === 0 && states[2] === 0 && states[3] === 0
  const mirror: FiveStates = [states[4], states[3], states[2], states[1], states[0]]
  if (states[2] <= 1 - LEAST_PROBABILITY) return addPair(sheet, market, first, second, prob, plain ? undefined : [states, mirror])
  for (const [key, own] of [
    [first, states],
    [second, mirror],
  ] as const)
    market.outcomes.push({ key, prob: 0.5, prob5: own, active: false })
}

/** One outcome priced against its opposite, which is not offered here. */
export function addSingle(sheet: Sheet, market: PricedMarket, key: string, prob: number): void {
  if (!isOpen(prob)) put(market, key, prob, 1)
  else put(market, key, prob, prob ** powerPairExponent(prob, booksumOf(sheet.margins, market.key, sheet.live)))
}

/** A complete set of which `winners` win (double chance: 2). Power margin with target winners × booksum. */
export function addSet(sheet: Sheet, market: PricedMarket, keys: readonly string[], probs: readonly number[], winners = 1): void {
  putSet(market, keys, probs, setExponent(sheet, market.key, probs, winners))
}

/** The runners of a field, as many of whom win as their probabilities add up to. */
export function addField(sheet: Sheet, market: PricedMarket, keys: readonly string[], probs: readonly number[]): void {
  putSet(market, keys, probs, fieldExponent(sheet, market.key, probs))
}

function putSet(market: PricedMarket, keys: readonly string[], probs: readonly number[], k: number): void {
  for (let n = 0; n < keys.length; n++) put(market, keys[n]!, probs[n]!, probs[n]! > 0 ? probs[n]! ** k : 1)
}

/** What the probabilities of a set are raised to under the booksum of its market. */
function setExponent(sheet: Sheet, key: string, probs: readonly number[], winners: number): number {
  let open = 0
  let total = 0
  for (const prob of probs) {
    if (prob > 0 && prob < 1) open++
    total += prob
  }
  // With more certain winners than the booksum allows there is no exponent: a decided set is closed anyway.
  if (open < 2) return 1
  const booksum = booksumOf(sheet.margins, key, sheet.live)
  // Sums differ from `winners` where winners overlap (paid early at two ahead): the margin is put on the sum.
  return Math.min(1, powerExponent(probs, (Math.abs(total - winners) < 0.01 ? winners : total) * booksum))
}

/**
 * The same for the runners of a field. Those who win nearly for certain can hardly be made shorter, so they carry little of the
 * margin: else the few that are still open would carry it all.
 */
export function fieldExponent(sheet: Sheet, key: string, probs: readonly number[]): number {
  const part = booksumOf(sheet.margins, key, sheet.live) - 1
  let open = 0
  let target = 0
  for (const prob of probs) {
    if (prob > 0 && prob < 1) open++
    target += prob * (1 + part * Math.min(1, (1 - prob) / NEARLY))
  }
  return open < 2 ? 1 : Math.min(1, powerExponent(probs, target))
}

export function outcome(t: number, p = 0): string {
  return outcomeKey(t, p)
}
