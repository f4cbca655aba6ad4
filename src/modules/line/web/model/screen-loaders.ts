/** What the screens ask before they render: on the server inside the process, in the browser through the network. */
import { data, type LoaderFunctionArgs } from 'react-router'
import { prefetchOnServer, type ApiQuery, type ScreenData } from '#platform/web/query.ts'
import { visitContext } from '#platform/shared/visit.ts'
import { placeOf, type Place } from './addresses.ts'
import { isZoneFree, readPeriod, segmentsOf } from './periods.ts'
import { listQuery, treeQuery } from './queries.ts'
import { trimState } from './trim-state.ts'
import { LINE, LIVE } from './types.ts'

type Query = ApiQuery<unknown>

/** Every page of the line shows the tree and the number of live events. */
export function frameQueries(lng: string, place: Pick<Place, 'kind' | 'sportId'>): Query[] {
  return [treeQuery(place.kind, lng, place.sportId), treeQuery(LIVE, lng, null)]
}

export function listQueries(lng: string, place: Place, search: URLSearchParams): Query[] {
  const period = readPeriod(search.get('t'))
  const { kind, sportId, champId } = place
  const frame = frameQueries(lng, place)
  if (kind === LIVE || champId) return [...frame, listQuery({ kind, lng, sportId, champId })]
  if (!isZoneFree(period)) return frame
  return [...frame, listQuery({ kind, lng, sportId, times: segmentsOf(period, 0)[0]!.query })]
}

export function homeQueries(lng: string): Query[] {
  return [...frameQueries(lng, { kind: LINE, sportId: null }), listQuery({ kind: LIVE, lng, count: HOME_LIVE }), listQuery({ kind: LINE, lng })]
}

/** Live games over the line of the home page. */
export const HOME_LIVE = 12

export async function loadList({ context, request }: LoaderFunctionArgs): Promise<ReturnType<typeof data<ScreenData>>> {
  const visit = context.get(visitContext)
  const url = pageUrl(request)
  const place = placeOf(url.pathname)
  if (!place || (place.sportId === null && url.pathname.split('/').length > 3)) throw data(null, { status: 404 })
  return data(trimState(await prefetchOnServer(context, listQueries(visit.lng, place, url.searchParams))))
}

/** The address of the page, also when the router asks for its data alone (`.data`, `_routes`). */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  return url
}
