/**
 * What the crash test needs of a server. Two targets stand beside this file: the product itself, started by its
 * own command, and the harness, a small server of acceptor, ledger and settlement that starts in no time.
 */
import type { Db } from '#platform/server/db.ts'

/** One call of the load client. `key` makes it the same call when it is asked again; the rest is the target's own. */
export interface CrashOp {
  kind: 'bet' | 'autobet' | 'sale' | 'deposit' | 'withdraw' | 'settle'
  key: string
  /** Bets and results: the game. */
  ci: number
  amountMinor: string
  body: Record<string, unknown>
}

/** `id` of what was acknowledged; null = refused for good, so it must not exist. */
export type Acknowledged = { id: string | null }

export interface Acked {
  op: CrashOp
  id: string | null
}

export interface CrashTarget {
  /** The process to start and to kill; it prints a line with its address (`http://…`) when it serves. */
  command(databaseUrl: string): { file: string; args: string[]; env: Record<string, string> }
  /** Players and money, once, on the first process. */
  prepare(address: string, db: Db): Promise<void>
  /** After every start: resolves when bets are taken. */
  ready(address: string): Promise<void>
  /** A bet of a game that takes bets, by any player; not of the one that rests. */
  bet(resting?: number | null): CrashOp
  deposit(): CrashOp
  /** Left out when the target pays nothing out. */
  withdraw?(): CrashOp
  /** An order that places a bet by itself. */
  autoBet?(): CrashOp
  /** The sale of one of these bets; null when there is none. */
  sell?(bets: readonly Acked[]): CrashOp | null
  /** The result of this game; null when the target has no result to say. */
  settle(ci: number, again: boolean): CrashOp | null
  /** Games that take bets now. */
  openGames(): number[]
  /** Resolves when the server has acknowledged; rejects when the fate is unknown. */
  send(address: string, op: CrashOp): Promise<Acknowledged>
  /** Deposits that were acknowledged and are not in the books, and how many are in the books in all. */
  deposits(db: Db, acked: readonly Acked[]): Promise<{ missing: string[]; total: number }>
  /** The same of withdrawals. */
  withdrawals?(db: Db, acked: readonly Acked[]): Promise<{ missing: string[]; total: number }>
  /** Bets that came from orders, and what is wrong with orders and sales. */
  ordered?(db: Db): Promise<number>
  wrongOrders?(db: Db, acked: readonly Acked[]): Promise<string[]>
  /** What the target itself knows of settled bets; messages of what is wrong. */
  settled(db: Db, acked: readonly Acked[]): Promise<string[]>
  close?(): void
}
