/** Each-way coupons (XT-18): half of the stake on winners of races, half on places of the same runners. */
import { EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import type { KindShape } from './kind-shape.ts'
import { VID } from './kinds.ts'
import type { Selection } from './selection.ts'

/** More runners than this are not one bet. */
const MOST_RUNNERS = 6

/**
 * The shape of the bet — one of two blocks may win alone, which is a multi-bet — or null when the second half of the
 * selections is not the places of the first.
 */
export function eachWayShape(selections: readonly Pick<Selection, 'gameId' | 't' | 'playerId'>[]): KindShape | null {
  const half = selections.length / 2
  if (!Number.isInteger(half) || half < 1 || half > MOST_RUNNERS) return null
  for (let i = 0; i < half; i += 1) {
    const [win, place] = [selections[i]!, selections[half + i]!]
    if (win.t !== RACE_WINNER || place.t !== EACH_WAY_PLACE) return null
    if (win.gameId !== place.gameId || win.playerId !== place.playerId || win.playerId === 0) return null
  }
  const indexes = selections.map((_, i) => i)
  return { vid: VID.multi, size: 1, blocks: [indexes.slice(0, half), indexes.slice(half)] }
}

/** The selections that must not be related: of an each-way coupon its winners, because every place is of one of them. */
export function standApart<T>(selections: readonly T[], eachWay: boolean): readonly T[] {
  return eachWay ? selections.slice(0, selections.length / 2) : selections
}

/** The half of an outcome of this type that is on a place: it stands in no coupon without its winner. */
export function isPlaceHalf(t: number): boolean {
  return t === EACH_WAY_PLACE || t === FORMER_EACH_WAY_PLACE
}
