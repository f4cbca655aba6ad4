/**
 * The figures of the screen (`Shown`): they are worked out again from the prices that the player saw. One that differs
 * says that he agreed to something else than what would be booked (161627).
 */
import { must } from '#lib/assert.ts'
import { milliText, parseMilli } from '#lib/price.ts'
import { minorText, parseMinor, type Minor } from '#lib/money.ts'
import { combine, combinedMilli, possiblePayout } from '#modules/coupon/rules/combined.ts'
import type { StakeRange } from '#modules/limits/server/index.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { BetRequest } from '../contract.ts'
import type { Wanted } from './bet-request.ts'
import type { ShownFigures } from './receipt.ts'

/** Price of the bet as a whole on the screen, thousandths; null: none was shown. The contract takes none that cannot be read. */
export function seenPrice({ Shown }: Pick<BetRequest, 'Shown'>): bigint | null {
  return Shown?.price ? must(parseMilli(Shown.price), 'a price that was shown has a reading') : null
}

export interface WorkedOut {
  winMinor: Minor
  taxMinor: Minor
  /** Thousandths; null: the kind has no one price, so that none can have been shown. */
  price: bigint | null
}

/** The figures as the receipt keeps them, in one writing each, or that one differs. What is null or empty was not shown. */
export function keptShown(
  { win, price, tax }: NonNullable<BetRequest['Shown']>,
  found: WorkedOut,
  exponent: number,
): ShownFigures | Problem {
  const kept: ShownFigures = {
    win: win ? minorText(found.winMinor, exponent) : null,
    price: price && found.price !== null ? milliText(found.price) : null,
    tax: tax ? minorText(found.taxMinor, exponent) : null,
  }
  const isOtherSum = (text: string | null | undefined, written: string | null, minor: Minor) =>
    text && text !== written && parseMinor(text, exponent) !== minor
  const isOtherPrice = price && price !== kept.price && (found.price === null || parseMilli(price) !== found.price)
  const differs = isOtherSum(win, kept.win, found.winMinor) || isOtherSum(tax, kept.tax, found.taxMinor) || isOtherPrice
  return differs ? problem('bets.figures_differ', { wire: 161_627, field: 'Shown' }) : kept
}

/** Of a plain bet: nothing but its stake, its prices and the cap. */
export function plainShown({ body: { Shown }, selections, stakeMinor, account }: Wanted, range: StakeRange): ShownFigures | Problem | null {
  if (!Shown) return null
  const product = combine(selections.map((selection) => selection.price))
  const winMinor = possiblePayout(stakeMinor, product, range.maxPayoutMinor)
  return keptShown(Shown, { winMinor, taxMinor: 0n, price: combinedMilli(product) }, account.currency.exponent)
}
