/** The order in which the ledger booked what it booked at one moment. */
import type { Minor } from '#lib/money.ts'

export interface BookedMove {
  amountMinor: Minor
  /** Of the account after this move. */
  balanceMinor: Minor | null
  at: Date
}

/**
 * Moves by time. Those of one moment follow their balances, each from where another has left the account: a correction
 * takes back before it pays, a sale pays before its tax. Where balances tell nothing the given order stands.
 */
export function asBooked<M extends BookedMove>(moves: readonly M[]): M[] {
  return [...Map.groupBy(moves, ({ at }) => at.getTime()).values()].flatMap(chained)
}

function chained<M extends BookedMove>(moves: readonly M[]): M[] {
  const rest = [...moves]
  const out: M[] = []
  while (rest.length > 0) {
    const last = out.at(-1)
    const isNext = (move: M) => last !== undefined && last.balanceMinor === before(move)
    const isFirst = (move: M) => !rest.some((other) => other !== move && other.balanceMinor === before(move))
    const next = rest.find(isNext) ?? rest.find(isFirst) ?? rest[0]!
    out.push(next)
    rest.splice(rest.indexOf(next), 1)
  }
  return out
}

function before({ amountMinor, balanceMinor }: BookedMove): Minor | null {
  return balanceMinor === null ? null : balanceMinor - amountMinor
}
