/** What a payment provider must offer. The amount is ours: a provider only says what became of it. */
import type { ProviderOutcome } from '../rules/deposit-state.ts'
import type { Movement } from '../rules/reconcile.ts'

export interface PaymentOrder {
  ref: string
  amountMinor: bigint
  currency: string
  exponent: number
  method: string
  /** Where a payout is wanted, for ways that need to be told. */
  destination?: string
  /** The provider's own name of the payment, when it gave one. */
  externalId?: string
  brand: string
  lng: string
  /** Where the payer goes afterwards, below the language; left out: the cashier with the deposit. */
  returnPath?: string
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
  /** What has to be the same when the event is told again; left out: every byte of it. */
  content?: string
  /** The provider's own name of what it speaks of: an order whose answer was lost may have been taken twice. */
  externalId?: string
}

/** `no_event`: signed and understood, but about nothing that concerns us. */
export type CallbackFault = 'bad_signature' | 'outside_window' | 'bad_body' | 'no_event'

/** A line of a provider's statement: money that has moved, in the provider's own words. */
export interface StatementLine {
  movement: Movement
  ref: string
  /** Plain decimal, as it came. */
  amount: string
  currency: string
  at: number
}

export interface Statement {
  /** Movements that it lists; others are not compared. */
  covers: readonly Movement[]
  /** What moved from a moment on and before another. Throws when it is not known in full. */
  read(from: number, to: number): Promise<readonly StatementLine[]>
}

export interface PaymentPort {
  name: string
  /** Addresses that callbacks may come from; left out = any (the signature still decides). */
  sources?: readonly string[]
  /** Registers the order and gives the address of the hosted page. */
  start(order: PaymentOrder): Promise<{ url: string; externalId?: string }>
  /**
   * Closes the page of an order that nobody has paid; the same reference again is the same answer. `paid`: money has come for
   * it, and a callback tells. Throws when it is not known. Without it a provider's orders end by themselves.
   */
  callOff?(order: Pick<PaymentOrder, 'ref' | 'externalId'>): Promise<'closed' | 'paid'>
  /** Checks and reads a callback; one that only points at a payment is followed to the provider's own record. */
  readCallback(request: CallbackRequest): ProviderEvent | CallbackFault | Promise<ProviderEvent | CallbackFault>
  /** Orders a payout. The same reference again is the same payout. Throws when it is not known whether it arrived. */
  payOut(order: PaymentOrder): Promise<'taken' | 'refused'>
  /**
   * Gives a deposit back to its payer, the sum of the order. The same reference again is the same refund. `done`: it has gone;
   * `taken`: a callback will tell; with an address, the payer takes it there himself, and it is asked for again until he has.
   */
  refund(order: PaymentOrder): Promise<'done' | 'taken' | 'refused' | { claimAt: string }>
  /** What became of a payout; `unknown` = the provider has never heard of it. */
  payOutState(ref: string): Promise<ProviderOutcome | 'unknown'>
  /** Its list of what has moved, for the comparison of every day (PAY-06). */
  statement?: Statement
}

/** A provider by its name in a record or an address, which may be anybody's. */
export function portOf(providers: Readonly<Record<string, PaymentPort>>, name: string | null): PaymentPort | undefined {
  return name !== null && Object.hasOwn(providers, name) ? providers[name] : undefined
}
