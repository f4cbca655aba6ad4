/** Kinds of bets as histories ask for them: Vid, or the old code Vid · 10000 + k · 100 + n (wire 8.1). */

export interface TypeFilter {
  vid: number
  /** k of a system; null = any. */
  size: number | null
  /** Number of legs; null = any. */
  legs: number | null
}

const VID_STEP = 10_000
const SIZE_STEP = 100

/** 2 → every system; 20203 → systems 2 of 3. */
export function typeFilterOf(code: number): TypeFilter {
  if (code < VID_STEP) return { vid: code, size: null, legs: null }
  const rest = code % VID_STEP
  return { vid: Math.floor(code / VID_STEP), size: Math.floor(rest / SIZE_STEP) || null, legs: rest % SIZE_STEP || null }
}
