/** When a bet was placed, from its id alone: ids carry milliseconds since 2025 above 12 low bits (ledger ids). */
import type { Millis } from '#lib/time.ts'

const EPOCH = Date.UTC(2025, 0, 1)
const LOW = 4096
/** A full millisecond lends ids of the next ones, and the clocks of two machines differ a little. */
export const BET_TIME_SLACK_MS = 60_000

/** Null when the number cannot be a bet's id. */
export function betTime(id: number): Millis | null {
  return Number.isSafeInteger(id) && id >= LOW ? EPOCH + Math.floor(id / LOW) : null
}
