/** Calls of the results (wire 7), read into what the pages show. */
import type { ApiQuery } from '#platform/web/query.ts'

const ROOT = '/service-api/result/web/api'

export interface ResultSport {
  id: number
  name: string
  count: number
}

export interface ResultGame {
  id: number
  constId: number
  sportId: number
  champId: number
  champ: string
  side1: string
  side2: string
  /** `2:1 (1:0,1:1)`, '' for rows that only gather others. */
  score: string
  /** The score that was told before it was put right. */
  scoreBefore?: string | undefined
  /** Scores of corners, cards and other counted things. */
  parts: readonly { title: string; score: string }[]
  startsAt: number
  /** Words of the running period; '' when the game is over. */
  period: string
}

interface WireGame {
  id: number
  constId: number
  sportId: number
  champId: number
  champName: string
  opp1: string
  opp2?: string
  score?: string
  scoreBefore?: string
  dopInfo?: string
  subGame?: { title: string; score: string }[]
  dateStart?: number
  live?: boolean
  periodName?: string
}

interface Page<T> {
  count: number
  items?: T[]
}

/** Aggregate rows ("5 matches") say nothing that the games do not say. */
function readGames(body: unknown): ResultGame[] {
  return ((body as Page<WireGame> | null)?.items ?? [])
    .filter(({ dopInfo }) => !dopInfo)
    .map((row) => ({
      id: row.id,
      constId: row.constId,
      sportId: row.sportId,
      champId: row.champId,
      champ: row.champName,
      side1: row.opp1,
      side2: row.opp2 ?? '',
      score: row.score ?? '',
      scoreBefore: row.scoreBefore,
      parts: row.subGame ?? [],
      startsAt: row.dateStart ?? 0,
      period: row.live ? (row.periodName ?? '') : '',
    }))
}

/** Window of a day, Unix seconds. */
export interface Window {
  from: number
  to: number
}

export function resultSportsQuery(lng: string, { from, to }: Window): ApiQuery<ResultSport[]> {
  return {
    method: 'GET',
    path: `${ROOT}/v2/sports`,
    query: { dateFrom: from, dateTo: to, lng },
    read: (body) =>
      ((body as Page<{ id: number; name: string; gamesCount: number }>)?.items ?? []).map(({ id, name, gamesCount }) => ({
        id,
        name,
        count: gamesCount,
      })),
    staleMs: 30_000,
    pollMs: 60_000,
  }
}

/** Rows of one call. */
export const PAGE_COUNT = 100

export function resultGamesQuery(lng: string, { from, to }: Window, sportId: number, page: number): ApiQuery<ResultGame[]> {
  return {
    method: 'GET',
    path: `${ROOT}/v3/games`,
    query: { dateFrom: from, dateTo: to, sportIds: sportId, page, pageCount: PAGE_COUNT, lng },
    read: readGames,
    staleMs: 30_000,
    pollMs: 60_000,
  }
}

export function liveResultsQuery(lng: string, sportId: number | null): ApiQuery<ResultGame[]> {
  return {
    method: 'GET',
    path: `${ROOT}/v3/liveResults`,
    query: { ...(sportId === null ? {} : { sportIds: sportId }), lng },
    read: readGames,
    staleMs: 3_000,
    pollMs: 10_000,
  }
}

export function champResultsQuery(lng: string, champId: number, page: number): ApiQuery<ResultGame[]> {
  return { method: 'GET', path: `${ROOT}/v3/champResults`, query: { champId, page, lng }, read: readGames, staleMs: 60_000 }
}
