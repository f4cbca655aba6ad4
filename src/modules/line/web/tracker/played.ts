/** What the tracker may draw: what has been played since a part of the game last began or ended. */
import type { ChronoRow } from '../model/types.ts'

const PART_BEGINS = 11
const PART_ENDS = 12
const OVER: ReadonlySet<string> = new Set(['match_end', 'abandoned'])

function isEnd({ kind, type }: ChronoRow): boolean {
  return kind === PART_ENDS || OVER.has(type)
}

export interface Played {
  /** Newest first; empty while the play stands. */
  rows: readonly ChronoRow[]
  /** The beginning or the end of a part that they follow; null before the first. */
  after: ChronoRow | null
  /** Nobody plays: a part or the game is over, and no other has begun. */
  stands: boolean
}

/** Rows are newest first. An attack of the half that is over says nothing about where the ball is now. */
export function playedSince(rows: readonly ChronoRow[]): Played {
  const at = rows.findIndex((row) => !row.cancelled && (row.kind === PART_BEGINS || isEnd(row)))
  if (at < 0) return { rows, after: null, stands: false }
  // Told after the end: a goal that is looked at again, the end of the game behind that of its last part.
  const after = rows[at]!
  return { rows: isEnd(after) ? [] : rows.slice(0, at), after, stands: isEnd(after) }
}
