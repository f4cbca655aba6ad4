/** Ready stakes of currencies that a brand does not name. */
import { divideHalfUp, minorText } from '#lib/money.ts'
import { minorOfEuro, type Currency } from '#modules/ledger/rules/currency.ts'

/** Units worth between half a euro and two need no other figure. */
const NEAR = { least: 0.5, most: 2 }

/**
 * A brand's figure for everybody (decimal text) in a currency: as it stands where a unit is worth about a euro, otherwise
 * what is worth as many euros, in the nearest of 1, 2 and 5 with zeros. Ten yen or ten bitcoins are no first stake.
 */
export function readyAmount(amount: string, currency: Currency | undefined): string {
  if (!currency) return amount
  const rate = Number(currency.rate)
  if (rate >= NEAR.least && rate <= NEAR.most) return amount
  const minor = minorOfEuro(amount, currency)
  if (minor <= 0n) return minorText(1n, currency.exponent)
  const unit = 10n ** BigInt(minor.toString().length - 1)
  const lead = Number(divideHalfUp(minor * 1000n, unit))
  const first = lead < 1414 ? 1n : lead < 3162 ? 2n : lead < 7071 ? 5n : 10n
  const text = minorText(first * unit, currency.exponent)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
