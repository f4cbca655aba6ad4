/**
 * The figures of the screen (`Shown`): they are worked out again from the prices that the player saw. One that differs
 * says that he agreed to something else than what would be booked (161627).
 */
import { milliText } from '#lib/price.ts'
import { parseMinor, type Minor } from '#lib/money.ts'
import { combine, combinedMilli, possiblePayout } from '#modules/coupon/rules/combined.ts'
import type { StakeRange } from '#modules/limits/server/index.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { BetRequest } from '../contract.ts'
import type { Wanted } from './bet-request.ts'
import type { ShownFigures } from './receipt.ts'

export function shownOf({ Shown }: Pick<BetRequest, 'Shown'>): ShownFigures | null {
  return Shown ? { win: Shown.win ?? null, price: Shown.price ?? null, tax: Shown.tax ?? null } : null
}

export interface WorkedOut {
  winMinor: Minor
  taxMinor: Minor
  /** Thousandths; null: the kind has no one price, or its price was compared by CheckCf. */
  price: bigint | null
}

/** A figure that is null or empty was not shown. */
export function shownProblem(shown: ShownFigures, { winMinor, taxMinor, price }: WorkedOut, exponent: number): Problem | null {
  const differs = isOther(shown.win, winMinor, exponent) || isOther(shown.tax, taxMinor, exponent) || isOtherPrice(shown.price, price)
  return differs ? problem('bets.figures_differ', { wire: 161_627, field: 'Shown' }) : null
}

/** Of a plain bet: nothing but its stake, its prices and the cap. */
export function plainShownProblem(wanted: Wanted, range: StakeRange): Problem | null {
  const shown = shownOf(wanted.body)
  if (!shown) return null
  const product = combine(wanted.selections.map((selection) => selection.price))
  const winMinor = possiblePayout(wanted.stakeMinor, product, range.maxPayoutMinor)
  return shownProblem(shown, { winMinor, taxMinor: 0n, price: combinedMilli(product) }, wanted.account.currency.exponent)
}

function isOther(text: string | null, minor: Minor, exponent: number): boolean {
  return text !== null && text !== '' && parseMinor(text, exponent) !== minor
}

function isOtherPrice(text: string | null, price: bigint | null): boolean {
  return !!text && price !== null && milliText(price) !== text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}
