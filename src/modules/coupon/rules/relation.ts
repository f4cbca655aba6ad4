/** Which selections may not stand in one coupon (rules 4 Correlation). */

export interface Related {
  /** The main game: halves, corners and cards belong to theirs. */
  mainGameId?: number | undefined
  /** The championship; of an outright the one it is about. */
  championship?: string | number | undefined
  /** Market over a whole tournament. */
  outright?: boolean | undefined
  /** The game and those whose course decides it, by name. */
  course?: readonly string[] | undefined
  /** Sides of the game, or the side or player that the selection is about. */
  sides?: readonly (string | number)[] | undefined
}

/** One game, two that one course decides, a tournament and a match of it with the same side, or two long-term markets about one side. */
export type RelationReason = 'game' | 'course' | 'tournament' | 'side'

export function relationReason(a: Related, b: Related): RelationReason | null {
  if (a.mainGameId !== undefined && a.mainGameId === b.mainGameId) return 'game'
  if (share(a.course, b.course)) return 'course'
  if (!a.outright && !b.outright) return null
  if (!share(a.sides, b.sides)) return null
  // Two long-term markets of one team or player, in whatever tournament.
  if (a.outright && b.outright) return 'side'
  return a.championship !== undefined && a.championship === b.championship ? 'tournament' : null
}

function share<T>(a: readonly T[] = [], b: readonly T[] = []): boolean {
  return a.some((one) => b.includes(one))
}

export function areRelated(a: Related, b: Related): boolean {
  return relationReason(a, b) !== null
}

/** The first pair that may not stand together. */
export function firstRelation(selections: readonly Related[]): { a: number; b: number; reason: RelationReason } | null {
  for (let a = 0; a < selections.length; a += 1) {
    for (let b = a + 1; b < selections.length; b += 1) {
      const reason = relationReason(selections[a]!, selections[b]!)
      if (reason) return { a, b, reason }
    }
  }
  return null
}

/** Number of the conflict class of each selection, 0 for none: two with the same number above 0 conflict (IsRelation). */
export function relationClasses(selections: readonly Related[]): number[] {
  const classes = selections.map(() => 0)
  let next = 0
  selections.forEach((a, i) => {
    for (let j = i + 1; j < selections.length; j += 1) {
      if (!areRelated(a, selections[j]!)) continue
      if (classes[i] === 0) classes[i] = classes[j]! || (next += 1)
      const [from, to] = [classes[j]!, classes[i]!]
      if (from === 0) classes[j] = to
      else if (from !== to) classes.forEach((value, k) => (classes[k] = value === from ? to : value))
    }
  })
  return classes
}
