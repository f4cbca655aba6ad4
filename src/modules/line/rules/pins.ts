/** Games pinned to the dashboard (LN-27, LN-28): at most twenty, in the order that the player gives them. */
export const MAX_PINS = 20

export type PinResult = { done: true; pins: readonly number[] } | { done: false; reason: 'full' | 'known' }

/** Adds a game at the end; the 21st is refused, nothing is dropped silently. */
export function addPin(pins: readonly number[], ci: number): PinResult {
  if (pins.includes(ci)) return { done: false, reason: 'known' }
  if (pins.length >= MAX_PINS) return { done: false, reason: 'full' }
  return { done: true, pins: [...pins, ci] }
}

export function removePin(pins: readonly number[], ci: number): readonly number[] {
  return pins.filter((one) => one !== ci)
}

/** Moves a game to a place counted from 0; a place outside of the list is its nearest end. */
export function movePin(pins: readonly number[], ci: number, place: number): readonly number[] {
  const from = pins.indexOf(ci)
  if (from < 0) return pins
  const rest = pins.filter((one) => one !== ci)
  const to = Math.min(Math.max(0, place), rest.length)
  return [...rest.slice(0, to), ci, ...rest.slice(to)]
}
