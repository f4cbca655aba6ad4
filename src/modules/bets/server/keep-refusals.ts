/**
 * Refusals of calls, written before they are told: whichever process is asked with the key, also after a restart, says the
 * same (WAG-01, WAG-02). What comes while a write is on its way goes together with the next one, so that a goal that
 * refuses a thousand bets takes one connection from those that are accepted. A batch that meets a key which is being placed
 * elsewhere is written once more one by one, beside those that come meanwhile: nobody waits long for somebody else's bet.
 */
import { largeMemory } from '#platform/server/large-memory.ts'
import { MINUTE, SECOND, type Clock } from '#lib/time.ts'
import { sqlState, type Db } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'
import { insertRefusal, insertRefusals, keyText, type WantedKey } from './bet-store.ts'

export interface RefusalKeeper {
  /** False when nothing was kept: the key had an answer before, or is being placed elsewhere and has none yet. */
  keep(key: WantedKey, refused: Problem): Promise<boolean>
  /** The same of one that waits for a key which is being placed elsewhere, as long as for any lock. */
  keepAlone(key: WantedKey, refused: Problem): Promise<boolean>
  /** So many calls of the player were refused lately that no more are written: nobody presses so fast. */
  hasTooMany(playerId: number): boolean
}

interface ToKeep {
  key: WantedKey
  refused: Problem
  resolve(isKept: boolean): void
  reject(error: unknown): void
}

interface ToKeepApart {
  one: ToKeep
  until: number
}

const MAX_BATCH = 200
/** So long a batch waits for a key that is being placed elsewhere. */
const KEY_WAIT_MS = 200
const LOCK_TIMEOUT = '55P03'
/** What waits longer to be written one by one is not kept: "try later" is an answer, silence is none. */
const APART_MS = 2 * SECOND
/** Each leaves a row for months. Calls with many bets in them count each. */
const MAX_PER_MINUTE = 120
const MAX_PLAYERS = 50_000

export function createRefusalKeeper(db: Db, clock: Clock): RefusalKeeper {
  const lately = largeMemory<number, { since: number; count: number }>(MAX_PLAYERS)
  const apart = inTurn<ToKeepApart>(1, async (batch) => {
    for (const { one, until } of batch) if (clock.now() >= until || !(await write([one]))) one.resolve(false)
  })
  const together = inTurn<ToKeep>(MAX_BATCH, async (batch) => {
    if (await write(batch)) return
    const until = clock.now() + APART_MS
    for (const one of batch) apart({ one, until })
  })

  /** False when a key among them is being placed elsewhere: nobody was answered. */
  async function write(batch: readonly ToKeep[]): Promise<boolean> {
    try {
      const kept = await insertRefusals(db, batch, new Date(clock.now()), KEY_WAIT_MS)
      // Taken out: of two with one key the first alone has kept it.
      for (const { key, resolve } of batch) resolve(kept.delete(keyText(key)))
    } catch (error) {
      if (sqlState(error) === LOCK_TIMEOUT) return false
      for (const { reject } of batch) reject(error)
    }
    return true
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
        together({ key, refused, resolve, reject })
      })
    },
    keepAlone(key, refused) {
      count(key.playerId)
      return insertRefusal(db, key, refused, new Date(clock.now()))
    },
    hasTooMany(playerId) {
      const window = lately.get(playerId)
      return window !== undefined && clock.now() - window.since < MINUTE && window.count >= MAX_PER_MINUTE
    },
  }
}

/** Takes what is done in batches of at most so many, one after the other. */
function inTurn<T>(most: number, work: (batch: readonly T[]) => Promise<void>): (one: T) => void {
  const waiting: T[] = []
  let isWorking = false
  async function go(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) await work(waiting.splice(0, most))
    isWorking = false
  }
  return (one) => {
    waiting.push(one)
    if (!isWorking) void go()
  }
}
