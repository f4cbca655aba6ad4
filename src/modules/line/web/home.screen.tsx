/** Home: one match, then live and the line by championship (ux 2). */
import { guard, leadsTo, useOpenPages } from '#modules/brand/web/index.ts'
import { HydrationBoundary } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { prefetchOnServer, useApi, type ScreenData } from '#platform/web/query.ts'
import { PageLockProvider } from './live/locks.tsx'
import { useLists, type ListSegment } from './live/use-lists.ts'
import { cellsOf, knowsDraw } from './model/columns.ts'
import { hasGroups, segmentsOf } from './model/periods.ts'
import { listQuery } from './model/queries.ts'
import { pageMeta, usePageTitle } from './model/page-meta.ts'
import { HOME_LIVE, homeQueries } from './model/screen-loaders.ts'
import { useSiteTexts } from './model/texts.ts'
import { useOpenGames } from './model/use-closed-sports.ts'
import { trimState } from './model/trim-state.ts'
import { LINE, LIVE, type LineGame } from './model/types.ts'
import { FeatureMatch } from './table/FeatureMatch.tsx'
import { Filters, usePeriod } from './table/Filters.tsx'
import { ListView, NothingHere } from './table/ListView.tsx'
import { SportStrip } from './tree/SportStrip.tsx'
import styles from './Screens.module.css'

export async function loader(args: LoaderFunctionArgs): Promise<ScreenData> {
  const visit = guard(args)
  return trimState(await prefetchOnServer(args.context, homeQueries(visit.lng, leadsTo(visit, '/live'))))
}

export async function clientLoader(): Promise<ScreenData> {
  return { state: { mutations: [], queries: [] } }
}

export const meta: MetaFunction = ({ location, matches }) => pageMeta(matches, location.pathname)

export default function HomeScreen() {
  const { state } = useLoaderData<ScreenData>()
  return (
    <HydrationBoundary state={state}>
      <PageLockProvider>
        <Home />
      </PageLockProvider>
    </HydrationBoundary>
  )
}

/** Whether all of its main prices are open: the match over the line has nothing else to show. */
function hasResult(game: LineGame): boolean {
  return cellsOf(game, 'result', knowsDraw([game])).cells.every((one) => one?.open)
}

function Home() {
  const text = useSiteTexts()
  const { lng } = useSite()
  const [period] = usePeriod()
  const clock = useProductClock()
  usePageTitle()
  // Where live is closed to the visitor, home does not lead there.
  const live = useOpenPages()('/live')
  const best = useOpenGames(useApi(listQuery({ kind: LIVE, lng, count: HOME_LIVE }), { enabled: live }).data)
  // The match over the line is chosen once: it does not change while somebody reads it.
  const first = best?.find(hasResult)
  const [featureCi, setFeatureCi] = useState<number | null>(first?.ci ?? null)
  if (featureCi === null && first) setFeatureCi(first.ci)
  const feature = best?.find(({ ci }) => ci === featureCi) ?? first
  const segments = useMemo<readonly ListSegment[]>(() => {
    if (period !== 'all')
      // The clock is read once for a period: the days of the list change with it, not with each render.
      return segmentsOf(period, clock()).map(({ id, query }) => ({
        id,
        query: (page) => listQuery({ kind: LINE, lng, page, times: query }),
      }))
    return [
      { id: 'live', query: () => listQuery({ kind: LIVE, lng, count: HOME_LIVE }), pageRows: HOME_LIVE + 1 },
      { id: 'line', query: (page: number) => listQuery({ kind: LINE, lng, page }) },
    ].slice(live ? 0 : 1)
  }, [lng, period, clock, live])
  const listKey = `home|${period}|${live}`
  const lists = useLists(listKey, segments)
  return (
    <>
      <h1 className="visually-hidden">{text('home_title')}</h1>
      <SportStrip kind={LINE} sportId={null} always={false} />
      {feature ? <FeatureMatch game={feature} /> : null}
      <div className={styles.listHead}>
        <Filters />
      </div>
      <ListView
        listKey={listKey}
        lists={lists}
        mixed
        sectionHeads={hasGroups(period)}
        empty={<NothingHere message={text('nothing_line')} label={text('reset_filter')} to="/line" />}
      />
    </>
  )
}
