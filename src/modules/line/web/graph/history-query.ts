/** How the prices of a game have moved since they were first quoted (GetCoefHistory). */
import { priceFromWire, type Milli } from '#lib/price.ts'
import type { ApiQuery } from '#platform/web/query.ts'
import { feed } from '../model/queries.ts'
import type { Kind, Outcome } from '../model/types.ts'
import { valueOf } from '../model/wire-rows.ts'

export interface PricePoint {
  /** Unix seconds. */
  at: number
  price: Milli
}

interface WireHistory {
  O?: { T: number; P?: number; PL?: { I: number }; H?: { TS: number; C: number }[] }[]
}

/** Points of one outcome, oldest first; the first is the opening price. Empty when nothing was ever quoted. */
export function historyQuery(
  kind: Kind,
  lng: string,
  { gameId, t, p, player }: Pick<Outcome, 'gameId' | 't' | 'p' | 'player'>,
): ApiQuery<readonly PricePoint[]> {
  return {
    method: 'GET',
    path: feed(kind, 'GetCoefHistory'),
    query: { id: gameId, type: t, lng, ...(p ? { param: p } : {}), ...(player ? { playerId: player.id } : {}) },
    read: (body) => (valueOf<WireHistory>(body)?.O?.[0]?.H ?? []).map(({ TS, C }) => ({ at: TS, price: priceFromWire(C) as Milli })),
    staleMs: 5_000,
    pollMs: 15_000,
  }
}
