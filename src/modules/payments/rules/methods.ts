/** Ways to pay in: which ones a country and a currency offer, and their bounds. */
export interface PaymentMethod {
  id: number
  /** Key of the name: payments:method_<key>. */
  key: string
  group: 'cards' | 'wallets' | 'banks' | 'crypto'
  /** Left out = every country. */
  countries?: readonly string[]
  crypto: boolean
  /** Bounds in euro, turned into the account's currency. */
  minEur: string
  maxEur: string
  /** How long a payout by it usually takes once it is sent. */
  payoutHours: number
}

export const METHODS: readonly PaymentMethod[] = [
  { id: 1, key: 'card', group: 'cards', crypto: false, minEur: '5', maxEur: '1000', payoutHours: 72 },
  { id: 2, key: 'wallet', group: 'wallets', crypto: false, minEur: '1', maxEur: '2000', payoutHours: 1 },
  { id: 3, key: 'bank', group: 'banks', crypto: false, minEur: '10', maxEur: '5000', payoutHours: 120 },
  {
    id: 4,
    key: 'phone',
    group: 'wallets',
    crypto: false,
    minEur: '1',
    maxEur: '150',
    payoutHours: 24,
    countries: ['KZ', 'RU', 'BY', 'UZ', 'KG', 'UA', 'KE', 'GH', 'NG'],
  },
  { id: 5, key: 'crypto', group: 'crypto', crypto: true, minEur: '10', maxEur: '10000', payoutHours: 2 },
]

export function methodsFor(country: string, currency: { crypto: boolean }): PaymentMethod[] {
  return METHODS.filter((method) => method.crypto === currency.crypto && (method.countries?.includes(country.toUpperCase()) ?? true))
}
