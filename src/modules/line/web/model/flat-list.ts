/** One flat list of heads and rows (ux 3), and the rule that rows never move under the pointer. */
import { knowsDraw } from './columns.ts'
import type { LineGame } from './types.ts'

export type FlatItem =
  | { type: 'section'; key: string; id: string }
  | {
      type: 'champ'
      key: string
      sportId: number
      champId: number
      champ: string
      kind: LineGame['kind']
      draws: boolean
      /** Somebody meets somebody; in a race and in a bet on a competition nobody does, and no column has a name. */
      sides: boolean
    }
  | { type: 'game'; key: string; sportId: number; game: LineGame; draws: boolean }

export interface FlatSegment {
  id: string
  games: readonly LineGame[]
}

/**
 * Heads and rows in the order of the lists. Games of one championship stand together, where its first game stands:
 * the feed orders by weight and start, so two leagues of one weight would alternate.
 */
export function flatten(segments: readonly FlatSegment[], sectionHeads: boolean): FlatItem[] {
  const items: FlatItem[] = []
  const draws = new Set(segments.flatMap(({ games }) => games.filter((game) => knowsDraw([game]))).map(({ sportId }) => sportId))
  for (const { id, games } of segments) {
    if (games.length === 0) continue
    if (sectionHeads) items.push({ type: 'section', key: `s${id}`, id })
    for (const group of byChampionship(games)) {
      const first = group[0]!
      const draw = draws.has(first.sportId)
      items.push({
        type: 'champ',
        key: `h${id}-${first.champId}`,
        sportId: first.sportId,
        champId: first.champId,
        champ: first.champ,
        kind: first.kind,
        draws: draw,
        sides: group.some(({ side2 }) => side2 !== ''),
      })
      for (const game of group) items.push({ type: 'game', key: `g${game.ci}`, sportId: game.sportId, game, draws: draw })
    }
  }
  return items
}

function byChampionship(games: readonly LineGame[]): LineGame[][] {
  const groups = new Map<number, LineGame[]>()
  for (const game of games) {
    const known = groups.get(game.champId)
    if (known) known.push(game)
    else groups.set(game.champId, [game])
  }
  return [...groups.values()]
}

export interface Steady {
  segments: readonly FlatSegment[]
  /** New games that wait for the reader. */
  waiting: number
}

/**
 * The list that may be shown while the reader is in the table: rows keep their places, games that ended stay until
 * the reader leaves, new ones wait. What is known about a game is always the newest. Further pages are appended.
 */
export function steady(shown: readonly FlatSegment[], next: readonly FlatSegment[]): Steady {
  const fresh = new Map(next.flatMap(({ games }) => games.map((game) => [game.ci, game] as const)))
  const known = new Set(shown.flatMap(({ games }) => games.map(({ ci }) => ci)))
  let waiting = 0
  const segments = next.map(({ id, games }) => {
    const before = shown.find((segment) => segment.id === id)
    if (!before) return { id, games: games.filter(({ ci }) => !known.has(ci)) }
    const kept = before.games.map((game) => fresh.get(game.ci) ?? game)
    const lastKnown = games.findLastIndex(({ ci }) => known.has(ci))
    // What stands behind the last known row is a further page: it moves nothing.
    const appended = games.slice(lastKnown + 1).filter(({ ci }) => !known.has(ci))
    waiting += games.slice(0, lastKnown + 1).filter(({ ci }) => !known.has(ci)).length
    return { id, games: [...kept, ...appended] }
  })
  return { segments, waiting }
}
