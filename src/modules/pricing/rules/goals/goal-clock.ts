/** When goals fall: shares of a half's goals by minute (feeds 10.2), so that the clock moves prices as games go. */
import rates from '#seed/world-rates.json' with { type: 'json' }

/**
 * Per cent of goals, of yellow cards and of what falls evenly, as corners do (feeds 10.2, 10.3), in bins of five minutes; the last
 * bin of a half is its added time.
 */
const { goalShares: GOALS, yellowShares: YELLOWS, flatShares: CORNERS } = rates.football
/** Minutes of added time over which its share is spread. */
const ADDED = [2.5, 6] as const
/** Something can always still happen until the whistle. */
const LEAST_LEFT = 0.004

export const FIRST_HALF_SHARE = 0.45

/** Share of a half's goals that has fallen after `minute` minutes of it (0 … 45, then added time). */
export function halfShare(half: 1 | 2, minute: number): number {
  const first = half === 1 ? 0 : 10
  let sum = 0
  let reached = 0
  for (let n = 0; n < 10; n++) {
    const width = n < 9 ? 5 : ADDED[half - 1]!
    reached += GOALS[first + n]! * Math.min(1, Math.max(0, (minute - n * 5) / width))
    sum += GOALS[first + n]!
  }
  return reached / sum
}

/**
 * Share of a match's cards or corners (shots, fouls) still to come; `half` 0 is before the match, 3 after it. With
 * `only`, the share of the match's that is still to come in that half.
 */
export function countLeft(what: 'cards' | 'corners', half: 0 | 1 | 2 | 3, pause: boolean, minute: number, only?: 1 | 2): number {
  if (half === 0 && only === undefined) return 1
  if (half === 3) return 0
  const bins = what === 'cards' ? YELLOWS : CORNERS
  let left = 0
  let all = 0
  for (let n = 0; n < 20; n++) {
    all += bins[n]!
    const own = n < 10 ? 1 : 2
    if (own < half || (own === half && pause) || (only !== undefined && own !== only)) continue
    const width = n % 10 < 9 ? 5 : ADDED[own - 1]!
    const passed = own > half ? 0 : Math.min(1, Math.max(0, (minute - (n % 10) * 5) / width))
    left += bins[n]! * (1 - passed)
  }
  return Math.max(LEAST_LEFT, left / all)
}

/** Share of a half still to come while it is being played. */
export function halfLeft(half: 1 | 2, minute: number): number {
  return Math.max(LEAST_LEFT, 1 - halfShare(half, minute))
}

/** Share of the whole match's goals up to the end of `minute` as people count minutes: 45 and 90 include added time. */
export function shareByMinute(minute: number): number {
  if (minute <= 0) return 0
  if (minute < 45) return FIRST_HALF_SHARE * halfShare(1, minute)
  if (minute === 45) return FIRST_HALF_SHARE
  if (minute >= 90) return 1
  return FIRST_HALF_SHARE + (1 - FIRST_HALF_SHARE) * halfShare(2, minute - 45)
}
