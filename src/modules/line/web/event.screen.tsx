/** One event: score, markets, what happens and what else there is in the championship (ux 7). */
import { guard } from '#modules/brand/web/index.ts'
import { HydrationBoundary } from '@tanstack/react-query'
import { data, redirect, useLoaderData, useParams, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { byPathAlone, prefetchOnServer, type ScreenData } from '#platform/web/query.ts'
import { endedQuery } from './event/ended-query.ts'
import { EventPage } from './event/EventPage.tsx'
import { PageLockProvider } from './live/locks.tsx'
import { leadingId, placeOf, type Place } from './model/addresses.ts'
import { pageMeta } from './model/page-meta.ts'
import { cardQuery, linkQuery, nameChunks, nameModelQuery, treeQuery } from './model/queries.ts'
import { frameQueries, pageUrl } from './model/screen-loaders.ts'
import { sportName } from './model/sport-name.ts'
import { trimState } from './model/trim-state.ts'
import type { LineGame } from './model/types.ts'
import { LIVE } from './model/types.ts'
import { isComing, readCard, readPageLink } from './model/wire-rows.ts'

/** Most of the line is there by then. */
const AGAIN_AFTER_S = '10'

export interface EventData extends ScreenData {
  subject: string
  /** Neither the line nor the results know this event. */
  unknown?: boolean
}

/** The card first: its groups say which names are needed. A game that moved leads to where it is now. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request, params } = args
  const { pathname, search } = pageUrl(request)
  const place = placeOf(pathname)
  const { lng } = guard(args, { feature: place?.kind === LIVE ? 'live' : 'line' })
  const ci = leadingId(params['game'])
  if (!place || ci === null) throw data(null, { status: 404 })
  const query = cardQuery(place.kind, lng, ci)
  const first = await prefetchOnServer(context, [query, ...frameQueries(lng, place)])
  const body = first.state.queries.find(({ queryKey }) => queryKey[0] === query.path)?.state.data
  const game = readCard(body)
  if (!game) return moved(context, lng, ci, { ...place, search }, first.state)
  const groups = game.groups.map(({ g }) => g)
  return data<EventData>({ ...(await withNames(context, lng, groups, first.state)), subject: subjectOf(game) })
}

type Context = LoaderFunctionArgs['context']
type State = ScreenData['state']

async function withNames(context: Context, lng: string, groups: readonly number[], { queries }: State): Promise<ScreenData> {
  const names = await prefetchOnServer(
    context,
    nameChunks(groups).map((chunk) => nameModelQuery(lng, chunk)),
  )
  return trimState({ state: { mutations: [], queries: [...queries, ...names.state.queries] } })
}

/** How a game ended that is no longer in the book; the page says so at once, and stands around it as around any other. */
async function moved(context: Context, lng: string, ci: number, { kind, sportId, search }: Place & { search: string }, first: State) {
  const { state } = await prefetchOnServer(context, [linkQuery(lng, ci)])
  const link = readPageLink(state.queries[0]?.state.data)
  if (link && link.kind !== 0 && link.kind !== kind) throw redirect(encodeURI(`/${lng}${link.address}`) + search, 302)
  const sport = sportId ? sportName(sportId, lng) : ''
  const queries = [...first.queries, ...state.queries]
  // The line forgets a game some hours after its end; the results know it for ever.
  const query = endedQuery(lng, ci)
  const { queries: found } = (await prefetchOnServer(context, [query])).state
  const ended = query.read(found[0]?.state.data)
  const tree = first.queries.find(({ queryKey }) => queryKey[0] === treeQuery(kind, lng, sportId).path)
  // While the line is coming after a start nobody can tell: whoever asks again in a moment finds the event, if there is one.
  if (!link && !ended && isComing(tree?.state.data))
    return data<EventData>(
      { state: { mutations: [], queries }, subject: sport },
      { status: 503, headers: { 'retry-after': AGAIN_AFTER_S } },
    )
  if (!link && !ended) return data<EventData>({ state: { mutations: [], queries }, subject: sport, unknown: true }, { status: 404 })
  const all = await withNames(context, lng, ended?.markets.map(({ g }) => g) ?? [], { mutations: [], queries: [...queries, ...found] })
  return data<EventData>({ ...all, subject: ended ? subjectOf(ended) : sport }, { status: 410 })
}

function subjectOf({ side1, side2 }: Pick<LineGame, 'side1' | 'side2'>): string {
  return [side1, side2].filter(Boolean).join(' – ')
}

export async function clientLoader(): Promise<EventData> {
  return { state: { mutations: [], queries: [] }, subject: '' }
}

/** The part that is shown stands in the address; the page asks for it by itself. */
export const shouldRevalidate = byPathAlone

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ location, matches, loaderData }) =>
  pageMeta(matches, location.pathname, (loaderData as EventData | undefined)?.subject ?? '')

export default function EventScreen() {
  const { state, unknown } = useLoaderData<EventData>()
  const { game } = useParams()
  const ci = leadingId(game)
  return (
    <HydrationBoundary state={state}>
      <PageLockProvider>{ci === null ? null : <EventPage key={ci} ci={ci} unknown={unknown} />}</PageLockProvider>
    </HydrationBoundary>
  )
}
