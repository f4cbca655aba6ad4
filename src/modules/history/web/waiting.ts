import type { Bet } from './bets.ts'

const OPEN = 1
const RETURNED = 5

/** A bet with an advance is decided after it (rules 8.5): until then it is open although every leg has ended. Null: it waits for nothing. */
export function waitOf({ legs, owed, possible }: Pick<Bet, 'legs' | 'owed' | 'possible'>, status: number) {
  if (status !== OPEN || owed === 0n || legs.some(({ result }) => result === null)) return null
  return (possible ?? 0n) > 0n ? 'win_waits_for_advance' : 'waits_for_advance'
}

/** Void for an advance that nothing has covered, and without anything to give back. */
export function isUncovered({ owed, win }: Pick<Bet, 'owed' | 'win'>, status: number): boolean {
  return status === RETURNED && owed > 0n && (win ?? 0n) === 0n
}
