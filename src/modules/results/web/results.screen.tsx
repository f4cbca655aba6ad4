/** What has ended and what is being played: by day, sport and championship (LN-35, RT-11). */
import { guard, useOpenPages } from '#modules/brand/web/index.ts'
import { HydrationBoundary } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { data, useLoaderData, useLocation, useParams, useSearchParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { frameQueries, knownChamp, leadingId, LINE, NothingHere, sportName, useMounted } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useAddedTexts, useTexts } from '#platform/web/i18n.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { byPathAlone, prefetchOnServer, useApi, type ScreenData } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { DayField } from './DayField.tsx'
import { before, dayFault, dayText, windowOf, type DayFault } from './days.ts'
import { usePagesRead } from './pages-read.ts'
import { champResultsQuery, liveResultsQuery, PAGE_COUNT, resultGamesQuery, resultSportsQuery, type ResultGame } from './queries.ts'
import { ResultList } from './ResultList.tsx'
import styles from './Results.module.css'

type Texts = typeof import('../../../../locales/ru/results.json')

interface ResultsData extends ScreenData {
  texts: Readonly<Record<string, string>>
  title: string
  /** What this address shows of the results: a championship, what is being played; '' for those of the days. */
  subject: string
  brand: string
}

export async function loader(args: LoaderFunctionArgs) {
  const { lng, config, dictionary } = guard(args, { feature: 'results' })
  const champ = args.params['champ']
  const champId = leadingId(champ)
  if (champ !== undefined && champId === null) throw new Response(null, { status: 404 })
  const texts = dictionary(['results'])['results'] ?? {}
  let subject = isLive(new URL(args.request.url).pathname) ? (texts['live'] ?? '') : ''
  const first = champId === null ? null : champResultsQuery(lng, champId, 1)
  const { state } = await prefetchOnServer(args.context, [...frameQueries(lng, { kind: LINE, sportId: null }), ...(first ? [first] : [])])
  if (champId !== null && first) {
    const answer = state.queries.find(({ queryKey }) => queryKey[0] === first.path)
    const [ended] = answer ? first.read(answer.state.data) : []
    // Nothing has ended in it yet: then it is at least a championship of the line.
    subject = ended?.champ ?? (answer ? (await knownChamp(args.context, lng, champId))?.name : '') ?? ''
  }
  return data<ResultsData>({ state, texts, title: texts['title'] ?? '', subject, brand: config.customize.name })
}

export const shouldRevalidate = byPathAlone

function isLive(pathname: string): boolean {
  return /\/results\/live(?:\.data)?\/?$/.test(pathname)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const page = loaderData as ResultsData | undefined
  if (!page) return []
  const { subject, title, brand, texts } = page
  return [
    { title: [subject, title, brand].filter(Boolean).join(' · ') },
    { name: 'description', content: [subject, texts['about']].filter(Boolean).join('. ') },
  ]
}

export default function ResultsScreen() {
  const { state, texts } = useLoaderData<ResultsData>()
  // The words of this page come with its data, not with the document.
  useAddedTexts('results', texts)
  return (
    <HydrationBoundary state={state}>
      <Results />
    </HydrationBoundary>
  )
}

function Results() {
  const text = useTexts<Texts>('results')
  const { pathname } = useLocation()
  const isOpen = useOpenPages()
  const { champ } = useParams()
  const { title, subject } = useLoaderData<ResultsData>()
  const live = isLive(pathname)
  const champId = leadingId(champ)
  const mounted = useMounted()
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>{[title, subject].filter(Boolean).join(' · ')}</h1>
        <nav className={styles.tabs} aria-label={text('title')}>
          {isOpen('/results') ? (
            <SiteLink to="/results" className={styles.tab} aria-current={!live && champId === null ? 'page' : undefined}>
              {text('ended')}
            </SiteLink>
          ) : null}
          {isOpen('/results/live') ? (
            <SiteLink to="/results/live" className={styles.tab} aria-current={live ? 'page' : undefined}>
              {text('live')}
            </SiteLink>
          ) : null}
        </nav>
      </header>
      {champId !== null ? (
        <OfChampionship key={champId} id={champId} />
      ) : live ? (
        <Live />
      ) : mounted ? (
        <ByDay />
      ) : (
        <SkeletonRows rows={10} height="44px" />
      )}
    </>
  )
}

