/** The clock of the world beside the product's. Pure. */
import type { Millis } from '#lib/time.ts'

export interface Pace {
  /** Time of the product at which the world stood `at`. */
  from: Millis
  at: Millis
  speed: number
}

/** At the usual speed a world that is ahead goes so much slower than the product, until both are together again. */
const WAITING = 0.8

/** The time of the world when the product's is `now`. With time it never runs back. */
export function worldTime({ from, at, speed }: Pace, now: Millis): Millis {
  const passed = now - from
  if (speed !== 1 || at <= from) return Math.round(at + passed * speed)
  return Math.max(now, Math.round(at + passed * WAITING))
}
