/**
 * The calculator of bets: what a set of singles, doubles, trebles … would bring, with each-way halves, rule 4 and dead
 * heats (rules 2.5, 3.4). It is the algebra of settlement on prices that somebody typed; nothing is placed by it.
 */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { fraction, ONE, plus, roundHalfUp, times, ZERO, type Fraction } from '#modules/payout/rules/fraction.ts'
import { variantCount } from '#modules/payout/rules/payout.ts'

/** singles: each alone; express: all together; cover: from doubles up; full: from singles up; a number: all of that size. */
export type CalculatorBet = 'singles' | 'express' | 'cover' | 'full' | number

export const LEG_RESULTS = ['won', 'placed', 'lost', 'void'] as const
export type CalculatorResult = (typeof LEG_RESULTS)[number]

export interface CalculatorLeg {
  /** 0 = not typed yet. */
  price: Milli
  /** placed: not first, but in the places of an each-way bet. */
  result: CalculatorResult
  /** Percent of the winnings taken for withdrawn runners (rule 4). */
  rule4: number
  /** So many share the place; 1 = nobody else. */
  tied: number
}

export interface Calculation {
  bet: CalculatorBet
  legs: readonly CalculatorLeg[]
  stakeMinor: Minor
  /** The stake is that of one line; else of all together. */
  perLine: boolean
  /** The place part pays one so-manyth of the winnings; null = no each-way bet. */
  eachWay: number | null
}

export const MOST_CALCULATOR_LEGS = 20
export const EACH_WAY_PARTS = [2, 3, 4, 5, 8] as const
/** Deductions go in steps of five percent up to ninety. */
export const RULE4_STEPS = Array.from({ length: 19 }, (_, i) => i * 5)

/** Names that bets of these sizes have in books; the key of a text. */
const NAMES: Readonly<Record<'cover' | 'full', Readonly<Record<number, string>>>> = {
  cover: { 3: 'trixie', 4: 'yankee', 5: 'canadian', 6: 'heinz', 7: 'super_heinz', 8: 'goliath' },
  full: { 3: 'patent', 4: 'lucky_15', 5: 'lucky_31', 6: 'lucky_63' },
}

export function betName(bet: CalculatorBet, legs: number): string | null {
  return bet === 'cover' || bet === 'full' ? (NAMES[bet][legs] ?? null) : null
}

/** The bets that so many selections allow, singles first. */
export function betsOf(legs: number): readonly CalculatorBet[] {
  if (legs < 2) return ['singles']
  const sizes = Array.from({ length: Math.max(0, legs - 2) }, (_, i) => i + 2)
  return ['singles', 'express', ...sizes, ...(legs > 2 ? (['cover', 'full'] as const) : [])]
}

export interface CalculatorSums {
  /** Bets that are paid for: twice as many each way. */
  lines: bigint
  stakeMinor: Minor
  /** Of one line; for the eye only. */
  lineMinor: Minor
  returnMinor: Minor
  /** Parts of the return of an each-way bet. */
  winMinor: Minor
  placeMinor: Minor
}

/** Rounded once, half up. Null while a price is missing. */
export function calculate({ bet, legs, stakeMinor, perLine, eachWay }: Calculation): CalculatorSums | null {
  if (legs.length === 0 || legs.some(({ price }) => price <= 1000)) return null
  const [from, to] = rangeOf(bet, legs.length)
  const variants = variantCount(legs.length, from, to)
  if (variants === 0n) return null
  const lines = eachWay === null ? variants : 2n * variants
  const total = perLine ? stakeMinor * lines : stakeMinor
  const line = fraction(total, lines)
  const win = times(line, sumOver(legs.map(winFactor), from, to))
  const place =
    eachWay === null
      ? ZERO
      : times(
          line,
          sumOver(
            legs.map((leg) => placeFactor(leg, eachWay)),
            from,
            to,
          ),
        )
  const returnMinor = roundHalfUp(plus(win, place))
  const winMinor = roundHalfUp(win)
  return { lines, stakeMinor: total, lineMinor: roundHalfUp(line), returnMinor, winMinor, placeMinor: returnMinor - winMinor }
}

function rangeOf(bet: CalculatorBet, legs: number): [from: number, to: number] {
  switch (bet) {
    case 'singles':
      return [1, 1]
    case 'express':
      return [legs, legs]
    case 'cover':
      return [2, legs]
    case 'full':
      return [1, legs]
    default:
      return [bet, bet]
  }
}

/** Winnings per unit after rule 4: the stake itself is never cut. */
function winnings({ price, rule4 }: CalculatorLeg): Fraction {
  return fraction((price - 1000) * (100 - rule4), 100_000)
}

function winFactor(leg: CalculatorLeg): Fraction {
  if (leg.result === 'void') return ONE
  return leg.result === 'won' ? times(plus(ONE, winnings(leg)), fraction(1, leg.tied)) : ZERO
}

/** A first that is shared still has a place for everybody; a shared last place is divided. */
function placeFactor(leg: CalculatorLeg, part: number): Fraction {
  if (leg.result === 'void') return ONE
  if (leg.result === 'lost') return ZERO
  const paid = plus(ONE, times(winnings(leg), fraction(1, part)))
  return leg.result === 'placed' ? times(paid, fraction(1, leg.tied)) : paid
}

/** Sum of the products of all subsets with `from` … `to` members. */
function sumOver(factors: readonly Fraction[], from: number, to: number): Fraction {
  let sums: Fraction[] = [ONE]
  for (const factor of factors) {
    sums = Array.from({ length: sums.length + 1 }, (_, size) => {
      const without = sums[size] ?? ZERO
      const before = sums[size - 1]
      return before ? reduced(plus(without, times(before, factor))) : without
    })
  }
  return sums.slice(from, to + 1).reduce(plus, ZERO)
}

/** Denominators multiply with every leg; a common power of them is taken out. */
function reduced({ num, den }: Fraction): Fraction {
  let [a, b] = [num, den]
  while (b !== 0n) [a, b] = [b, a % b]
  return a > 1n ? { num: num / a, den: den / a } : { num, den }
}
