import type { Fix } from '../rules/state/index.ts'

/** Presses so close are one double click of a pointer, or a key that is held. */
export const DOUBLE_PRESS_MS = 500

const PLACES: ReadonlySet<Fix['do']> = new Set(['place', 'accept', 'retry'])

/**
 * Whether a press is one of its own. The first half of a double click mends something, and the button under the pointer places by
 * the second: nobody has read that. Moments are those of the events, not of their handling, which a slow page delays.
 */
export function ownPresses(): (fix: Fix, atMs: number) => boolean {
  let lastMs = -Infinity
  return (fix, atMs) => {
    const isSoon = atMs - lastMs < DOUBLE_PRESS_MS
    lastMs = atMs
    return !(isSoon && PLACES.has(fix.do))
  }
}
