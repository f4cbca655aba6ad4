/** What has become of a promo code, for who looks after them. */
import type { Millis } from '#lib/time.ts'

/** `takenBackLate`: what it was given for fell away when it had paid for a bet already; that bet keeps it. */
export type CodeState = 'open' | 'used' | 'over' | 'takenBack' | 'takenBackLate'

interface CodeTimes {
  betId: bigint | null
  takenBackAt: Millis | null
  validUntil: Millis
}

export function codeState({ betId, takenBackAt, validUntil }: CodeTimes, now: Millis): CodeState {
  if (takenBackAt !== null) return betId === null ? 'takenBack' : 'takenBackLate'
  if (betId !== null) return 'used'
  return validUntil > now ? 'open' : 'over'
}
