/** The payout tax of what is paid for a bet before its result (rules 5): the one that settlement takes, and by its own code. */
import type { Minor } from '#lib/money.ts'
import { fraction } from '#modules/payout/rules/fraction.ts'
import { taxDue, type TaxedBet } from '#modules/payout/rules/money.ts'

/** What was sold of the bet before. */
export interface SoldBefore {
  grossMinor: Minor
  taxMinor: Minor
}

/** Of a bet with a payout tax; no promo stake is ever sold. */
export type SaleTax = Required<Pick<TaxedBet, 'stakeMinor' | 'exponent' | 'soldGrossMinor' | 'soldTaxMinor'>> & {
  tax: NonNullable<TaxedBet['tax']>
}

/** Null when sums are paid as they are. */
export function saleTaxOf(bet: Pick<TaxedBet, 'stakeMinor' | 'tax' | 'exponent'>, before: SoldBefore): SaleTax | null {
  if (!bet.tax?.payout) return null
  return {
    stakeMinor: bet.stakeMinor,
    tax: bet.tax,
    exponent: bet.exponent ?? 2,
    soldGrossMinor: before.grossMinor,
    soldTaxMinor: before.taxMinor,
  }
}

/**
 * The tax in a sum that is paid now: that of everything paid for the bet so far, this sum included, against its whole stake,
 * less what was taken before. So slices save nobody a threshold or a bracket, and none pays for what another may bring.
 */
export function saleTaxMinor(grossMinor: Minor, tax: SaleTax | null): Minor {
  if (!tax) return 0n
  const due = taxDue(tax, fraction(grossMinor))
  return due > grossMinor ? grossMinor : due
}
