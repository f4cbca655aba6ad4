/** The bets of the last minutes in memory: equal bets (900060), too many on one outcome (158188), answers given. */
import { largeMemory } from '#platform/server/large-memory.ts'
import { HOUR, MINUTE, type Clock } from '#lib/time.ts'
import type { Problem } from '#platform/shared/problem.ts'

/** More accepted bets of one player on one outcome within an hour are refused for a while (158188). */
export const MAX_BETS_PER_OUTCOME = 50

export interface RecentBets {
  /** Age of the last equal bet of the account, null = none in the last minutes. */
  equalAgeMs(playerId: number, accountId: number, sameness: string): number | null
  /** An outcome of these has had its most bets of the player within the last hour. */
  hasTooMany(playerId: number, outcomes: readonly string[]): boolean
  add(accountId: number, playerId: number, sameness: string, outcomes: readonly string[]): void
  /** A refusal that was answered: the same betGUID gets the same answer. */
  refusal(playerId: number, guid: string): { bodyHash: string; problem: Problem } | undefined
  setRefusal(playerId: number, guid: string, bodyHash: string, problem: Problem): void
}

/** What is remembered of one player; the oldest of too much is forgotten. */
interface Remembered {
  /** When an equal bet of an account was placed last. */
  equal: Map<string, number>
  perOutcome: Map<string, { since: number; count: number }>
}

const MAX_PLAYERS = 50_000
const MAX_OF_PLAYER = 400

export function createRecentBets(clock: Clock): RecentBets {
  const players = largeMemory<number, Remembered>(MAX_PLAYERS)
  const refusals = largeMemory<string, { at: number; bodyHash: string; problem: Problem }>(50_000)
  return {
    equalAgeMs(playerId, accountId, sameness) {
      const at = players.get(playerId)?.equal.get(`${accountId}|${sameness}`)
      return at === undefined ? null : clock.now() - at
    },
    hasTooMany(playerId, outcomes) {
      const known = players.get(playerId)
      if (!known) return false
      const since = clock.now() - HOUR
      return outcomes.some((outcome) => {
        const window = known.perOutcome.get(outcome)
        return window !== undefined && window.since > since && window.count >= MAX_BETS_PER_OUTCOME
      })
    },
    add(accountId, playerId, sameness, outcomes) {
      const now = clock.now()
      let known = players.get(playerId)
      if (!known) players.set(playerId, (known = { equal: new Map(), perOutcome: new Map() }))
      put(known.equal, `${accountId}|${sameness}`, now)
      forgetOldest(known.equal)
      for (const outcome of outcomes) {
        const window = known.perOutcome.get(outcome)
        if (window && now - window.since < HOUR) window.count += 1
        else put(known.perOutcome, outcome, { since: now, count: 1 })
      }
      forgetOldest(known.perOutcome)
    },
    refusal(playerId, guid) {
      const known = refusals.get(`${playerId}|${guid}`)
      return known && clock.now() - known.at < 10 * MINUTE ? known : undefined
    },
    setRefusal: (playerId, guid, bodyHash, problem) => void refusals.set(`${playerId}|${guid}`, { at: clock.now(), bodyHash, problem }),
  }
}

/** As the newest: a key that is only set again keeps its old place. */
function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
}

function forgetOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MAX_OF_PLAYER) return
    map.delete(key)
  }
}
