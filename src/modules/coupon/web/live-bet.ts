import { liveKey, useLive } from '#platform/web/live-store.ts'

/** What the player's topic says of a bet. */
export interface LiveBet {
  status: number
  sum: number
  win: number
  settledAt: number | null
}

/** Open or under check: everything else is decided. */
export function isOpenBet(status: number): boolean {
  return status === 1 || status === 7
}

export function useLiveBet(playerId: number, betId: string): LiveBet | undefined {
  return useLive<LiveBet>(liveKey(`me:${playerId}`, `bet:${betId}`))
}
