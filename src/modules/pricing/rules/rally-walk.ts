/**
 * Points of a set from the chances on serve. Whoever wins the rally serves next (volleyball, badminton); where serves change
 * by count (table tennis) the mean of both chances is as good.
 */
import { makeGrid } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'

export interface RallyChances {
  /** Side 1's chance of a rally when side 1 serves, and when side 2 does. */
  own: number
  other: number
}

export interface SetWalk {
  chances: RallyChances
  to: number
  /** Points ahead that the winner needs. */
  lead: 1 | 2
  points: readonly [number, number]
  /** Side that serves now; 0 when it is not known. */
  server: 0 | 1 | 2
}

/** Points beyond `to` that a set may run to in this model. */
const EXTRA = 16

/** Final points of a set. */
export function setWalk({ chances, to, lead, points, server }: SetWalk): CountGrid {
  const size = to + (lead === 2 ? EXTRA : 0) + 1
  const done = new Float64Array(size * size)
  // Reached with side 1 to serve, and with side 2.
  const reach = [new Float64Array(size * size), new Float64Array(size * size)] as const
  const start = points[0] * size + points[1]
  reach[0][start] = server === 0 ? 0.5 : server === 1 ? 1 : 0
  reach[1][start] = 1 - reach[0][start]!
  for (let n = points[0] + points[1]; n <= 2 * size - 2; n++) {
    for (let i = Math.max(points[0], n - size + 1); i <= Math.min(size - 1, n - points[1]); i++) {
      const j = n - i
      const at = i * size + j
      const one = reach[0][at]!
      const two = reach[1][at]!
      if (one + two === 0) continue
      const most = Math.max(i, j)
      if ((most >= to && Math.abs(i - j) >= lead) || most === size - 1) {
        done[at] = one + two
        continue
      }
      const win = one * chances.own + two * chances.other
      reach[0][at + size]! += win
      reach[1][at + 1]! += one + two - win
    }
  }
  return makeGrid(0, 0, size, size, done)
}
