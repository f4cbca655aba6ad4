/** Outcomes of one market group in rows, and which of many lines stand at first (ux 7). */
import type { Outcome, OutcomeGroup } from './types.ts'

export type MarketRow = readonly (Outcome | null)[]

/** Lines around the main one that stand without asking. */
const AROUND = 2

/**
 * Rows across the columns of a group. Columns of one length are pairs already; otherwise outcomes meet by their
 * parameter, a handicap of side 2 by the opposite one, so that a missing price leaves a gap and moves nothing.
 */
export function marketRows({ columns }: Pick<OutcomeGroup, 'columns'>): MarketRow[] {
  const filled = columns.filter((column) => column.length > 0)
  const [first] = filled
  if (!first) return []
  if (filled.every(({ length }) => length === first.length)) return first.map((_, row) => filled.map((column) => column[row]!))
  if (filled.length === 1 || !filled.every(hasDistinctParams)) return byIndex(filled)
  const turns = filled.map((column) => (column !== first && isMirror(first, column) ? -1 : 1))
  const keys = new Map<number, (Outcome | null)[]>()
  filled.forEach((column, at) => {
    for (const outcome of column) {
      const key = outcome.p * turns[at]! || 0
      const row = keys.get(key) ?? filled.map(() => null)
      row[at] = outcome
      keys.set(key, row)
    }
  })
  const alone = [...keys.values()].filter((row) => row.filter(Boolean).length === 1).length
  // Parameters that hardly ever meet are no lines (correct scores): the columns simply stand beside each other.
  if (alone > keys.size / 2) return byIndex(filled)
  return [...keys].toSorted(([a], [b]) => a - b).map(([, row]) => row)
}

function byIndex(columns: readonly (readonly Outcome[])[]): MarketRow[] {
  const rows = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row] ?? null))
}

function hasDistinctParams(column: readonly Outcome[]): boolean {
  return new Set(column.map(({ p }) => p)).size === column.length
}

function isMirror(first: readonly Outcome[], column: readonly Outcome[]): boolean {
  const own = new Set(first.map(({ p }) => p))
  const same = column.filter(({ p }) => own.has(p)).length
  const opposite = column.filter(({ p }) => own.has(-p || 0)).length
  return opposite > same
}

export interface FoldedRows {
  shown: readonly MarketRow[]
  /** Rows in all, when some are folded away. */
  all: number | null
}

/** Without a main line: more outcomes than the first stand only when asked for, or one market would be the page. */
const LONG = { from: 24, shown: 16 } as const

/** The main line and two on each side; a long list without a main line is cut; everything when nothing is to fold. */
export function foldRows(rows: readonly MarketRow[], all: boolean): FoldedRows {
  const main = rows.findIndex((row) => row.some((outcome) => outcome?.main))
  if (main < 0 && !all) {
    const across = rows[0]?.length ?? 1
    return rows.length * across > LONG.from
      ? { shown: rows.slice(0, Math.ceil(LONG.shown / across)), all: rows.length }
      : { shown: rows, all: null }
  }
  if (main < 0) return { shown: rows, all: rows.length * (rows[0]?.length ?? 1) > LONG.from ? rows.length : null }
  if (rows.length <= AROUND * 2 + 1) return { shown: rows, all: null }
  if (all) return { shown: rows, all: rows.length }
  // At an end of the list the window moves inwards: five lines stand wherever the main one is.
  const from = Math.min(Math.max(0, main - AROUND), rows.length - AROUND * 2 - 1)
  return { shown: rows.slice(from, from + AROUND * 2 + 1), all: rows.length }
}

/** Pinned groups first, in the order in which they were pinned; the others as the feed orders them. */
export function orderGroups<T extends { g: number }>(groups: readonly T[], pinned: readonly string[]): T[] {
  const rank = new Map(pinned.map((id, index) => [id, index]))
  const pins = groups.filter(({ g }) => rank.has(String(g))).toSorted((a, b) => rank.get(String(a.g))! - rank.get(String(b.g))!)
  return [...pins, ...groups.filter(({ g }) => !rank.has(String(g)))]
}