/** Days behind today that have a chip of their own. */
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** What is chosen stands in the address: Back and a link find it again. */
function useChoice(): [URLSearchParams, (name: 'date' | 'sport', value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const choose = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (all) => {
          const next = new URLSearchParams(all)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return [params, choose]
}

function NoAnswer({ failed, again, rows = 10 }: { failed: boolean; again: () => unknown; rows?: number }) {
  const text = useTexts<Texts>('results')
  return failed ? <ErrorState onRetry={() => void again()}>{text('failed')}</ErrorState> : <SkeletonRows rows={rows} height="44px" />
}

/** The day that is shown, why another one was not taken, and a way to ask for a day: the address never keeps one that is not shown. */
function useDay(today: string, params: URLSearchParams, choose: ReturnType<typeof useChoice>[1]) {
  const asked = params.get('date')
  const wrong = asked === null ? null : dayFault(asked, today)
  const [fault, setFault] = useState<DayFault | null>(wrong)
  useEffect(() => {
    if (wrong === null) return
    setFault(wrong)
    choose('date', today)
  }, [wrong, today, choose])
  const ask = (value: string) => {
    const refused = dayFault(value, today)
    setFault(refused)
    if (refused === null) choose('date', value)
  }
  return { day: asked === null || wrong ? today : asked, fault, ask }
}

function ByDay() {
  const text = useTexts<Texts>('results')
  const { lng } = useSite()
  const clock = useProductClock()
  const [params, choose] = useChoice()
  const today = dayText(clock() / 1000)
  const { day, fault, ask } = useDay(today, params, choose)
  const window = useMemo(() => windowOf(day), [day])
  const { data: sports, isError, refetch } = useApi(resultSportsQuery(lng, window))
  const wanted = Number(params.get('sport'))
  const sportId = sports?.some(({ id }) => id === wanted) ? wanted : (sports?.[0]?.id ?? null)
  return (
    <>
      <div className={styles.tools}>
        <ChipStrip label={text('day')}>
          {DAYS.map((days) => {
            const value = before(today, days)
            return (
              <Chip key={days} selected={value === day} data-day={value} onClick={() => ask(value)}>
                {days === 0 ? (
                  text('today')
                ) : days === 1 ? (
                  text('yesterday')
                ) : (
                  <Num>{value.slice(5).split('-').toReversed().join('.')}</Num>
                )}
              </Chip>
            )
          })}
          <DayField className={styles.date} label={text('day')} {...{ day, today, ask }} />
        </ChipStrip>
        {fault ? (
          <p className={styles.fault} role="status">
            {text(fault)}
            {day === today ? <> {text('today_shown')}</> : null}
          </p>
        ) : null}
        {sports?.length ? (
          <ChipStrip label={text('sport')}>
            {sports.map(({ id, name, count }) => (
              <Chip key={id} selected={id === sportId} count={count} onClick={() => choose('sport', String(id))}>
                <SportIcon sportId={id} size={15} />
                {name}
              </Chip>
            ))}
          </ChipStrip>
        ) : null}
      </div>
      {sports === undefined ? (
        <NoAnswer failed={isError} again={refetch} />
      ) : sportId === null ? (
        <NothingHere message={text('nothing_day')} label={text('to_live')} to="/live" />
      ) : (
        <Pages
          key={`${day}|${sportId}`}
          listKey={`${day}|${sportId}`}
          of={(page) => resultGamesQuery(lng, window, sportId, page)}
          empty={text('nothing_day')}
        />
      )}
    </>
  )
}

function OfChampionship({ id }: { id: number }) {
  const text = useTexts<Texts>('results')
  const { lng } = useSite()
  return <Pages listKey={`champ|${id}`} of={(page) => champResultsQuery(lng, id, page)} empty={text('nothing_champ')} />
}

interface PagesProps {
  listKey: string
  of(page: number): ReturnType<typeof champResultsQuery>
  empty: string
}

/** Pages under each other; the next one is asked for by a press. */
function Pages({ listKey, of, empty }: PagesProps) {
  const [pages, more] = usePagesRead(listKey)
  const place = useRef<HTMLDivElement>(null)
  const links = () => [...place.current!.querySelectorAll<HTMLElement>('a, button')]
  /** Where the page begins that a press has asked for; null when none has. */
  const asked = useRef<number>(null)
  const onMore = () => {
    asked.current = links().length - 1
    more()
  }
  const onPage = useCallback(() => {
    if (asked.current === null) return
    const all = links()
    const target = all[asked.current] ?? all.at(-1)
    asked.current = null
    // The pressed button is gone: the keyboard goes on with the first of those that were added.
    if (document.activeElement === document.body) target?.focus()
  }, [])
  return (
    <div ref={place} className={styles.pages}>
      {Array.from({ length: pages }, (_, index) => (
        <OnePage key={index} query={of(index + 1)} last={index + 1 === pages} empty={index === 0 ? empty : ''} {...{ onMore, onPage }} />
      ))}
    </div>
  )
}

interface OnePageProps {
  query: ReturnType<typeof champResultsQuery>
  last: boolean
  empty: string
  onMore: () => void
  /** Its games have come. */
  onPage: () => void
}

function OnePage({ query, last, empty, onMore, onPage }: OnePageProps) {
  const text = useTexts<Texts>('results')
  const { data: games, isError, refetch } = useApi(query)
  const isThere = games !== undefined
  useLayoutEffect(() => {
    if (isThere) onPage()
  }, [isThere, onPage])
  if (games === undefined) return <NoAnswer failed={isError} again={refetch} rows={8} />
  if (games.length === 0) return empty ? <NothingHere message={empty} label={text('to_live')} to="/live" /> : null
  return (
    <>
      <ResultList games={games} />
      {last && games.length >= PAGE_COUNT ? (
        <button type="button" className={styles.more} onClick={onMore}>
          {text('more')}
        </button>
      ) : null}
    </>
  )
}

function Live() {
  const text = useTexts<Texts>('results')
  const { lng } = useSite()
  const { data: games, isError, refetch } = useApi(liveResultsQuery(lng, null))
  const [params, choose] = useChoice()
  const sports = useMemo(() => [...Map.groupBy(games ?? [], ({ sportId }: ResultGame) => sportId)], [games])
  if (games === undefined) return <NoAnswer failed={isError} again={refetch} />
  if (games.length === 0) return <NothingHere message={text('nothing_live')} label={text('to_line')} to="/line" />
  const wanted = Number(params.get('sport'))
  // The last game of a sport may end while it is looked at.
  const sport = sports.some(([id]) => id === wanted) ? wanted : null
  return (
    <>
      <div className={styles.tools}>
        <ChipStrip label={text('sport')}>
          <Chip selected={sport === null} count={games.length} onClick={() => choose('sport', null)}>
            {text('all')}
          </Chip>
          {sports.map(([id, list]) => (
            <Chip key={id} selected={sport === id} count={list.length} onClick={() => choose('sport', String(id))}>
              <SportIcon sportId={id} size={15} />
              {sportName(id, lng)}
            </Chip>
          ))}
        </ChipStrip>
      </div>
      <ResultList games={sport === null ? games : games.filter(({ sportId }) => sportId === sport)} live />
    </>
  )
}
