/** Which market leads the rows of which sport (XT-60), as one short text: it stands in a cookie too. */
import { readRowGroup, type RowGroup } from './columns.ts'

/** Choices by sport. */
export type RowMarkets = ReadonlyMap<number, RowGroup>

/** The place of what is chosen in lists of several sports; without it each sport keeps its own there as well. */
export const MIXED = 0

const MOST_SPORTS = 60

/** `1.total_4.handicap`; what cannot be read is left out. */
export function readRowMarkets(stored: unknown): RowMarkets {
  const found = new Map<number, RowGroup>()
  if (typeof stored !== 'string') return found
  for (const part of stored.split('_').slice(0, MOST_SPORTS)) {
    const [sport = '', name] = part.split('.')
    const group = readRowGroup(name)
    if (/^\d{1,6}$/.test(sport) && group) found.set(Number(sport), group)
  }
  return found
}

/** The choices with one more, or with one less. The newest stands last, and the oldest falls out first. */
export function withRowMarket(before: string, sportId: number, group: RowGroup | null): string {
  const next = new Map(readRowMarkets(before))
  next.delete(sportId)
  if (group) next.set(sportId, group)
  return [...next]
    .slice(-MOST_SPORTS)
    .map(([sport, name]) => `${sport}.${name}`)
    .join('_')
}

/** What leads the rows of a sport; `mixed`: they stand among rows of other sports. */
export function rowMarketOf(markets: RowMarkets, sportId: number, mixed: boolean): RowGroup {
  return (mixed ? markets.get(MIXED) : undefined) ?? markets.get(sportId) ?? 'result'
}
