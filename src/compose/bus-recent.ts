/**
 * Bets that other processes have just placed count for the questions that this one asks: an equal bet of the last
 * minute (900060), too many on one outcome (158188). One message per 25 ms; nothing of money is decided by it.
 */
import type { RecentBets } from '#modules/bets/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'

interface Placed {
  accountId: number
  playerId: number
  sameness: string
  outcomes: readonly string[]
}

const SUBJECT = 'bets.recent'
const TELL_MS = 25

export function shareRecent(recent: RecentBets, bus: Bus): RecentBets {
  if (!bus.shared) return recent
  let waiting: Placed[] | null = null
  bus.on(SUBJECT, (payload) => {
    for (const { accountId, playerId, sameness, outcomes } of payload as Placed[]) recent.add(accountId, playerId, sameness, outcomes)
  })
  return {
    ...recent,
    add(accountId, playerId, sameness, outcomes) {
      recent.add(accountId, playerId, sameness, outcomes)
      if (!waiting) {
        waiting = []
        setTimeout(() => {
          bus.broadcast(SUBJECT, waiting)
          waiting = null
        }, TELL_MS)
      }
      waiting.push({ accountId, playerId, sameness, outcomes })
    },
  }
}
