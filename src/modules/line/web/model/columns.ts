/** The price groups of a row (ux 3): which outcomes of a game stand in which column. */
import type { LineGame, Outcome } from './types.ts'

export const ROW_GROUPS = ['result', 'double', 'total', 'handicap', 'btts', 'total1', 'total2', 'totalAsian', 'handicapAsian'] as const
export type RowGroup = (typeof ROW_GROUPS)[number]

/** Types by column, in the order in which a sport's row is searched: the first set that the game has is taken. */
const TYPES: Readonly<Record<RowGroup, readonly (readonly number[])[]>> = {
  result: [
    [1, 2, 3],
    [3653, 3654, 3655],
    [401, 402],
  ],
  double: [[4, 5, 6]],
  total: [
    [9, 10],
    [3827, 3828],
  ],
  handicap: [
    [7, 8],
    [732, 733],
    [3829, 3830],
  ],
  btts: [[180, 181]],
  total1: [[11, 12]],
  total2: [[13, 14]],
  totalAsian: [[3827, 3828]],
  handicapAsian: [[3829, 3830]],
}

/** Types that mean the draw: a sport without it has two columns. */
const DRAWS: ReadonlySet<number> = new Set([2, 3654])

const ALL_TYPES: ReadonlySet<number> = new Set(Object.values(TYPES).flat(2))

/** Whether a type may stand in a row at all. */
export function isRowType(t: number): boolean {
  return ALL_TYPES.has(t)
}

export interface RowCells {
  /** One entry a column; null stands as a dash. */
  cells: readonly (Outcome | null)[]
  /** Line of a total or a handicap of side 1; null for groups without lines. */
  line: number | null
}

export function hasLine(group: RowGroup): boolean {
  return isHandicap(group) || group.startsWith('total')
}

/** Its line has a sign. */
export function isHandicap(group: RowGroup): boolean {
  return group.startsWith('handicap')
}

export function readRowGroup(stored: unknown): RowGroup | null {
  return ROW_GROUPS.find((group) => group === stored) ?? null
}

/** `draws` says whether the sport knows a draw: such rows keep three columns even when the draw is not offered. */
export function cellsOf(game: Pick<LineGame, 'outcomes'>, group: RowGroup, draws: boolean): RowCells {
  const types = TYPES[group].find((set) => game.outcomes.some(({ t }) => set.includes(t))) ?? TYPES[group][0]!
  const wanted = group === 'result' && !draws ? types.filter((t) => !DRAWS.has(t)) : types
  const found = wanted.map((t) => pick(game.outcomes, t))
  const known = found.find((one) => one !== null)
  return { cells: found, line: hasLine(group) ? (known ? lineOf(known, found) : null) : null }
}

/** The outcome of a type: of several lines the main one, else the first. */
function pick(outcomes: readonly Outcome[], t: number): Outcome | null {
  const all = outcomes.filter((one) => one.t === t && one.player === null)
  return all.find((one) => one.main) ?? all[0] ?? null
}

function lineOf(known: Outcome, found: readonly (Outcome | null)[]): number {
  // A handicap's line is that of side 1; when only side 2 is offered its sign turns.
  return found[0] ? found[0].p : known.t === 8 || known.t === 733 || known.t === 3830 ? -known.p || 0 : known.p
}

/** Favourites of a row without sides. */
export const FAVOURITES = 3

/** A race or a bet on a whole competition has no columns: its favourites stand there, the shortest price first. */
export function favouritesOf(game: Pick<LineGame, 'side2' | 'outcomes'>): readonly Outcome[] {
  return game.side2 ? [] : game.outcomes.filter(({ player }) => player !== null).slice(0, FAVOURITES)
}

/**
 * What the winner's market of a game without sides asks. A bet on a whole competition asks one question, and its name stands
 * over the answers: "To be relegated 2026". A race, which has statistics, is called by its number: there the market keeps its name.
 */
export function questionOf({ side1, side2, marks }: Pick<LineGame, 'side1' | 'side2' | 'marks'>, winner: string): string {
  return side2 || marks.stats ? winner : side1
}

/** Whether a list of one sport needs the column of the draw. */
export function knowsDraw(games: readonly Pick<LineGame, 'outcomes'>[]): boolean {
  return games.some(({ outcomes }) => outcomes.some(({ t }) => DRAWS.has(t)))
}

/** Groups of the widest table. */
const MOST_GROUPS = 4

/** The Asian view has both of its lines beside each other, whichever of them was chosen (LN-10). */
const BESIDE: Partial<Record<RowGroup, RowGroup>> = { totalAsian: 'handicapAsian', handicapAsian: 'totalAsian' }

const ORDERS = new Map(
  ROW_GROUPS.map((chosen) => {
    const beside = BESIDE[chosen]
    const rest: readonly RowGroup[] = [...(beside ? [beside] : []), 'result', 'total', 'double', 'handicap']
    return [chosen, [chosen, ...rest.filter((group) => group !== chosen)].slice(0, MOST_GROUPS)]
  }),
)

/** The chosen market first, the others in their order: the narrower the table, the fewer of them stand. Always the same list. */
export function groupOrder(chosen: RowGroup): readonly RowGroup[] {
  return ORDERS.get(chosen)!
}
