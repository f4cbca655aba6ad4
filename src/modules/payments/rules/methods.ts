/** Ways to pay: which ones a country and a currency offer, their bounds, fees and times. */
import { divideCeil, type Minor } from '#lib/money.ts'
import rows from '#seed/payment-methods.json' with { type: 'json' }
import type { CashierConfig } from '#platform/shared/site-config.ts'

export const METHOD_GROUPS = ['cards', 'wallets', 'banks', 'cash', 'crypto'] as const
export type MethodGroup = (typeof METHOD_GROUPS)[number]

export interface PaymentMethod {
  id: number
  key: string
  /** A proper name, the same in every language; empty: the text payments:method_<key>. */
  name: string
  group: MethodGroup
  /** Which of our drawings stands for it. */
  drawing: string
  /** Left out = every country. */
  countries?: readonly string[] | undefined
  /** Left out = every currency of its kind. */
  currencies?: readonly string[] | undefined
  crypto: boolean
  /** Bounds in euro, turned into the account's currency. */
  minEur: string
  maxEur: string
  /** On top of what is credited, thousandths. */
  feeInPermille: number
  outMinEur: string
  outMaxEur: string
  /** Out of what leaves the account, thousandths. */
  feeOutPermille: number
  /** How long a payout by it usually takes once it is sent. */
  payoutHours: number
  /** How long a deposit by it usually takes. */
  depositMinutes: number
  paysIn: boolean
  paysOut: boolean
  /** A payout has to be told where to. */
  needsAddress: boolean
}

type Row = [
  number,
  string,
  string,
  MethodGroup,
  string,
  string,
  string,
  number,
  string,
  string,
  number,
  string,
  string,
  number,
  number,
  number,
  string,
]

const listOf = (text: string) => (text === '' ? undefined : text.split(' '))

export const METHODS: readonly PaymentMethod[] = (rows as unknown as Row[]).map(
  ([
    id,
    key,
    name,
    group,
    drawing,
    countries,
    currencies,
    crypto,
    minEur,
    maxEur,
    feeIn,
    outMin,
    outMax,
    feeOut,
    hours,
    minutes,
    flags,
  ]) => ({
    id,
    key,
    name,
    group,
    drawing,
    countries: listOf(countries),
    currencies: listOf(currencies),
    crypto: crypto === 1,
    minEur,
    maxEur,
    feeInPermille: feeIn,
    outMinEur: outMin,
    outMaxEur: outMax,
    feeOutPermille: feeOut,
    payoutHours: hours,
    depositMinutes: minutes,
    paysIn: flags.includes('i'),
    paysOut: flags.includes('o'),
    needsAddress: flags.includes('a'),
  }),
)

/** The house's ways with what a brand has changed; those it has switched off are gone. */
export function methodsOf(config: CashierConfig | undefined): PaymentMethod[] {
  const changes = config?.methods ?? {}
  return METHODS.filter(({ key }) => changes[key]?.off !== true).map((method) => {
    const change = Object.hasOwn(changes, method.key) ? changes[method.key] : undefined
    if (!change) return method
    const { off: _off, ...rest } = change
    return { ...method, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }
  })
}

export function takesCurrency({ crypto, currencies }: PaymentMethod, currency: { code: string; crypto: boolean }): boolean {
  return crypto === currency.crypto && (currencies?.includes(currency.code) ?? true)
}

/** Ways that take this currency in this country. */
export function methodsFor(country: string, currency: { code: string; crypto: boolean }, config?: CashierConfig): PaymentMethod[] {
  return methodsOf(config).filter(
    (method) => takesCurrency(method, currency) && (method.countries?.includes(country.toUpperCase()) ?? true),
  )
}

/** A fee on a sum, rounded up to the minor unit; nothing for a free way. */
export function feeOn(amountMinor: Minor, permille: number): Minor {
  return divideCeil(amountMinor * BigInt(permille), 1000n)
}
