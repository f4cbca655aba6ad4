/** Games that are looked for by words, marks, championships or teams; the first page of the line does without them. */
import type { ApiQuery } from '#platform/web/query.ts'
import { feed, LINE_POLL_MS, LIVE_POLL_MS } from './queries.ts'
import { LIVE, type Kind, type LineGame } from './types.ts'
import { readGames, valueOf } from './wire-rows.ts'

/** `sportId` asks inside one sport only. */
export function searchQuery(kind: Kind, lng: string, text: string, limit: number, sportId?: number): ApiQuery<LineGame[]> {
  const query = { lng, text, limit, ...(sportId ? { sports: sportId } : {}) }
  return { method: 'GET', path: feed(kind, 'Web_SearchZip'), query, read: readGames, staleMs: 30_000 }
}

/** Marked games by CI; those that ended are not in the answer. */
export function favoritesQuery(kind: Kind, lng: string, games: readonly number[]): ApiQuery<LineGame[]> {
  return {
    method: 'GET',
    path: feed(kind, 'GetFavoritesZip'),
    query: { lng, games: games.join(','), noFilterBlockEvent: true },
    read: (body) => readGames({ Value: valueOf<{ G?: unknown[] }>(body)?.G ?? [] }),
    staleMs: 5_000,
    pollMs: LIVE_POLL_MS,
  }
}

/** Games of some championships, or of some teams. */
export function placesQuery(
  kind: Kind,
  lng: string,
  places: { champs: readonly number[] } | { teams: readonly number[] },
  times: Readonly<Record<string, number>> = {},
): ApiQuery<LineGame[]> {
  const query = 'champs' in places ? { champs: places.champs.join(',') } : { teams: places.teams.join(',') }
  return {
    method: 'GET',
    path: feed(kind, 'champs' in places ? 'Get1x2_VZip' : 'GetGamesTeamZip'),
    query: { lng, ...query, count: 200, noFilterBlockEvent: true, ...times },
    read: readGames,
    staleMs: 5_000,
    pollMs: kind === LIVE ? LIVE_POLL_MS : LINE_POLL_MS,
  }
}
