/**
 * Cards that were opened and stay whole. Nobody's markets go while he looks at them, however many cards somebody else opens:
 * a card that was taken keeps its place until its game leaves the book, because its outcomes stay in the book as long
 * (bets may stand on them). So places are what the memory is bounded by, and it is newcomers who wait when they run out.
 */
import type { Millis } from '#lib/time.ts'
import { HOUR, MINUTE } from '#lib/time.ts'

/** A card stays whole for so long after it was read last; it is whole again as soon as somebody reads it. */
export const KEPT_MS = 3 * HOUR
/** A card takes 0.2 MB of memory on average: what all of them take together is bounded by the two figures below. */
export const MOST_CARDS = 2_000
/** The last places are for cards that somebody goes on reading: who runs through all of them once shuts out no visitor. */
export const MOST_READ_AGAIN = 3_000
/** A page reads its card every few seconds: what is read again within this time is looked at. */
const AGAIN_MS = 2 * MINUTE
const MOST_WAITING = 1_000

export interface KeptCards {
  /** Somebody reads this card; false: there is no place for it now. */
  read(ci: number, now: Millis): boolean
  has(ci: number, now: Millis): boolean
  /** Gives back the places of games that have left the book. */
  keep(games: ReadonlyMap<number, unknown>): void
}

export function createKeptCards(): KeptCards {
  const readAt = new Map<number, Millis>()
  /** Read, and without a place. */
  const waiting = new Map<number, Millis>()

  function isTaken(ci: number, now: Millis): boolean {
    if (readAt.has(ci) || readAt.size < MOST_CARDS) return true
    const isAgain = now - (waiting.get(ci) ?? -AGAIN_MS) < AGAIN_MS
    waiting.delete(ci)
    if (isAgain && readAt.size < MOST_READ_AGAIN) return true
    waiting.set(ci, now)
    if (waiting.size > MOST_WAITING) waiting.delete(waiting.keys().next().value!)
    return false
  }

  return {
    read(ci, now) {
      if (!isTaken(ci, now)) return false
      readAt.set(ci, now)
      return true
    },
    has: (ci, now) => now - (readAt.get(ci) ?? -KEPT_MS) < KEPT_MS,
    keep(games) {
      for (const ci of readAt.keys()) if (!games.has(ci)) readAt.delete(ci)
    },
  }
}
