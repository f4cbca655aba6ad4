/** When a broken provider is started again: after the first figure, then after twice as long each time, up to the second. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

export interface Restarts {
  /** A run begins. */
  begins(): void
  /** It broke: the next one begins after so long. One that lasted longer than any pause has worked, and its break is a first one. */
  pauseMs(): number
}

/** `monotonic`: machine time in ms. */
export function createRestarts(monotonic: () => number): Restarts {
  let [next, begunAt] = [FIRST_PAUSE_MS, 0]
  return {
    begins: () => void (begunAt = monotonic()),
    pauseMs() {
      const pause = monotonic() - begunAt > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : next
      next = Math.min(2 * pause, LONGEST_PAUSE_MS)
      return pause
    },
  }
}
