/** Sports that trees, lists and the search leave out: those the player has closed, and esports where the brand has none (CY-08). */
import { useMemo } from 'react'
import { useFeature } from '#platform/web/features.tsx'
import { useHiddenSports, type IsHidden } from '#platform/web/hidden-sports.ts'
import { sportKind } from '../../rules/sport-kind.ts'

export function closedSports(isHidden: IsHidden, hasCyber: boolean): IsHidden {
  return hasCyber ? isHidden : (sportId, kind) => sportKind(sportId).cyber || isHidden(sportId, kind)
}

export function useClosedSports(): IsHidden {
  const isHidden = useHiddenSports()
  const hasCyber = useFeature('cyber')
  return useMemo(() => closedSports(isHidden, hasCyber), [isHidden, hasCyber])
}
