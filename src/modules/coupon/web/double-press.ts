import type { Fix } from '../rules/state/index.ts'

/** Presses so close are one double click of a pointer, or a key that is held. */
export const DOUBLE_PRESS_MS = 500

const PLACES: ReadonlySet<Fix['do']> = new Set(['place', 'accept', 'retry'])

/**
 * Whether a press is one of its own. The first half of a double click mends something, and the button under the pointer places by
 * the second: nobody has read that. Moments are those of the events, not of their handling, which a slow page delays. A key that
 * is held waits until it is let go; who taps on quickly only waits until the double click is over.
 */
export function ownPresses(): (fix: Fix, atMs: number, byKey?: boolean) => boolean {
  let lastMs = -Infinity
  return (fix, atMs, byKey = false) => {
    const isOwn = atMs - lastMs >= DOUBLE_PRESS_MS || !PLACES.has(fix.do)
    if (isOwn || byKey) lastMs = atMs
    return isOwn
  }
}
