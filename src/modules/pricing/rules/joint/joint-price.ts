/**
 * Price of several outcomes of one game together: the sum over the states in which all of them win, then the margin
 * (rules 7.4). Never the product, never below the dearest of them alone.
 */
import { unreachable } from '#lib/assert.ts'
import { ladder, type Milli } from '#lib/price.ts'
import { factsFrom, type GameFacts } from '../game-facts.ts'
import { booksumOf, type MarginTable } from '../margin-table.ts'
import { LOSE, WIN } from '../payoff.ts'
import type { PriceInput } from '../price-input.ts'
import { LEAST_PROBABILITY } from '../sheet.ts'
import { fieldStates } from './field-states.ts'
import { countStates, goalStates, isStatistic } from './goal-states.ts'
import { pointStates } from './point-states.ts'
import type { JointPick, StateSpace } from './state-space.ts'
import { tennisStates } from './tennis-states.ts'

export type { JointPick, StateSpace } from './state-space.ts'

/** An outcome with its price alone. */
export interface JointLeg extends JointPick {
  price: Milli
}

/** Why outcomes cannot be combined; numbers are places in the list. */
export type JointFault =
  | { kind: 'sport' }
  | { kind: 'market' | 'refund'; a: number }
  | { kind: 'impossible' | 'nested'; a: number; b: number }
  | { kind: 'unlikely' }

export interface JointPrice {
  /** Chance that all of them win. */
  prob: number
  /** Null when there is a fault. */
  price: Milli | null
  faults: JointFault[]
}

/** Two outcomes that differ in less are one and the same for a bet. */
const SAME = 1e-7
/** Key of the margin table. */
const SAME_GAME = 'same_game'

/** The states on which these parts are priced together; null when the sport's model has none. */
export function stateSpace(input: PriceInput, parts: ReadonlySet<string>, facts: GameFacts = factsFrom(input)): StateSpace | null {
  if (facts.stage === 'ended' || facts.stage === 'void' || facts.unheard) return null
  if (input.runners?.length) return fieldStates(input, facts)
  const { engine } = facts.shape
  switch (engine) {
    case 'goals': {
      const [only] = parts
      return input.sportId === 1 && parts.size === 1 && only && isStatistic(only)
        ? countStates(input, facts, only)
        : goalStates(input, facts)
    }
    case 'tennis':
      return tennisStates(input, facts)
    case 'points': {
      const [part] = parts
      return part === undefined || parts.size > 1 ? null : pointStates(input, facts, part)
    }
    case 'diamond':
    case 'cricket':
    case 'rally':
    case 'frames':
    case 'bout':
    case 'board':
    case 'field':
      return null
    default:
      return unreachable(engine, 'engine')
  }
}

/** States in which a pick wins, with their chance together; or why it cannot be combined. */
interface Won {
  mask: Uint8Array
  prob: number
}

function wonBy(space: StateSpace, pick: JointPick): Won | 'market' | 'refund' {
  const payoff = space.payoff(pick)
  if (!payoff) return 'market'
  const { chances } = space
  const mask = new Uint8Array(chances.length)
  let prob = 0
  for (let n = 0; n < chances.length; n += 1) {
    const value = payoff(n)
    if (value === WIN) {
      mask[n] = 1
      prob += chances[n]!
    } else if (value !== LOSE) return 'refund'
  }
  return { mask, prob }
}

function together({ chances }: StateSpace, masks: readonly Uint8Array[]): number {
  let sum = 0
  for (let n = 0; n < chances.length; n += 1) if (masks.every((mask) => mask[n] === 1)) sum += chances[n]!
  return sum
}

/** Two outcomes against each other: no state has both, or one wins wherever the other does. */
function pairFault(space: StateSpace, one: Won, two: Won): 'impossible' | 'nested' | null {
  const both = together(space, [one.mask, two.mask])
  if (both <= SAME) return 'impossible'
  return both >= Math.min(one.prob, two.prob) - SAME ? 'nested' : null
}

/** Of a nested pair `a` is the narrower outcome: it already says what `b` says. */
function orderedPair(kind: 'impossible' | 'nested', a: number, b: number, one: Won, two: Won): JointFault {
  return kind === 'nested' && two.prob < one.prob ? { kind, a: b, b: a } : { kind, a, b }
}

export function priceJoint(space: StateSpace, legs: readonly JointLeg[], margins: MarginTable, live: boolean): JointPrice {
  const faults: JointFault[] = []
  const won = legs.map((leg) => wonBy(space, leg))
  won.forEach((found, a) => {
    if (typeof found === 'string') faults.push({ kind: found, a })
  })
  const known = won.filter((found): found is Won => typeof found !== 'string')
  if (faults.length > 0 || known.length < 2) return { prob: 0, price: null, faults }
  known.forEach((one, a) => {
    for (let b = a + 1; b < known.length; b += 1) {
      const kind = pairFault(space, one, known[b]!)
      if (kind) faults.push(orderedPair(kind, a, b, one, known[b]!))
    }
  })
  const prob = together(
    space,
    known.map(({ mask }) => mask),
  )
  if (faults.length === 0 && prob < (space.least ?? LEAST_PROBABILITY)) faults.push({ kind: 'unlikely' })
  if (faults.length > 0) return { prob, price: null, faults }
  return { prob, price: withMargin(prob, legs, margins, live), faults }
}

/**
 * One margin for every number of outcomes, as on one of many results: so more conditions never pay less. Nor do they pay
 * less than the dearest of them alone.
 */
function withMargin(prob: number, legs: readonly JointLeg[], margins: MarginTable, live: boolean): Milli {
  const implied = Math.min(1, prob * booksumOf(margins, SAME_GAME, live))
  const dearest = Math.max(...legs.map((leg) => leg.price))
  return ladder(Math.max(1 / implied, dearest / 1000))
}

/** For each candidate why it cannot join the chosen ones; numbers of pairs are places among the chosen ones, `b` = −1 is the candidate. */
export function joinFaults(space: StateSpace, chosen: readonly JointPick[], candidates: readonly JointPick[]): (JointFault | null)[] {
  const known = chosen.map((pick) => wonBy(space, pick)).filter((found): found is Won => typeof found !== 'string')
  if (known.length !== chosen.length) return candidates.map(() => null)
  return candidates.map((pick) => {
    const found = wonBy(space, pick)
    if (typeof found === 'string') return { kind: found, a: -1 }
    for (const [a, one] of known.entries()) {
      const kind = pairFault(space, one, found)
      if (kind) return orderedPair(kind, a, -1, one, found)
    }
    return together(space, [...known.map(({ mask }) => mask), found.mask]) < (space.least ?? LEAST_PROBABILITY)
      ? { kind: 'unlikely' }
      : null
  })
}
