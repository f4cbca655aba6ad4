/** What histories ask the modules beside them; each may be missing in an installation that does not offer it. */
import type { Ctx } from '#platform/server/http.ts'
import type { Problem } from '#platform/shared/problem.ts'

/** Sale, insurance and exchange of an open bet. */
export interface SaleState {
  canSell: boolean
  /** What it would be sold for now. */
  cashoutSumMinor: bigint | null
  autoSaleMinor: bigint | null
  /** 0 none, 1 waiting, 2 done, 3 cancelled. */
  autoSaleStatus: number
  /** What sold parts have brought. */
  oldSaleMinor: bigint
  canInsure: boolean
  insurancePercent: number | null
  /** The bet that it took the place of, and the one that took its place. */
  replaces: bigint | null
  replacedBy: bigint | null
  isPowerBet: boolean
}

export interface SalesPort {
  saleStates(betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, SaleState>>
  /** Of these bets the ones that a power bet can raise now. */
  raisable(ctx: Ctx, betIds: readonly bigint[]): Promise<readonly bigint[]>
}

/** A letter to the address of the player; null when the account has none. */
export interface Letter {
  template: 'bets_history' | 'casino_history'
  lng: string
  params: Record<string, string | number>
}

export interface MailAddress {
  to: string
  confirmed: boolean
}

export interface MailPort {
  /** Hidden but for its ends; null when there is none. */
  addressOf(ctx: Ctx): Promise<MailAddress | null>
  /** Writes the letter and answers the address, hidden but for its ends; null when there is none, a Problem when too many leave. */
  send(ctx: Ctx, letter: Letter): Promise<string | null | Problem>
}
