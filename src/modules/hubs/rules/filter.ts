/** The filter of sports, countries and championships: every number is that of the list behind it (XT-65). */

interface Counted {
  id: number
  count: number
}

/** The same rows of two feeds as one, each with what it has in both; those of the first stand first, in its order. */
export function together<T extends Counted>(first: readonly T[], second: readonly T[]): T[] {
  const added = new Map(second.map((row) => [row.id, row]))
  const rows = first.map((row) => {
    const more = added.get(row.id)
    added.delete(row.id)
    return more ? { ...row, count: row.count + more.count } : row
  })
  return [...rows, ...added.values()]
}

export function sumOf(rows: readonly Counted[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/** Countries of championships with their events, the fullest first. */
export function countriesOf(champs: readonly (Counted & { countryId: number })[]): Counted[] {
  const counts = new Map<number, number>()
  for (const { countryId, count } of champs) counts.set(countryId, (counts.get(countryId) ?? 0) + count)
  return Array.from(counts, ([id, count]) => ({ id, count })).toSorted((a, b) => b.count - a.count)
}
