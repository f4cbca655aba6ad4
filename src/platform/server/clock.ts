/** The product's clock. Nothing else in the product asks the machine for the time. */
import type { Clock, Millis } from '#lib/time.ts'

export type { Clock, Millis }

export interface AdjustableClock extends Clock {
  /** Moves product time forward; never back. */
  advance(byMs: number): void
  /** Runs after every advance, so that timers bound to product time can catch up. */
  onAdvance(listener: () => void): void
  /** How far product time is ahead of the machine. */
  offsetMs(): number
}

/** Machine time plus an offset that `/dev/clock` may raise. */
export function systemClock(offsetMs = 0): AdjustableClock {
  let offset = offsetMs
  const listeners: (() => void)[] = []
  return {
    now: () => Date.now() + offset,
    advance(byMs) {
      if (byMs < 0) throw new RangeError('the product clock never runs back')
      offset += byMs
      for (const listener of listeners) listener()
    },
    onAdvance: (listener) => void listeners.push(listener),
    offsetMs: () => offset,
  }
}

/** A clock that stands still until a test moves it. */
export function manualClock(start: Millis): AdjustableClock & { set(to: Millis): void } {
  let now = start
  const listeners: (() => void)[] = []
  const move = (to: Millis) => {
    if (to < now) throw new RangeError('the product clock never runs back')
    now = to
    for (const listener of listeners) listener()
  }
  return {
    now: () => now,
    advance: (byMs) => move(now + byMs),
    set: move,
    onAdvance: (listener) => void listeners.push(listener),
    offsetMs: () => now - start,
  }
}
