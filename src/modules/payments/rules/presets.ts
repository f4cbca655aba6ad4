/** Ready sums under the amount field: round figures from the least sum on, never above the greatest. */
import type { Minor } from '#lib/money.ts'

const STEPS = [1n, 2n, 5n] as const
export const PRESETS = 4

/** Up to four of 1, 2, 5 × 10ⁿ (in minor units) that the method takes, smallest first. */
export function depositPresets(minMinor: Minor, maxMinor: Minor): Minor[] {
  const found: Minor[] = []
  for (let power = 1n; found.length < PRESETS && power <= maxMinor; power *= 10n) {
    for (const step of STEPS) {
      const sum = step * power
      if (sum >= minMinor && sum <= maxMinor && found.length < PRESETS) found.push(sum)
    }
  }
  return found
}
