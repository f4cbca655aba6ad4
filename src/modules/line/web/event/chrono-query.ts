/** The course of play of a live game; the first page of the line does without it. */
import type { ApiQuery } from '#platform/web/query.ts'
import type { ChronoRow } from '../model/types.ts'
import { valueOf } from '../model/wire-rows.ts'

export function chronoQuery(lng: string, id: number): ApiQuery<ChronoRow[]> {
  const path = '/service-api/LiveFeed/GetChronoOfPlay'
  return { method: 'GET', path, query: { lng, id, own: true }, read: readChrono, staleMs: 3_000, revalidate: true }
}

interface WireChronoRow {
  Id: number
  P?: number
  TS?: number
  K: number
  TM?: 1 | 2
  N: string
  C?: boolean
  S1?: number
  S2?: number
  A?: number
  IT?: string
  PL?: { I: number; N: string }
  PL2?: { I: number; N: string }
  AT?: [number, number]
}

function readChrono(body: unknown): ChronoRow[] {
  const rows = valueOf<{ H?: WireChronoRow[] }>(body)?.H ?? []
  return rows.map(({ Id, P = 0, TS, K, TM, N, C, S1, S2, A = 0, IT = '', AT, PL, PL2 }) => ({
    id: Id,
    period: P,
    clockSec: TS ?? null,
    kind: K,
    side: TM ?? 0,
    text: N,
    score: S1 === undefined && S2 === undefined ? null : ([S1 ?? 0, S2 ?? 0] as const),
    cancelled: C === true,
    type: IT,
    amount: A,
    at: AT ?? null,
    players: [PL, PL2].flatMap((player) => (player ? [{ id: player.I, name: player.N }] : [])),
  }))
}
