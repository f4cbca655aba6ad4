/** What the player has closed for himself is in no list (AU-36, XT-46). What the brand does not have the server never answers. */
import { useMemo } from 'react'
import { useHiddenSports, type IsHidden } from '#platform/web/hidden-sports.ts'
import type { ApiQuery } from '#platform/web/query.ts'
import { allSportKinds } from '../../rules/sport-kind.ts'
import type { LineGame } from './types.ts'

/** Games that a screen may show. */
export function useOpenGames(games: readonly LineGame[] | undefined): readonly LineGame[] | undefined {
  const isHidden = useHiddenSports()
  return useMemo(() => games?.filter(({ sportId, kind }) => !isHidden(sportId, kind)), [games, isHidden])
}

/** The server leaves out what the player has closed: a page of a list is full of what he may see. */
export function withoutClosed<T>(query: ApiQuery<T>, isHidden: IsHidden, products: readonly string[]): ApiQuery<T> {
  const kind = query.path.includes('/LiveFeed/') ? 1 : 3
  const closed = allSportKinds().flatMap(({ id }) => (isHidden(id, kind) ? [id] : []))
  if (!closed.length) return query
  // Virtual football has the number of football.
  const without = products.includes('virtual') ? { without: 'virtual,tvgames' } : {}
  return { ...query, query: { ...query.query, antisports: closed.join(','), ...without } }
}
