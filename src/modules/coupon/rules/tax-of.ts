/** The tax on bets of an account. */
import { minorText } from '#lib/money.ts'
import type { Millis } from '#lib/time.ts'
import { currencyByCode, minorOf, type Currency } from '#modules/ledger/rules/currency.ts'
import { taxRuleAt, taxTermsOf } from '#modules/payout/rules/tax.ts'
import type { TaxRule, TaxTerms } from '#modules/payout/rules/terms.ts'

/**
 * In force in a country at a moment; null when nothing is taken. The amounts of the law are in its own currency
 * (2280 zloty), those of the bet in the account's: by the rate of the house, rounded down to a minor unit.
 */
export function taxOf(rules: readonly TaxRule[], country: string, at: Millis, account: Currency | undefined): TaxTerms | null {
  const rule = taxRuleAt(rules, country, at)
  if (!rule) return null
  const from = currencyByCode(rule.currency ?? '')
  return taxTermsOf(rule, (amount) =>
    from && account && from !== account ? minorText(minorOf(amount, from.rate, account), account.exponent) : amount,
  )
}
