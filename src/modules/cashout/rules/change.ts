/**
 * Edit bet and power bet (rules 8.2, 8.3): the coefficient that a changed bet goes on with; its stake stays. What a
 * replaced or deleted leg makes of it is `rebasedPrice` of payout.
 */
import { divideHalfUp } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { type Fraction, fraction, times } from '#modules/payout/rules/fraction.ts'
import { possibleCoefficient } from './expectation.ts'
import type { SaleBet } from './sale-bet.ts'

/** Outcomes as keys `ci:t:p:player`. */
export type ChangeKind = 'same' | 'added' | 'changed'

/** What the player did to the pending legs: adding is free, replacing and deleting cost the commission. */
export function changeOf(pending: readonly string[], wanted: readonly string[]): ChangeKind {
  const keeps = pending.every((key) => wanted.includes(key))
  if (!keeps) return 'changed'
  return wanted.length > pending.length ? 'added' : 'same'
}

/** A coefficient is kept in thousandths, half up. */
function milliOf(value: Fraction): Milli {
  return Number(divideHalfUp(value.num * 1000n, value.den))
}

/** old · Π added: what the old bet would pay if its pending legs win, times the new prices. */
export function addedPrice(bet: SaleBet, added: readonly Milli[]): Milli {
  return milliOf(added.reduce<Fraction>((f, price) => times(f, fraction(price, 1000)), possibleCoefficient(bet)))
}

/** A power bet is offered only when it raises the coefficient. */
export function raises(newPrice: Milli, oldPrice: Milli): boolean {
  return newPrice > oldPrice
}

/** The coefficient of the bet as it stands: decided legs in it, open ones as if they win. */
export function standingPrice(bet: SaleBet): Milli {
  return milliOf(possibleCoefficient(bet))
}
