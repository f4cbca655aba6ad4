/** What the screens ask before they render: on the server inside the process, in the browser through the network. */
import type { DehydratedState } from '@tanstack/react-query'
import { guard } from '#modules/brand/web/index.ts'
import { data, type LoaderFunctionArgs } from 'react-router'
import { prefetchOnServer, type ApiQuery, type ScreenData } from '#platform/web/query.ts'
import { lineProductOf } from '../../rules/left-out.ts'
import { placeOf, type Place } from './addresses.ts'
import { sportName } from './sport-name.ts'
import { isZoneFree, readPeriod, segmentsOf, spanOf, type PeriodKey } from './periods.ts'
import { champQuery, EVERYTHING, listQuery, treeQuery, type KnownChamp } from './queries.ts'
import { trimState } from './trim-state.ts'
import { isComing, readSports } from './wire-rows.ts'
import { LINE, LIVE, type LineGame } from './types.ts'

type Query = ApiQuery<unknown>

/** Every page of the line shows the tree and the number of live events. */
export function frameQueries(lng: string, place: Pick<Place, 'kind' | 'sportId'>): Query[] {
  return [treeQuery(place.kind, lng, place.sportId), treeQuery(LIVE, lng, null)]
}

/** The groups of a list in their order; the days of the others depend on the reader's time zone. */
function listQueries(lng: string, { kind, sportId, champId }: Place, search: URLSearchParams): readonly ApiQuery<readonly LineGame[]>[] {
  if (kind === LIVE) return [listQuery({ kind, lng, sportId, champId })]
  const period = readPeriod(search.get('t'))
  if (!isZoneFree(period)) return []
  if (champId) return [listQuery({ kind, lng, sportId, champId, times: spanOf(period, 0) })]
  return segmentsOf(period, 0).map(({ query }) => listQuery({ kind, lng, sportId, times: query }))
}

/** The numbers of the tree by a period that means the same everywhere. */
function periodQueries(lng: string, { kind, sportId }: Place, period: PeriodKey): Query[] {
  if (kind === LIVE || period === 'all' || !isZoneFree(period)) return []
  return [treeQuery(kind, lng, sportId, { ...EVERYTHING, ...spanOf(period, 0) })]
}

export function homeQueries(lng: string, live: boolean): Query[] {
  return [
    ...frameQueries(lng, { kind: LINE, sportId: null }),
    ...(live ? [listQuery({ kind: LIVE, lng, count: HOME_LIVE })] : []),
    listQuery({ kind: LINE, lng }),
  ]
}

/** Rows that fill the first view of the server's page. */
const FIRST_VIEW_ROWS = 20

/** Live games over the line of the home page. */
export const HOME_LIVE = 12

export interface ListData extends ScreenData {
  /** Name of the championship or the sport, '' for wider lists. */
  subject: string
  /** Name of the sport, '' where the tree alone knows it. */
  sport: string
}

export async function loadList(args: LoaderFunctionArgs): Promise<ReturnType<typeof data<ListData>>> {
  const { context, request } = args
  const url = pageUrl(request)
  const place = placeOf(url.pathname)
  const visit = guard(args, { feature: place?.kind === LIVE ? 'live' : 'line' })
  if (!place || (place.sportId === null && args.params['sport'] !== undefined)) throw data(null, { status: 404 })
  const product = place.sportId === null ? null : lineProductOf(place.sportId)
  if (product) guard(args, { feature: product })
  // A word that names no championship is no address, not the list of the whole sport.
  if (args.params['champ'] !== undefined && place.champId === null) throw data(null, { status: 404 })
  const period = readPeriod(url.searchParams.get('t'))
  const first = await prefetchOnServer(context, [...frameQueries(visit.lng, place), ...periodQueries(visit.lng, place, period)])
  const queries = [...first.state.queries]
  let rows = 0
  // The nearest hours may be empty: groups are asked one after another until the first view is full.
  for (const query of listQueries(visit.lng, place, url.searchParams)) {
    if (rows >= FIRST_VIEW_ROWS) break
    const { state } = await prefetchOnServer(context, [query])
    queries.push(...state.queries)
    rows += query.read(state.queries[0]?.state.data).filter(({ late }) => !late).length
  }
  const champ = place.champId && rows === 0 ? await knownChamp(context, visit.lng, place.champId) : null
  const state = { mutations: [], queries }
  const sport = place.sportId ? sportName(place.sportId, visit.lng) : ''
  return data({ ...trimState({ state }), subject: championship(queries, place) || champ?.name || sport, sport })
}

/**
 * A championship without games stays an empty list, one that nobody knows is no page. While the line is coming after a start
 * nobody can tell. Null: neither games nor a name yet.
 */
export async function knownChamp(context: LoaderFunctionArgs['context'], lng: string, champId: number): Promise<KnownChamp | null> {
  const [tree, champ] = [treeQuery(LINE, lng, null), champQuery(lng, champId)]
  const { state } = await prefetchOnServer(context, [tree, champ])
  const answer = state.queries.find(({ queryKey }) => queryKey[0] === champ.path)
  const known = answer ? champ.read(answer.state.data) : null
  const coming = isComing(state.queries.find(({ queryKey }) => queryKey[0] === tree.path)?.state.data)
  if (answer && !known && !coming) throw data(null, { status: 404 })
  return known
}

/** The tree holds the championships of the open sport. */
function championship(queries: DehydratedState['queries'], { kind, sportId, champId }: Place): string {
  const path = treeQuery(kind, '', sportId).path
  const tree = queries.find(({ queryKey }) => queryKey[0] === path)
  const sport = readSports(tree?.state.data)?.find(({ id }) => id === sportId)
  return sport?.champs.find(({ id }) => id === champId)?.name ?? ''
}

/** The address of the page, also when the router asks for its data alone (`.data`, `_routes`). */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  return url
}
