/** Events that the visitor marked, live ones first (LN-26). */
import { guard } from '#modules/brand/web/index.ts'
import { useMemo } from 'react'
import { HydrationBoundary } from '@tanstack/react-query'
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { prefetchOnServer, useApi, type ScreenData } from '#platform/web/query.ts'
import { PageLockProvider } from './live/locks.tsx'
import { pageMeta, usePageTitle } from './model/page-meta.ts'
import { favoritesQuery } from './model/queries.ts'
import { frameQueries } from './model/screen-loaders.ts'
import { useSiteTexts } from './model/texts.ts'
import { LINE, LIVE } from './model/types.ts'
import { useFavorites } from './table/FavoriteStar.tsx'
import { LineTable } from './table/LineTable.tsx'
import { NothingHere, SkeletonTable } from './table/ListView.tsx'

const none = () => {}

export async function loader(args: LoaderFunctionArgs): Promise<ScreenData> {
  return prefetchOnServer(args.context, frameQueries(guard(args).lng, { kind: LINE, sportId: null }))
}

export async function clientLoader(): Promise<ScreenData> {
  return { state: { mutations: [], queries: [] } }
}

export const meta: MetaFunction = ({ location, matches }) => pageMeta(matches, location.pathname)

export default function FavoritesScreen() {
  const { state } = useLoaderData<ScreenData>()
  return (
    <HydrationBoundary state={state}>
      <PageLockProvider>
        <Favorites />
      </PageLockProvider>
    </HydrationBoundary>
  )
}

function Favorites() {
  const text = useSiteTexts()
  const { lng } = useSite()
  const ids = useFavorites().all
  usePageTitle()
  const enabled = ids.length > 0
  const live = useApi(favoritesQuery(LIVE, lng, ids), { enabled })
  const line = useApi(favoritesQuery(LINE, lng, ids), { enabled })
  const segments = useMemo(
    () => [
      { id: 'live', games: live.data ?? [] },
      { id: 'line', games: line.data ?? [] },
    ],
    [live.data, line.data],
  )
  const rows = segments.reduce((sum, { games }) => sum + games.length, 0)
  return (
    <>
      <h1 className="visually-hidden">{text('favorites_title')}</h1>
      {enabled && (live.isPending || line.isPending) ? (
        <SkeletonTable rows={4} />
      ) : rows === 0 ? (
        <NothingHere message={text('nothing_favorites')} label={text('to_line')} to="/line" />
      ) : (
        <LineTable listKey="favorites" segments={segments} market="result" sectionHeads hasMore={false} onMore={none} />
      )}
    </>
  )
}
