/** The order of pinned games where not all of them are shown. */
import { movePin } from '#modules/line/rules/pins.ts'

/** Moves a game to a place among those that are shown; what is pinned and not shown keeps its own. */
export function moveShown(pins: readonly number[], shown: readonly number[], ci: number, place: number): readonly number[] {
  const moved = movePin(shown, ci, place)[Symbol.iterator]()
  const isShown = new Set(shown)
  return pins.map((pin) => (isShown.has(pin) ? moved.next().value! : pin))
}
