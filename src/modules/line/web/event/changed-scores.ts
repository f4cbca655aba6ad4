/** Every row of a chronology tells the score after it; which of them made it. */
import type { ChronoRow } from '../model/types.ts'

/** Goals and points of all sorts, ends of parts, wickets, maps: a shot under a goal that is still looked at made nothing. */
const MAKERS: ReadonlySet<number> = new Set([1, 2, 3, 12, 16, 18])

const scoreOf = ({ score }: ChronoRow) => (score ?? [0, 0]).join(':')

/** Ids of rows after which the score was another than before them. Rows are newest first; what was taken back is no measure. */
export function changedScores(rows: readonly ChronoRow[]): ReadonlySet<number> {
  const changed = new Set<number>()
  let before = '0:0'
  for (const row of rows.toReversed()) {
    if (MAKERS.has(row.kind) && scoreOf(row) !== before) changed.add(row.id)
    if (!row.cancelled) before = scoreOf(row)
  }
  return changed
}
