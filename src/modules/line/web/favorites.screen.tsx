/** What the visitor marked: games, championships, teams, with their prices as they move (LN-26, DU-13). */
import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useMemo, useState } from 'react'
import { HydrationBoundary } from '@tanstack/react-query'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { keepFocusAmong } from '#platform/web/kept-focus.ts'
import { prefetchOnServer, useApi, type ApiQuery, type ScreenData } from '#platform/web/query.ts'
import { ErrorState } from '#ui/States.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useFavorites, useFavoritesKnown } from './favorites/use-favorites.ts'
import { favorites, type FavoriteGame, type FavoritePlace } from './favorites/favorites-store.ts'
import { goneQuery } from './favorites/gone.ts'
import { PageLockProvider } from './live/locks.tsx'
import { pageMeta, usePageTitle } from './model/page-meta.ts'
import { favoritesQuery, placesQuery } from './model/found-queries.ts'
import { frameQueries } from './model/screen-loaders.ts'
import { useSiteTexts } from './model/texts.ts'
import { LINE, LIVE, type Kind, type LineGame } from './model/types.ts'
import { useOpenGames } from './model/use-closed-sports.ts'
import { PlaceStar } from './table/FavoriteStar.tsx'
import { LineTable } from './table/LineTable.tsx'
import { NothingHere, SkeletonTable } from './table/ListView.tsx'
import styles from './Screens.module.css'

const none = () => {}
const TABS = ['games', 'champs', 'teams'] as const
type Tab = (typeof TABS)[number]

/** A mark that is taken off takes its row away: the keyboard goes on with the next one. */
const keepFocus = keepFocusAmong({
  cards: '[data-tab=games] [role=row][data-ci], [data-tab=champs] [role=row][data-head], li[data-place]',
  nameOf: ({ dataset }) => dataset['ci'] ?? dataset['head'] ?? dataset['place'],
  hasGone(name) {
    const { games, champs, teams } = favorites.get()
    return ![...games.map(({ ci }) => ci), ...[...champs, ...teams].map(({ id }) => id)].includes(Number(name))
  },
})

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
  const [params, setParams] = useSearchParams()
  const { games, champs, teams } = useFavorites()
  const known = useFavoritesKnown()
  // Who marks championships alone finds them at once; what he takes away while he looks leaves him where he is.
  const filled: Tab | null = games.length ? 'games' : champs.length ? 'champs' : teams.length ? 'teams' : null
  const [usual, setUsual] = useState<Tab | null>(null)
  if (known && usual === null && filled !== null) setUsual(filled)
  const tab: Tab = TABS.find((one) => one === params.get('tab')) ?? usual ?? 'games'
  usePageTitle()
  const countOf = (list: readonly unknown[]) => (known ? { count: list.length } : {})
  const ids = useMemo(() => games.map(({ ci }) => ci), [games])
  useWithoutGone(games, ids)
  return (
    <>
      <h1 className="visually-hidden">{text('favorites_title')}</h1>
      <Tabs
        label={text('favorites_title')}
        value={tab}
        onChange={(key) => setParams({ tab: key }, { replace: true, preventScrollReset: true })}
        items={[
          { key: 'games', label: text('favorites_games'), ...countOf(games) },
          { key: 'champs', label: text('favorites_champs'), ...countOf(champs) },
          { key: 'teams', label: text('favorites_teams'), ...countOf(teams) },
        ]}
      >
        <div ref={keepFocus} className={styles.panel} data-tab={tab}>
          {!known ? (
            <SkeletonTable rows={4} />
          ) : tab === 'games' ? (
            <Games
              key="games"
              ids={ids}
              of={(kind, lng) => favoritesQuery(kind, lng, ids)}
              isOne={({ ci }) => ids.includes(ci)}
              empty={text('nothing_favorites')}
            />
          ) : (
            <Places key={tab} type={tab === 'champs' ? 'champ' : 'team'} places={tab === 'champs' ? champs : teams} />
          )}
        </div>
      </Tabs>
    </>
  )
}

/** A game that is over has no row to be taken off by: its mark goes when both feeds have answered. */
function useWithoutGone(games: readonly FavoriteGame[], ids: readonly number[]): void {
  const { lng } = useSite()
  const enabled = ids.length > 0
  const live = useApi(goneQuery(LIVE, lng, ids), { enabled })
  const line = useApi(goneQuery(LINE, lng, ids), { enabled })
  const gone = live.isSuccess && line.isSuccess ? [...live.data, ...line.data] : []
  const stamp = gone.join()
  useEffect(() => {
    for (const item of games) if (gone.includes(item.ci)) favorites.toggle({ type: 'game', item })
    // The list is a new one at each render; the stamp says when it changed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [games, stamp])
}

function Places({ type, places }: { type: 'champ' | 'team'; places: readonly FavoritePlace[] }) {
  const text = useSiteTexts()
  const ids = useMemo(() => places.map(({ id }) => id), [places])
  return (
    <>
      {places.length ? (
        <ul className={styles.places}>
          {places.map(({ id, sportId, name }) => (
            <li key={id} className={styles.place} data-place={id}>
              <bdi>{name}</bdi>
              <PlaceStar type={type} id={id} sportId={sportId} name={name} />
            </li>
          ))}
        </ul>
      ) : null}
      <Games
        ids={ids}
        of={(kind, lng) => placesQuery(kind, lng, type === 'champ' ? { champs: ids } : { teams: ids })}
        isOne={({ champId, side1Id, side2Id }) => (type === 'champ' ? [champId] : [side1Id, side2Id]).some((id) => ids.includes(id))}
        empty={text(places.length ? 'nothing_favorite_games' : type === 'champ' ? 'nothing_favorite_champs' : 'nothing_favorite_teams')}
      />
    </>
  )
}

interface GamesProps {
  ids: readonly number[]
  of(kind: Kind, lng: string): ApiQuery<LineGame[]>
  /** Whether a game is one of those: the last answer stands until the next one has come. */
  isOne(game: LineGame): boolean
  empty: string
}

/** Live games over those of the line. */
function Games({ ids, of, isOne, empty }: GamesProps) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const enabled = ids.length > 0
  // A mark less keeps the other rows where they are: no skeleton takes their place for a moment, nor the keyboard's.
  const live = useApi(of(LIVE, lng), { enabled, keep: true })
  const line = useApi(of(LINE, lng), { enabled, keep: true })
  const [openLive, openLine] = [useOpenGames(live.data), useOpenGames(line.data)]
  const segments = useMemo(
    () => [
      { id: 'live', games: (openLive ?? []).filter(isOne) },
      { id: 'line', games: (openLine ?? []).filter(isOne) },
    ],
    // `isOne` is a new function at each render and says the same of the same ids.
    // oxlint-disable-next-line react/exhaustive-deps
    [openLive, openLine, ids],
  )
  const rows = segments.reduce((sum, { games }) => sum + games.length, 0)
  if (enabled && (live.isPending || line.isPending)) return <SkeletonTable rows={4} />
  if (rows === 0 && (live.isError || line.isError))
    return <ErrorState onRetry={() => void Promise.all([live.refetch(), line.refetch()])}>{text('list_failed')}</ErrorState>
  if (rows === 0) return <NothingHere message={empty} label={text('to_line')} to="/line" />
  return <LineTable listKey={`favorites|${ids.join()}`} segments={segments} mixed sectionHeads hasMore={false} onMore={none} />
}
