/** A hub of a dated event from the brand's configuration: to come, open, archive (RT-03). */
import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import {
  Filters,
  LINE,
  LIVE,
  ListView,
  NothingHere,
  placesQuery,
  useLists,
  type Kind,
  type LineGame,
  type ListSegment,
} from '#modules/line/web/index.ts'
import { guard, useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { prefetchOnServer } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { champsOfHub, hubName, hubState, hubTimes, type EventHub, type HubState } from '../rules/event-hubs.ts'
import { hubMeta, loadHub, type HubData } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { answerOf } from './known-places.ts'
import { champsQuery } from './queries.ts'
import { useHubTexts } from './texts.ts'

interface EventHubData extends HubData {
  hub: EventHub
  hubState: HubState
  champs: readonly number[]
}

const KINDS: readonly Kind[] = [LIVE, LINE]

export async function loader(args: LoaderFunctionArgs) {
  const visit = guard(args)
  const word = new URL(args.request.url).pathname
    .replace(/\.data$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1)
  const hub = visit.config.betting.hubs?.find(({ id }) => id === word)
  if (!hub) throw new Response(null, { status: 404 })
  // Hubs are told by English names, whatever language the page has.
  const read = async (section?: string) => {
    const queries = KINDS.map((kind) => champsQuery(kind, 'en', hub.sports, section))
    const { state } = await prefetchOnServer(args.context, queries)
    return queries.flatMap((query) => answerOf(state, query))
  }
  const [all, imitations] = await Promise.all([read(), read('simulated')])
  const champs = champsOfHub(hub, all, imitations)
  const games = champs.length ? KINDS.map((kind) => placesQuery(kind, visit.lng, { champs }, hubTimes(hub))) : []
  const page = await loadHub(args, { key: 'event_hub', title: hubName(hub, visit.lng), queries: games })
  return { ...page.data, hub, hubState: hubState(hub, visit.now), champs }
}

export const meta = hubMeta

export default function EventHubScreen() {
  const data = useLoaderData<EventHubData>()
  return (
    <HubScreen>
      <EventHubPage key={data.hub.id} {...data} />
    </HubScreen>
  )
}

function EventHubPage({ hub, hubState: state, champs }: EventHubData) {
  const text = useHubTexts()
  const { lng } = useSite()
  const segments = useMemo<readonly ListSegment[]>(
    () =>
      KINDS.map((kind) => ({
        id: kind === LIVE ? 'live' : 'line',
        query: () => placesQuery(kind, lng, { champs }, hubTimes(hub)),
        pageRows: 1000,
      })),
    [lng, champs, hub],
  )
  return (
    <HubPage head={<StateNotice hub={hub} state={state} />}>
      {champs.length ? (
        <HubGames {...{ hub, segments }} />
      ) : (
        <NothingHere
          message={text(state === 'archive' ? 'hub_archive_nothing' : 'hub_nothing')}
          label={text(state === 'archive' ? 'to_results' : 'onward')}
          to={state === 'archive' ? '/results' : '/line'}
        />
      )}
    </HubPage>
  )
}

interface HubGamesProps {
  hub: EventHub
  segments: readonly ListSegment[]
}

/** The sport of the list, null where there are several. */
function sportOf(games: readonly LineGame[]): number | null {
  const sport = games[0]?.sportId ?? null
  return games.every(({ sportId }) => sportId === sport) ? sport : null
}

function HubGames({ hub, segments }: HubGamesProps) {
  const text = useHubTexts()
  const lists = useLists(`hub|${hub.id}`, segments)
  const games = lists.segments.flatMap((segment): readonly LineGame[] => segment.games)
  return (
    <>
      <Filters start={<span>{text('hub_games', { count: games.length })}</span>} sportId={sportOf(games)} />
      <ListView
        listKey={`hub|${hub.id}`}
        lists={lists}
        mixed={sportOf(games) === null}
        sectionHeads
        empty={<NothingHere message={text('hub_nothing')} label={text('onward')} to="/line" />}
      />
    </>
  )
}

function StateNotice({ hub, state }: { hub: EventHub; state: HubState }) {
  const text = useHubTexts()
  const isOpen = useOpenPages()
  const day = (date: string | undefined) => (date ? date.split('-').toReversed().join('.') : '')
  if (state === 'open') return null
  return (
    <Notice kind="info">
      {text(state === 'coming' ? 'hub_coming' : 'hub_archive')} <Num>{day(state === 'coming' ? hub.from : hub.to)}</Num>
      {'. '}
      {state === 'archive' && isOpen('/results') ? <SiteLink to="/results">{text('to_results')}</SiteLink> : null}
    </Notice>
  )
}
