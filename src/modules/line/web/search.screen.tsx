/** Everything that was found, with prices (SR-04). */
import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { HydrationBoundary } from '@tanstack/react-query'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { prefetchOnServer, type ScreenData } from '#platform/web/query.ts'
import { SearchField } from '#ui/Field.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { PageLockProvider } from './live/locks.tsx'
import { pageMeta, usePageTitle } from './model/page-meta.ts'
import { searchQuery } from './model/found-queries.ts'
import { frameQueries } from './model/screen-loaders.ts'
import { useSiteTexts } from './model/texts.ts'
import { LINE, LIVE } from './model/types.ts'
import { SHORTEST, usePaused, useSearch, useWithPrices } from './search/use-search.ts'
import { SkeletonTable } from './table/ListView.tsx'
import { LineTable } from './table/LineTable.tsx'
import styles from './search/Search.module.css'

const LIMIT = 50
const LENGTH = 100
const none = () => {}

export async function loader(args: LoaderFunctionArgs): Promise<ScreenData> {
  const { lng } = guard(args)
  const { context, request } = args
  const text = (new URL(request.url).searchParams.get('text') ?? '').trim().slice(0, LENGTH)
  const found = text.length < SHORTEST ? [] : [searchQuery(LIVE, lng, text, LIMIT), searchQuery(LINE, lng, text, LIMIT)]
  return prefetchOnServer(context, [...frameQueries(lng, { kind: LINE, sportId: null }), ...found])
}

export async function clientLoader(): Promise<ScreenData> {
  return { state: { mutations: [], queries: [] } }
}

export const meta: MetaFunction = ({ location, matches }) => pageMeta(matches, location.pathname)

export default function SearchScreen() {
  const { state } = useLoaderData<ScreenData>()
  return (
    <HydrationBoundary state={state}>
      <PageLockProvider>
        <Search />
      </PageLockProvider>
    </HydrationBoundary>
  )
}

function Search() {
  const text = useSiteTexts()
  const [params, setParams] = useSearchParams()
  usePageTitle()
  const inAddress = (params.get('text') ?? '').slice(0, LENGTH)
  const [typed, setTyped] = useState(inAddress)
  const asked = usePaused(typed, 200)
  const written = useRef(new Set<string>())
  useEffect(() => {
    // What this page wrote comes back while the visitor types on: only another address changes the field.
    if (!written.current.delete(inAddress)) setTyped(inAddress)
  }, [inAddress])
  useEffect(() => {
    if (asked === inAddress) return
    written.current.add(asked)
    setParams(asked ? { text: asked } : {}, { replace: true, preventScrollReset: true })
    // Only what was typed changes the address; the address changing is the effect above.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked])
  const { live, line, ready, failed, retry } = useSearch(asked, LIMIT)
  const pricedLive = useWithPrices(LIVE, live)
  const pricedLine = useWithPrices(LINE, line)
  const priced = [pricedLive, pricedLine]
  const segments = useMemo(
    () => [
      { id: 'live', games: pricedLive.games },
      { id: 'line', games: pricedLine.games },
    ],
    [pricedLive.games, pricedLine.games],
  )
  const nothing = ready && live.length + line.length === 0
  return (
    <>
      <h1 className="visually-hidden">{text(asked ? 'search_results' : 'search_title', { text: asked })}</h1>
      <SearchField className={styles.pageField} label={text('search')} placeholder={text('search')} value={typed} onChange={setTyped} />
      {asked.trim().length < SHORTEST ? (
        <EmptyState icon="search">{text('search_prompt')}</EmptyState>
      ) : nothing && failed ? (
        <ErrorState onRetry={retry}>{text('list_failed')}</ErrorState>
      ) : nothing ? (
        <EmptyState icon="search" action={{ label: text('search_clear'), onPress: () => setTyped('') }}>
          {text('search_nothing', { text: asked })}. {text('search_hint')}
        </EmptyState>
      ) : ready && priced.some(({ isError }) => isError) ? (
        <ErrorState onRetry={() => void Promise.all(priced.filter(({ isError }) => isError).map(({ refetch }) => refetch()))}>
          {text('list_failed')}
        </ErrorState>
      ) : ready && !priced.some(({ isPending }) => isPending) ? (
        <LineTable listKey={`search|${asked}`} segments={segments} mixed sectionHeads hasMore={false} onMore={none} />
      ) : (
        <SkeletonTable rows={5} />
      )}
    </>
  )
}
