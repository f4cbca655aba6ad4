import { useMemo } from 'react'
import { selectionKey, useSelectedKeys } from '#platform/web/selection.tsx'
import type { Express } from './queries.ts'

/** Every outcome of the express stands in the coupon that is open. */
export function useIsInCoupon({ legs }: Pick<Express, 'legs'>): boolean {
  const keys = useMemo(
    () =>
      legs.flatMap(({ outcomes: [outcome] }) =>
        outcome ? [selectionKey({ gameId: outcome.gameId, type: outcome.t, param: outcome.p, playerId: outcome.player?.id ?? 0 })] : [],
      ),
    [legs],
  )
  return useSelectedKeys(keys) === keys.join(' ') && keys.length > 0
}
