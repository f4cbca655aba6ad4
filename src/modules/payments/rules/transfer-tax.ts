/** The tax of a payment (rules 5, `DEPOSIT_WITHDRAW`): reckoned when it is begun, and kept with it. */
import type { Minor } from '#lib/money.ts'
import { transferTaxMinor } from '#modules/payout/rules/tax.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import { chargeOf, isUnpaid, shareInPart, type DepositState } from './deposit-state.ts'
import type { WithdrawalState } from './withdrawal-state.ts'

/** As a record has it; what a changed configuration says later changes nothing of it. */
export interface KeptTax {
  tax_minor: Minor
  tax_rule: string | null
  tax_rate: string | null
}

export const NO_TAX: KeptTax = { tax_minor: 0n, tax_rule: null, tax_rate: null }

export function keptTax(amountMinor: Minor, tax: TransferTax | null): KeptTax {
  return tax ? { tax_minor: transferTaxMinor(amountMinor, tax), tax_rule: tax.rule, tax_rate: tax.rate } : NO_TAX
}

interface TaxedDeposit extends KeptTax {
  amount_minor: Minor
  fee_minor: Minor
  returned_minor: Minor
}

/** The tax in a part of the charge that goes back: nothing is taken of what a player has not got. */
export function taxInPart(deposit: TaxedDeposit, partMinor: Minor): Minor {
  return shareInPart(deposit.tax_minor, chargeOf(deposit), partMinor)
}

/** What is, or of an unpaid one will be, taken of a deposit: nothing of money that was never credited, or has gone back. */
export function taxOfDeposit(deposit: TaxedDeposit & { state: DepositState }): Minor {
  if (!isUnpaid(deposit.state) && deposit.state !== 'done') return 0n
  return deposit.tax_minor - taxInPart({ ...deposit, returned_minor: 0n }, deposit.returned_minor)
}

/** What is, or will be, taken of a withdrawal: one that comes back comes back whole. */
export function taxOfWithdrawal({ state, tax_minor: taxMinor }: KeptTax & { state: WithdrawalState }): Minor {
  return state === 'refused' || state === 'cancelled' ? 0n : taxMinor
}
