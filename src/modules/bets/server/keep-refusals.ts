/**
 * Refusals of calls, written before they are told: whichever process is asked with the key, also after a restart, says the
 * same (WAG-01, WAG-02). What comes while a write is on its way goes together with the next one, so that a goal that
 * refuses a thousand bets takes one connection from those that are accepted.
 */
import { LRUCache } from 'lru-cache'
import { MINUTE, type Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'
import { insertRefusals, keyText, type WantedKey } from './bet-store.ts'

export interface RefusalKeeper {
  /** False when the key had an answer before. */
  keep(key: WantedKey, refused: Problem): Promise<boolean>
  /** So many calls of the player were refused lately that no more are written: nobody presses so fast. */
  hasTooMany(playerId: number): boolean
}

interface ToKeep {
  key: WantedKey
  refused: Problem
  resolve(isKept: boolean): void
  reject(error: unknown): void
}

const MAX_BATCH = 200
/** Calls with many bets in them count each. */
const MAX_PER_MINUTE = 1_000
const MAX_PLAYERS = 50_000

export function createRefusalKeeper(db: Db, clock: Clock): RefusalKeeper {
  const lately = new LRUCache<number, { since: number; count: number }>({ max: MAX_PLAYERS })
  let waiting: ToKeep[] = []
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        const kept = await insertRefusals(db, batch, new Date(clock.now()))
        // Taken out: of two with one key the first alone has kept it.
        for (const { key, resolve } of batch) resolve(kept.delete(keyText(key)))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  function count(playerId: number): void {
    const now = clock.now()
    const window = lately.get(playerId)
    if (window && now - window.since < MINUTE) window.count += 1
    else lately.set(playerId, { since: now, count: 1 })
  }

  return {
    keep(key, refused) {
      count(key.playerId)
      return new Promise((resolve, reject) => {
        waiting.push({ key, refused, resolve, reject })
        if (!isWriting) void write()
      })
    },
    hasTooMany(playerId) {
      const window = lately.get(playerId)
      return window !== undefined && clock.now() - window.since < MINUTE && window.count >= MAX_PER_MINUTE
    },
  }
}
