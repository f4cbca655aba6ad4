/** One event: score, markets, what happens and what else there is in the championship (ux 7). */
import { guard } from '#modules/brand/web/index.ts'
import { HydrationBoundary } from '@tanstack/react-query'
import { data, redirect, useLoaderData, useParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { prefetchOnServer, type ScreenData } from '#platform/web/query.ts'
import { EventPage } from './event/EventPage.tsx'
import { PageLockProvider } from './live/locks.tsx'
import { leadingId, placeOf, type Place } from './model/addresses.ts'
import { pageMeta } from './model/page-meta.ts'
import { cardQuery, linkQuery, nameChunks, nameModelQuery } from './model/queries.ts'
import { frameQueries, pageUrl } from './model/screen-loaders.ts'
import { sportName } from './model/sport-name.ts'
import { trimState } from './model/trim-state.ts'
import type { LineGame } from './model/types.ts'
import { LIVE } from './model/types.ts'
import { readCard, readPageLink } from './model/wire-rows.ts'

export interface EventData extends ScreenData {
  subject: string
}

/** The card first: its groups say which names are needed. A game that moved leads to where it is now. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request, params } = args
  const place = placeOf(pageUrl(request).pathname)
  const { lng } = guard(args, { feature: place?.kind === LIVE ? 'live' : 'line' })
  const ci = leadingId(params['game'])
  if (!place || ci === null) throw data(null, { status: 404 })
  const query = cardQuery(place.kind, lng, ci)
  const first = await prefetchOnServer(context, [query, ...frameQueries(lng, place)])
  const body = first.state.queries.find(({ queryKey }) => queryKey[0] === query.path)?.state.data
  const game = readCard(body)
  if (!game) return moved(context, lng, ci, place)
  const names = await prefetchOnServer(
    context,
    nameChunks(game?.groups.map(({ g }) => g) ?? []).map((chunk) => nameModelQuery(lng, chunk)),
  )
  const state = trimState({ state: { mutations: [], queries: [...first.state.queries, ...names.state.queries] } })
  return data<EventData>({ ...state, subject: subjectOf(game) })
}

async function moved(context: LoaderFunctionArgs['context'], lng: string, ci: number, { kind, sportId }: Place) {
  const query = linkQuery(lng, ci)
  const { state } = await prefetchOnServer(context, [query])
  const link = readPageLink(state.queries[0]?.state.data)
  if (link && link.kind !== 0 && link.kind !== kind) throw redirect(encodeURI(`/${lng}${link.address}`), 302)
  return data<EventData>({ state, subject: sportId ? sportName(sportId, lng) : '' }, { status: link ? 410 : 404 })
}

function subjectOf({ side1, side2 }: LineGame): string {
  return [side1, side2].filter(Boolean).join(' – ')
}

export async function clientLoader(): Promise<EventData> {
  return { state: { mutations: [], queries: [] }, subject: '' }
}

export const meta: MetaFunction<typeof loader> = ({ location, matches, loaderData }) =>
  pageMeta(matches, location.pathname, (loaderData as EventData | undefined)?.subject ?? '')

export default function EventScreen() {
  const { state } = useLoaderData<EventData>()
  const { game } = useParams()
  const ci = leadingId(game)
  return (
    <HydrationBoundary state={state}>
      <PageLockProvider>{ci === null ? null : <EventPage key={ci} ci={ci} />}</PageLockProvider>
    </HydrationBoundary>
  )
}
