/** Calls of cricket's own area: statistics of one player, and the players of a championship. */
import type { CricketersPage, PlayerPage } from '#modules/statistics/contract.ts'
import type { ApiQuery } from '#platform/web/query.ts'

export type Cricketer = PlayerPage
export type Cricketers = CricketersPage

const CRICKET = 66
const ROOT = '/service-api/statistics/v1'
const STALE_MS = 15_000
const POLL_MS = 30_000

export function cricketerQuery(lng: string, id: number): ApiQuery<Cricketer> {
  return {
    method: 'GET',
    path: `${ROOT}/player`,
    query: { sportId: CRICKET, id, lng },
    read: (body) => body as Cricketer,
    staleMs: STALE_MS,
    pollMs: POLL_MS,
  }
}

export function cricketersQuery(lng: string, championshipId: number): ApiQuery<Cricketers> {
  return {
    method: 'GET',
    path: `${ROOT}/cricketers`,
    query: { id: championshipId, lng },
    read: (body) => body as Cricketers,
    staleMs: STALE_MS,
  }
}
