/** The calls of the line's screens as data: the server's loader and the browser ask the same. */
import type { ApiQuery } from '#platform/web/query.ts'
import { isComing, readCard, readGames, readPageLink, readSports, readUsualSports, valueOf, type PageLink } from './wire-rows.ts'
import { LINE, LIVE, type Kind, type LineGame, type SportNode } from './types.ts'

/** Rows of one page of a list (LN-36). */
export const PAGE_ROWS = 50
const CARD_OUTCOMES = 5000
export const LIVE_POLL_MS = 15_000
export const LINE_POLL_MS = 60_000
const TREE_POLL_MS = 30_000
/** While the server, just started, still gathers the line. */
const COMING_MS = 1_000

export function feed(kind: Kind, method: string): string {
  return `/service-api/${kind === LIVE ? 'LiveFeed' : 'LineFeed'}/${method}`
}

/** What the lists of sports hold while nothing else is chosen: virtual games too. */
export const EVERYTHING: FeedFilter = { virtualSports: true }

/** Sports with their counts, those of the lists; `sportId` opens its championships. Null while the line is still coming. */
export function treeQuery(kind: Kind, lng: string, sportId: number | null, filter: FeedFilter = EVERYTHING): ApiQuery<SportNode[] | null> {
  return {
    method: 'GET',
    path: feed(kind, 'GetSportsShortZip'),
    query: { lng, ...filter, ...(sportId === null ? {} : { sports: sportId }), whole: true },
    // Alternative games stand in a list of their own only.
    read: filter['section'] === undefined ? readUsualSports : readSports,
    staleMs: 10_000,
    pollMs: (body) => (isComing(body) ? COMING_MS : TREE_POLL_MS),
  }
}

export interface KnownChamp {
  name: string
  sportId: number
}

/** A championship, also one that has no game now; null when nobody knows it. */
export function champQuery(lng: string, champId: number): ApiQuery<KnownChamp | null> {
  return {
    method: 'GET',
    path: feed(LINE, 'GetChampZip'),
    query: { lng, champ: champId },
    read(body) {
      const row = valueOf<{ L: string; SI: number }>(body)
      return row && { name: row.L, sportId: row.SI }
    },
  }
}

export interface ListQuery {
  kind: Kind
  lng: string
  sportId?: number | null
  champId?: number | null
  games?: readonly number[]
  page?: number
  count?: number
  top?: boolean
  times?: Readonly<Record<string, number>>
  /** Further members of the feed's query, of sections that are neither a sport nor a championship. */
  filter?: FeedFilter
}

export type FeedFilter = Readonly<Record<string, string | number | boolean>>

/** Games of a list. Paused outcomes come along: they keep their place, locked. */
export function listQuery({
  kind,
  lng,
  sportId,
  champId,
  games,
  page = 1,
  count = PAGE_ROWS,
  top = false,
  times = {},
  filter = EVERYTHING,
}: ListQuery): ApiQuery<LineGame[]> {
  const place = champId ? { champs: champId } : sportId ? { sports: sportId, ...filter } : filter
  return {
    method: 'GET',
    path: feed(kind, 'Get1x2_VZip'),
    query: {
      lng,
      count: champId ? 1000 : count,
      ...(page > 1 ? { page, limit: PAGE_ROWS * page } : {}),
      ...(games ? { games: games.join(','), getEmpty: true } : place),
      ...(top ? { top: true } : {}),
      noFilterBlockEvent: true,
      ...times,
    },
    read: readGames,
    staleMs: kind === LIVE ? 5_000 : 10_000,
    pollMs: kind === LIVE ? LIVE_POLL_MS : LINE_POLL_MS,
  }
}

/** One game, or one of its parts, with every market or with those of a tab. `id` is I or CI. */
export function cardQuery(kind: Kind, lng: string, id: number, tab = 1): ApiQuery<LineGame | null> {
  return {
    method: 'GET',
    path: feed(kind, 'GetGameZip'),
    query: {
      lng,
      id,
      GroupEvents: true,
      isSubGames: true,
      countevents: CARD_OUTCOMES,
      grMode: 4,
      ...(tab === 1 ? {} : { marketType: tab }),
    },
    read: readCard,
    staleMs: 3_000,
    pollMs: kind === LIVE ? 20_000 : LINE_POLL_MS,
    revalidate: true,
  }
}

/** Where a page with a constant id leads now: the live page, the line page or the results. */
export function linkQuery(lng: string, ci: number): ApiQuery<PageLink | null> {
  return {
    method: 'GET',
    path: '/service-api/RestCore/api/external/v1/Web/CheckLink',
    query: { permanentId: ci, lng },
    read: readPageLink,
    staleMs: 2_000,
  }
}

export type NameModel = Readonly<Record<string, { N: string; M: Readonly<Record<string, { N: string }>> }>>

export function nameModelQuery(lng: string, chunk: number): ApiQuery<NameModel> {
  return {
    method: 'GET',
    path: `/genfiles/cms/betstemplates/bets_model_full_${lng}_${chunk}.json`,
    read: (body) => Object.assign({}, ...Object.values(body as Record<string, NameModel>)) as NameModel,
    staleMs: 15 * 60_000,
  }
}

const GROUPS_A_CHUNK = 1000

/** Groups a chunk of the names (wire 18.3). */
export function nameChunks(groups: readonly number[]): number[] {
  return [...new Set(groups.map((group) => Math.floor(group / GROUPS_A_CHUNK)))].toSorted((a, b) => a - b)
}
