/** What the live topic of a game says about a leg. */
import { boostedPrice, type Milli } from '#lib/price.ts'
import { stateLock, stopLock, type GameStatus, type StatusNote } from '#modules/line/rules/status-words.ts'
import type { Leg } from './leg.ts'

/** [kind, status, start, I of the main part, over, note of the status]. */
export type LiveHead = readonly [kind: number, status: GameStatus, startsAt: number, i: number, over: 0 | 1, note?: StatusNote]
/** [price, flags, reason]; flag 1 = open. */
export type LiveEntry = readonly [price: Milli, flags: number, reason?: string]
export interface LiveScore {
  f?: readonly [number, number]
  c?: number
}

export interface LegSight {
  head: LiveHead
  /** The outcome under the leg's own I. */
  entry: LiveEntry | undefined
  score: LiveScore | undefined
  /** Thousandths by which the price is boosted before the match. */
  boostPermille?: number | undefined
}

const OPEN = 1
const TAKES_BETS: ReadonlySet<string> = new Set(['scheduled', 'delayed', 'live'])

/** The leg after a look at its topic; the same object when nothing changed. */
export function seenLeg(leg: Leg, sight: LegSight): Leg {
  const next = { ...leg, ...stateOf(leg, sight), ...scoreOf(sight.score), startsAt: sight.head[2] || leg.startsAt }
  if (sight.entry && sight.entry[0] > 0) {
    const [price] = sight.entry
    next.price = leg.kind === 3 && sight.boostPermille ? boostedPrice(price, sight.boostPermille) : price
    next.boostedFrom = next.price > price ? price : undefined
  }
  return same(leg, next) ? leg : next
}

function stateOf(leg: Leg, { head, entry }: LegSight): Pick<Leg, 'status' | 'reason' | 'liveGameId'> {
  const [kind, status, , mainGameId, over, note] = head
  if (over) return { status: 'closed', reason: stateLock(status, note) ?? 'lock_closed', liveGameId: null }
  if (leg.kind === 3 && kind === 1) return { status: 'started', reason: 'lock_started', liveGameId: mainGameId }
  if (!TAKES_BETS.has(status)) return { status: 'suspended', reason: stateLock(status, note) ?? 'lock_trader', liveGameId: null }
  if (!entry) return { status: 'suspended', reason: 'lock_trader', liveGameId: null }
  if (entry[1] & OPEN) return { status: 'open', reason: null, liveGameId: null }
  return { status: 'suspended', reason: stopLock(entry[2]), liveGameId: null }
}

function scoreOf(score: LiveScore | undefined): Pick<Leg, 'score' | 'clockSec'> {
  return { score: score?.f ?? null, clockSec: score?.c ?? null }
}

function same(a: Leg, b: Leg): boolean {
  return (
    a.price === b.price &&
    a.boostedFrom === b.boostedFrom &&
    a.status === b.status &&
    a.reason === b.reason &&
    a.liveGameId === b.liveGameId &&
    a.startsAt === b.startsAt &&
    a.score?.[0] === b.score?.[0] &&
    a.score?.[1] === b.score?.[1] &&
    minute(a.clockSec) === minute(b.clockSec)
  )
}

/** The coupon shows minutes: seconds are no change. */
function minute(seconds: number | null): number | null {
  return seconds === null ? null : Math.floor(seconds / 60)
}
