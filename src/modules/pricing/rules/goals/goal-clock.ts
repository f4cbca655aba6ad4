/** When goals fall: shares of a half's goals by minute (feeds 10.2), so that the clock moves prices as games go. */

/** Per cent of goals in bins of five minutes, the last bin of a half is its added time. */
const FIRST_HALF = [3.8, 4.7, 4.8, 4.9, 4.7, 4.8, 5.3, 4.9, 4.8, 2.7]
const SECOND_HALF = [4.9, 5.3, 5.9, 5.4, 5.2, 5.4, 5.3, 5.3, 5.3, 6.9]
/** Minutes of added time over which its share is spread. */
const ADDED = [2.5, 6] as const
/** Something can always still happen until the whistle. */
const LEAST_LEFT = 0.004

export const FIRST_HALF_SHARE = 0.45

/** Share of a half's goals that has fallen after `minute` minutes of it (0 … 45, then added time). */
export function halfShare(half: 1 | 2, minute: number): number {
  const bins = half === 1 ? FIRST_HALF : SECOND_HALF
  let sum = 0
  let reached = 0
  for (let n = 0; n < 10; n++) {
    const width = n < 9 ? 5 : ADDED[half - 1]!
    reached += bins[n]! * Math.min(1, Math.max(0, (minute - n * 5) / width))
    sum += bins[n]!
  }
  return reached / sum
}

/** Yellow cards in the same bins; corners fall evenly (feeds 10.2, 10.3). */
const YELLOWS = [1.1, 2, 1.9, 2.8, 3.3, 3.9, 4.6, 4.7, 4.9, 3.6, 4.2, 5.3, 5.5, 5.9, 5.8, 5.9, 6.3, 7.1, 8.2, 13.2]
const CORNERS = [5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 1.7, 5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 5.2, 4.7]

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
