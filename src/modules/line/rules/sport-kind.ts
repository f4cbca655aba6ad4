/**
 * What every page knows of a sport: the word of its address and where it stands. Its table is an extract of those behind
 * `sport-info.ts` (a test holds them together), which would cost the first page 5 kB of names and orders that it never reads.
 */
import table from '#seed/sport-kinds.json' with { type: 'json' }

export interface SportKind {
  id: number
  /** English; addresses are made of it. */
  name: string
  top: boolean
  cyber: boolean
  virtual: boolean
}

/** Sports with numbers that follow each other: the first number and the names, marked * at the top, + cyber, ~ virtual. */
type Run = readonly [first: number, ...names: string[]]

const kinds = new Map(
  (table as unknown as Run[]).flatMap(([first, ...names]) =>
    names.map((marked, at): [number, SportKind] => {
      const has = (mark: string) => marked.includes(mark)
      const id = first + at
      return [id, { id, name: marked.replace(/[*+~]+$/, ''), top: has('*'), cyber: has('+'), virtual: has('~') }]
    }),
  ),
)

/** A sport that the table does not know has its number for a name, as everywhere (feeds 2.1). */
export function sportKind(id: number): SportKind {
  return kinds.get(id) ?? { id, name: `#${id}`, top: false, cyber: false, virtual: false }
}

/** In the order of the table: of two sports with one address word the first has it. */
export function allSportKinds(): readonly SportKind[] {
  return [...kinds.values()]
}
