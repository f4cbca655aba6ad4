/** Taxes on deposits and withdrawals: found for a visitor as those on his bets are, booked beside the money of a payment. */
import { wireMoney, type Minor } from '#lib/money.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { systemAccountId, type Entry, type EntryKind } from '#modules/ledger/server/index.ts'
import { transferTaxAt } from '#modules/payout/rules/tax.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import type { DepositMoney } from '../rules/deposit-state.ts'
import { taxInPart, type KeptTax } from '../rules/transfer-tax.ts'
import type { DepositRow, PaymentsDeps } from './deposits.ts'

/** The rule in force for a payment that is begun now. */
export function taxInForce(
  { config, country, now }: Pick<Ctx, 'config' | 'country' | 'now'>,
  way: 'deposit' | 'withdrawal',
): TransferTax | null {
  return transferTaxAt(config.taxes, country, now, way)
}

/** As calls give it, where there is any; `sumMinor` is what is, or will be, taken. */
export function taxItem({ tax_rule: rule, tax_rate: rate }: KeptTax, sumMinor: Minor, exponent: number) {
  return rule !== null && rate !== null && sumMinor > 0n ? { tax: { rule, rate, sum: wireMoney(sumMinor, exponent) } } : {}
}

interface TaxPosting {
  kind: Extract<EntryKind, 'depositTax' | 'withdrawalTax'>
  /** That of the movement which it belongs to. */
  key: string
  from: Entry['accountId']
  currencyId: number
  /** Below zero: it goes back. */
  taxMinor: Minor
  at: Date
  reopens?: boolean
}

/** Gives the balance of the account that pays it; null where nothing is taken, or the house's account pays. */
export async function bookTax(
  { ledger }: Pick<PaymentsDeps, 'ledger'>,
  tx: Tx,
  { kind, key, from, currencyId, taxMinor, at, reopens = false }: TaxPosting,
): Promise<Minor | null> {
  if (taxMinor === 0n) return null
  const posted = await ledger.post(tx, {
    kind,
    txId: ledger.ids.next(),
    key,
    at,
    entries: [
      { accountId: from, currencyId, amountMinor: -taxMinor },
      { accountId: systemAccountId('tax', currencyId), currencyId, amountMinor: taxMinor },
    ],
    // A credit may have covered a debt: what the state takes of it is owed all the same.
    allowNegative: kind === 'depositTax',
    reopens,
  })
  if (isProblem(posted)) throw new Error(`${kind} of ${key}: ${posted.code}`)
  if (posted.repeated) throw new Error(`${kind} of ${key} was booked before`)
  return posted.balances.get(from) ?? null
}

/** The tax of a step: taken of what is credited, given back with what leaves the account again. */
export async function moveDepositTax(
  deps: Pick<PaymentsDeps, 'ledger'>,
  tx: Tx,
  deposit: DepositRow,
  { key, money, partMinor }: { key: string; money: Exclude<DepositMoney, 'nothing'>; partMinor: Minor },
  at: Date,
): Promise<Minor | null> {
  if (money === 'keepApart' || money === 'giveBack') return null
  const { account_id: from, currency_id: currencyId } = deposit
  const taxMinor = money === 'credit' ? deposit.tax_minor : -taxInPart(deposit, partMinor)
  return bookTax(deps, tx, { kind: 'depositTax', key, from, currencyId, taxMinor, at, reopens: money === 'takeBack' })
}
