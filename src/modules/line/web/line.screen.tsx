/** Lists of the line and of live: everything, a sport, a championship. */
import { useOpenPages } from '#modules/brand/web/index.ts'
import { HydrationBoundary, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLoaderData, useLocation, type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useApi } from '#platform/web/query.ts'
import { PageLockProvider } from './live/locks.tsx'
import { useComing } from './live/use-coming.ts'
import { useLists, type ListSegment } from './live/use-lists.ts'
import { placeOf, rootOf, sportAddress, type Place } from './model/addresses.ts'
import { hasGroups, segmentsOf, spanOf } from './model/periods.ts'
import { EVERYTHING, listQuery, treeQuery } from './model/queries.ts'
import { loadList, type ListData } from './model/screen-loaders.ts'
import { pageMeta, usePageTitle } from './model/page-meta.ts'
import { useSiteTexts } from './model/texts.ts'
import { useLineFilter } from './model/use-line-filter.ts'
import { LINE, LIVE } from './model/types.ts'
import { Filters, usePeriod } from './table/Filters.tsx'
import { ListView, LiveBadge, NothingHere, SkeletonTable } from './table/ListView.tsx'
import { useDates } from './model/zone.ts'
import { SportOff } from './table/SportOff.tsx'
import { SportStrip } from './tree/SportStrip.tsx'
import styles from './Screens.module.css'

export async function loader(args: LoaderFunctionArgs) {
  return loadList(args)
}

/** Another list is shown at once, with its skeleton: the page does not wait for its rows. */
export async function clientLoader(_args: ClientLoaderFunctionArgs): Promise<ListData> {
  return { state: { mutations: [], queries: [] }, subject: '', sport: '' }
}

export const meta: MetaFunction<typeof loader> = ({ location, matches, loaderData }) =>
  pageMeta(matches, location.pathname, (loaderData as ListData | undefined)?.subject ?? '')

export default function LineScreen() {
  const { state, sport } = useLoaderData<ListData>()
  const { pathname } = useLocation()
  const place = placeOf(pathname)
  return (
    <HydrationBoundary state={state}>
      <PageLockProvider>
        {place ? <LineList key={`${place.kind}-${place.sportId}-${place.champId}`} place={place} sportName={sport} /> : null}
      </PageLockProvider>
    </HydrationBoundary>
  )
}

interface Titles {
  title: string
  sport: string
  /** The server has just started: what is not there may still come. */
  coming: boolean
}

function useTitles(place: Place, sportName: string): Titles {
  const text = useSiteTexts()
  const { lng } = useSite()
  const sports = useApi(treeQuery(place.kind, lng, place.sportId, useLineFilter())).data
  const sport = sports?.find(({ id }) => id === place.sportId)
  const champ = sport?.champs.find(({ id }) => id === place.champId)
  // A sport without a game is not in the tree: the server's page brings its name, after a move inside of the browser it is looked up.
  const unnamed = sports !== undefined && !sport && !sportName && place.sportId !== null
  const found = useQuery({
    queryKey: ['sport-name', lng, place.sportId],
    enabled: unnamed,
    staleTime: Infinity,
    queryFn: async () => (await import('./model/sport-name.ts')).sportName(place.sportId!, lng),
  }).data
  const name = sport?.name ?? (sportName || (unnamed ? found : '') || '')
  const coming = sports === null
  if (place.champId) return { title: champ?.name ?? name, sport: name, coming }
  if (place.sportId) return { title: name, sport: '', coming }
  return { title: text(place.kind === LIVE ? 'live_title' : 'line_title'), sport: '', coming }
}

function LineList({ place, sportName }: { place: Place; sportName: string }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const [period] = usePeriod()
  const clock = useProductClock()
  const filter = useLineFilter()
  const live = place.kind === LIVE
  const whole = live || place.champId !== null
  const segments = useMemo<readonly ListSegment[]>(() => {
    const { kind, sportId, champId } = place
    if (whole) {
      // A championship is one list: the tree leads to it with the period that its number is of.
      const times = champId && kind === LINE ? spanOf(period, clock()) : {}
      return [
        { id: 'events', query: (page) => listQuery({ kind, lng, sportId, champId, page, filter, times }), pageRows: champId ? 1000 : 50 },
      ]
    }
    return segmentsOf(period, clock()).map(({ id, query }) => ({
      id,
      query: (page) => listQuery({ kind, lng, sportId, page, filter, times: query }),
    }))
    // A new render at another second asks for the same list: the hours are counted by the server.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place.kind, place.sportId, place.champId, period, lng, whole, filter])
  const listKey = `${place.kind}|${place.sportId}|${place.champId}|${period}|${filter === EVERYTHING}`
  const lists = useLists(listKey, segments)
  const isHidden = useHiddenSports()
  const isClosed = place.sportId !== null && isHidden(place.sportId, place.kind)
  const nothing = (title: string) => (
    <Nothing place={place} title={title} label={text(live ? 'to_line_of' : 'reset_filter')} isClosed={isClosed} />
  )
  const { title, sport, coming } = useTitles(place, sportName)
  useComing(coming)
  usePageTitle(place.sportId ? title : '')
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <SportStrip kind={place.kind} sportId={place.sportId} always={live} />
      <div className={styles.listHead} data-first={!live || undefined}>
        <Filters
          {...(whole ? { start: <Start place={place} sport={sport} /> } : {})}
          ofPeriod={!live && place.champId !== null}
          sportId={place.sportId}
        />
      </div>
      {isClosed ? (
        nothing(title)
      ) : (
        <ListView
          listKey={listKey}
          lists={lists}
          mixed={place.sportId === null}
          sectionHeads={!whole && hasGroups(period)}
          empty={coming ? <SkeletonTable /> : nothing(title)}
        />
      )}
      {live ? <p className={styles.delay}>{text('live_delay')}</p> : null}
    </>
  )
}

/** Where the periods do not apply: the way back to the sport, and the connection over live prices. */
function Start({ place, sport }: { place: Place; sport: string }) {
  const text = useSiteTexts()
  const isOpen = useOpenPages()
  return (
    <span className={styles.start}>
      {sport && place.sportId ? (
        <SiteLink to={sportAddress(place.kind, place.sportId)} className={styles.back}>
          <Icon name="arrow-left" size={15} flip />
          {sport}
        </SiteLink>
      ) : null}
      {place.champId && isOpen(`/champ/${place.champId}`) ? (
        <SiteLink to={`/champ/${place.champId}`} className={styles.back} data-champ-hub="">
          {text('champ_hub')}
        </SiteLink>
      ) : null}
      {place.kind === LIVE ? <LiveBadge /> : null}
    </span>
  )
}

/** Nothing now: when the next one begins, and the way to it. */
function Nothing({ place, title, label, isClosed }: { place: Place; title: string; label: string; isClosed: boolean }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const format = useDates()
  const next = useApi(listQuery({ kind: LINE, lng, sportId: place.sportId, champId: place.champId, count: 1 }), {
    enabled: place.kind === LIVE && !isClosed,
  }).data?.[0]
  if (isClosed) return <SportOff sport={title} />
  if (place.kind !== LIVE)
    return (
      <NothingHere message={text('nothing_line')} label={label} to={place.sportId ? sportAddress(LINE, place.sportId) : rootOf(LINE)} />
    )
  const message = next
    ? text('nothing_live_next', { sport: title, time: format(next.startsAt, 'dd.MM / HH:mm') })
    : text('nothing_live', { sport: title })
  return <NothingHere message={message} label={label} to={place.sportId ? sportAddress(LINE, place.sportId) : rootOf(LINE)} />
}
