/** What a payment provider must offer. The amount is ours: a provider only says what became of it. */
import type { ProviderOutcome } from '../rules/deposit-state.ts'

export interface PaymentOrder {
  ref: string
  amountMinor: bigint
  currency: string
  exponent: number
  method: string
  brand: string
  lng: string
}

export interface CallbackRequest {
  /** The bytes as they came: the signature is over them, not over what a parser made of them. */
  raw: Buffer
  headers: Record<string, string | string[] | undefined>
  ip: string
  now: number
}

export interface ProviderEvent {
  eventId: string
  ref: string
  outcome: ProviderOutcome
  /** What the provider says was paid; compared with our record, never used. */
  amount: string
  currency: string
}

export type CallbackFault = 'bad_signature' | 'outside_window' | 'bad_body'

export interface PaymentPort {
  name: string
  /** Addresses that callbacks may come from; left out = any (the signature still decides). */
  sources?: readonly string[]
  /** Registers the order and gives the address of the hosted page. */
  start(order: PaymentOrder): Promise<{ url: string }>
  readCallback(request: CallbackRequest): ProviderEvent | CallbackFault
  /** Orders a payout. The same reference again is the same payout. Throws when it is not known whether it arrived. */
  payOut(order: PaymentOrder): Promise<'taken' | 'refused'>
  /** What became of a payout; `unknown` = the provider has never heard of it. */
  payOutState(ref: string): Promise<ProviderOutcome | 'unknown'>
}
