/** Two sides of one to five participants of different matches (rules 9.1): nobody twice, opponents never on one side. */
const MOST_A_SIDE = 5

export interface Participant {
  id: number
  name: string
  /** CI of the real match. */
  match: number
  sportId: number
}

export type Sides = readonly [readonly Participant[], readonly Participant[]]

export type DuelRefusal = 'full' | 'twice' | 'opponents' | 'sport'

/** Why a participant may not join a side; null when he may. */
export function refusalOf(sides: Sides, side: 0 | 1, one: Participant): DuelRefusal | null {
  const own = sides[side]
  if (own.length >= MOST_A_SIDE) return 'full'
  const all = [...sides[0], ...sides[1]]
  if (all.some(({ id }) => id === one.id)) return 'twice'
  if (all.some(({ sportId }) => sportId !== one.sportId)) return 'sport'
  return own.some(({ match }) => match === one.match) ? 'opponents' : null
}

export function joined(sides: Sides, side: 0 | 1, one: Participant): Sides {
  return side === 0 ? [[...sides[0], one], sides[1]] : [sides[0], [...sides[1], one]]
}

export function without(sides: Sides, id: number): Sides {
  return [sides[0].filter((one) => one.id !== id), sides[1].filter((one) => one.id !== id)]
}

/** The sides of these ids; who is unknown, or may not join his side, is left out. */
export function sidesOf(ids: readonly [readonly number[], readonly number[]], known: ReadonlyMap<number, Participant>): Sides {
  let sides: Sides = [[], []]
  for (const side of [0, 1] as const)
    for (const id of ids[side]) {
      const one = known.get(id)
      if (one && refusalOf(sides, side, one) === null) sides = joined(sides, side, one)
    }
  return sides
}
