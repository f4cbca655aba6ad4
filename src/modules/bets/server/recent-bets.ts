/** The bets of the last minutes in memory: equal bets (900060), too many on one outcome (158188), answers given. */
import { LRUCache } from 'lru-cache'
import { HOUR, MINUTE, type Clock } from '#lib/time.ts'
import type { Problem } from '#platform/shared/problem.ts'

/** More accepted bets of one player on one outcome within an hour are refused for a while (158188). */
export const MAX_BETS_PER_OUTCOME = 50

export interface RecentBets {
  /** Age of the last equal bet of the account, null = none in the last minutes. */
  equalAgeMs(accountId: number, sameness: string): number | null
  /** Bets of the player on an outcome within the last hour. */
  onOutcome(playerId: number, outcome: string): number
  add(accountId: number, playerId: number, sameness: string, outcomes: readonly string[]): void
  /** A refusal that was answered: the same betGUID gets the same answer. */
  refusal(playerId: number, guid: string): { bodyHash: string; problem: Problem } | undefined
  setRefusal(playerId: number, guid: string, bodyHash: string, problem: Problem): void
}

export function createRecentBets(clock: Clock): RecentBets {
  const equal = new LRUCache<string, number>({ max: 100_000 })
  const perOutcome = new LRUCache<string, { since: number; count: number }>({ max: 200_000 })
  const refusals = new LRUCache<string, { at: number; bodyHash: string; problem: Problem }>({ max: 50_000 })
  const windowOf = (key: string) => {
    const window = perOutcome.get(key)
    return window && clock.now() - window.since < HOUR ? window : undefined
  }
  return {
    equalAgeMs(accountId, sameness) {
      const at = equal.get(`${accountId}|${sameness}`)
      return at === undefined ? null : clock.now() - at
    },
    onOutcome: (playerId, outcome) => windowOf(`${playerId}|${outcome}`)?.count ?? 0,
    add(accountId, playerId, sameness, outcomes) {
      equal.set(`${accountId}|${sameness}`, clock.now())
      for (const outcome of outcomes) {
        const key = `${playerId}|${outcome}`
        const window = windowOf(key)
        if (window) window.count += 1
        else perOutcome.set(key, { since: clock.now(), count: 1 })
      }
    },
    refusal(playerId, guid) {
      const known = refusals.get(`${playerId}|${guid}`)
      return known && clock.now() - known.at < 10 * MINUTE ? known : undefined
    },
    setRefusal: (playerId, guid, bodyHash, problem) => void refusals.set(`${playerId}|${guid}`, { at: clock.now(), bodyHash, problem }),
  }
}
