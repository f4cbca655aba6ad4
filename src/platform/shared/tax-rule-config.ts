/** A tax on bets or payments as the configuration has it: what module payout calls a tax rule. Rates are "0.05" or "5/105". */
export interface TaxRuleConfig {
  country: string
  /** ms; the newest rule that has begun is in force. */
  validFrom: number
  /** Name for receipts and screens: "KE-2025-07". */
  rule: string
  /** Code of the currency that the threshold and the brackets are in; absent: that of each account. */
  currency?: string | undefined
  stake?: { mode: 'included' | 'excluded'; rate: string }
  payout?:
    | { base: 'gross' | 'net'; rate: string }
    | { base: 'gross' | 'net'; mode: 'slab' | 'progressive'; brackets: readonly { from: string; rate: string }[] }
  /** Payout tax only when its base is above it, major units. */
  threshold?: string
  /** Smallest total coefficient that is accepted, thousandths. */
  minPrice?: number
  /** Shares of each deposit and each withdrawal. */
  transfer?: { deposit?: string | undefined; withdrawal?: string | undefined }
  returnsStakeTax: boolean
}
