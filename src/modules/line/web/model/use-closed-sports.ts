/** Sports that no screen shows: those the player has closed, and those of a section that the brand does not have (CY-03, CY-08). */
import { useMemo } from 'react'
import { useFeature } from '#platform/web/features.tsx'
import { useHiddenSports, type IsHidden } from '#platform/web/hidden-sports.ts'
import type { ApiQuery } from '#platform/web/query.ts'
import { allSportKinds, sportKind } from '../../rules/sport-kind.ts'
import type { LineGame } from './types.ts'

export function closedSports(isHidden: IsHidden, hasCyber: boolean, hasVirtual: boolean, hasTv: boolean): IsHidden {
  if (hasCyber && hasVirtual && hasTv) return isHidden
  return (sportId, kind) => {
    const { cyber, virtual, name } = sportKind(sportId)
    return (cyber && !hasCyber) || (virtual && !(name.startsWith('TV ') ? hasTv : hasVirtual)) || isHidden(sportId, kind)
  }
}

export function useClosedSports(): IsHidden {
  const isHidden = useHiddenSports()
  const [hasCyber, hasVirtual, hasTv] = [useFeature('cyber'), useFeature('virtual'), useFeature('tvgames')]
  return useMemo(() => closedSports(isHidden, hasCyber, hasVirtual, hasTv), [isHidden, hasCyber, hasVirtual, hasTv])
}

/** Games that a screen may show. */
export function useOpenGames(games: readonly LineGame[] | undefined): readonly LineGame[] | undefined {
  const isHidden = useClosedSports()
  return useMemo(() => games?.filter(({ sportId, kind }) => !isHidden(sportId, kind)), [games, isHidden])
}

/** The server leaves out what the player has closed: a page of a list is full of what he may see. */
export function withoutClosed<T>(query: ApiQuery<T>, isHidden: IsHidden): ApiQuery<T> {
  const kind = query.path.includes('/LiveFeed/') ? 1 : 3
  const closed = allSportKinds().flatMap(({ id }) => (isHidden(id, kind) ? [id] : []))
  return closed.length ? { ...query, query: { ...query.query, antisports: closed.join(',') } } : query
}
