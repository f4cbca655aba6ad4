/** How much a player may mark (wire 9), and which of the wanted ones are taken. */

export const LIMITS = { games: 500, championships: 100, teams: 100 } as const
export type FavoriteList = keyof typeof LIMITS

/** ErrorCode of envelope C when a list would become too long. */
export const TOO_MANY = 20

export interface Wanted {
  id: number
}

/** The wanted ones that are not marked yet, each once, in their order. */
export function newOnes<T extends Wanted>(marked: ReadonlySet<number>, wanted: readonly T[]): T[] {
  const seen = new Set(marked)
  return wanted.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** How many more fit. */
export function roomFor(list: FavoriteList, marked: number): number {
  return Math.max(0, LIMITS[list] - marked)
}
