/** What has ended and what is being played: by day, sport and championship (LN-35, RT-11). */
import { guard } from '#modules/brand/web/index.ts'
import { HydrationBoundary } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { data, useLoaderData, useLocation, useParams, useSearchParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { frameQueries, knownChamp, leadingId, LINE, NothingHere, sportName, useMounted } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useAddedTexts, useTexts } from '#platform/web/i18n.ts'
import { prefetchOnServer, useApi, type ScreenData } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { before, dayText, isDay, windowOf } from './days.ts'
import { champResultsQuery, liveResultsQuery, PAGE_COUNT, resultGamesQuery, resultSportsQuery, type ResultGame } from './queries.ts'
import { ResultList } from './ResultList.tsx'
import styles from './Results.module.css'

type Texts = typeof import('../../../../locales/ru/results.json')

interface ResultsData extends ScreenData {
  texts: Readonly<Record<string, string>>
  title: string
  brand: string
  /** Server time, Unix seconds: the days of the page follow it, whatever the visitor's clock says. */
  now: number
}

export async function loader(args: LoaderFunctionArgs) {
  const { lng, now, config, dictionary } = guard(args, { feature: 'results' })
  const champ = args.params['champ']
  const champId = leadingId(champ)
  if (champ !== undefined && champId === null) throw new Response(null, { status: 404 })
  const texts = dictionary(['results'])['results'] ?? {}
  const first = champId === null ? null : champResultsQuery(lng, champId, 1)
  const { state } = await prefetchOnServer(args.context, [...frameQueries(lng, { kind: LINE, sportId: null }), ...(first ? [first] : [])])
  if (champId !== null && first) {
    const answer = state.queries.find(({ queryKey }) => queryKey[0] === first.path)
    // Nothing has ended in it yet: then it is at least a championship of the line.
    if (answer && first.read(answer.state.data).length === 0) await knownChamp(args.context, lng, champId)
  }
  const seconds = Math.floor(now / 1000)
  return data<ResultsData>({ state, texts, title: texts['title'] ?? '', brand: config.customize.name, now: seconds })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const page = loaderData as ResultsData | undefined
  return page ? [{ title: `${page.title} · ${page.brand}` }, { name: 'description', content: page.texts['about'] ?? '' }] : []
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
  const { champ } = useParams()
  const live = /\/results\/live\/?$/.test(pathname)
  const champId = leadingId(champ)
  const mounted = useMounted()
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>{text('title')}</h1>
        <nav className={styles.tabs} aria-label={text('title')}>
          <SiteLink to="/results" className={styles.tab} aria-current={!live && champId === null ? 'page' : undefined}>
            {text('ended')}
          </SiteLink>
          <SiteLink to="/results/live" className={styles.tab} aria-current={live ? 'page' : undefined}>
            {text('live')}
          </SiteLink>
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

function ByDay() {
  const text = useTexts<Texts>('results')
  const { lng } = useSite()
  const { now } = useLoaderData<ResultsData>()
  const [params, setParams] = useSearchParams()
  const offsetMin = new Date(now * 1000).getTimezoneOffset()
  const today = dayText(now, offsetMin)
  const asked = params.get('date')
  const day = isDay(asked) && asked <= today ? asked : today
  const window = useMemo(() => windowOf(day, offsetMin), [day, offsetMin])
  const sports = useApi(resultSportsQuery(lng, window)).data
  const wanted = Number(params.get('sport'))
  const sportId = sports?.some(({ id }) => id === wanted) ? wanted : (sports?.[0]?.id ?? null)
  const choose = (name: 'date' | 'sport', value: string) =>
    setParams(
      (all) => {
        const next = new URLSearchParams(all)
        next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <div className={styles.tools}>
        <ChipRow label={text('day')}>
          {DAYS.map((days) => {
            const value = before(today, days)
            return (
              <Chip key={days} selected={value === day} data-day={value} onClick={() => choose('date', value)}>
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
          <input
            className={styles.date}
            type="date"
            aria-label={text('day')}
            max={today}
            value={day}
            onChange={({ currentTarget }) => isDay(currentTarget.value) && choose('date', currentTarget.value)}
          />
        </ChipRow>
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
        <SkeletonRows rows={10} height="44px" />
      ) : sportId === null ? (
        <NothingHere message={text('nothing_day')} label={text('to_live')} to="/live" />
      ) : (
        <Pages key={`${day}|${sportId}`} of={(page) => resultGamesQuery(lng, window, sportId, page)} empty={text('nothing_day')} />
      )}
    </>
  )
}

function OfChampionship({ id }: { id: number }) {
  const text = useTexts<Texts>('results')
  const { lng } = useSite()
  return <Pages of={(page) => champResultsQuery(lng, id, page)} empty={text('nothing_champ')} />
}

interface PagesProps {
  of(page: number): ReturnType<typeof champResultsQuery>
  empty: string
}

/** Pages under each other; the next one is asked for by a press. */
function Pages({ of, empty }: PagesProps) {
  const [pages, setPages] = useState(1)
  return (
    <>
      {Array.from({ length: pages }, (_, index) => (
        <OnePage
          key={index}
          query={of(index + 1)}
          last={index + 1 === pages}
          empty={index === 0 ? empty : ''}
          onMore={() => setPages(pages + 1)}
        />
      ))}
    </>
  )
}

interface OnePageProps {
  query: ReturnType<typeof champResultsQuery>
  last: boolean
  empty: string
  onMore: () => void
}

function OnePage({ query, last, empty, onMore }: OnePageProps) {
  const text = useTexts<Texts>('results')
  const { data: games } = useApi(query)
  if (games === undefined) return <SkeletonRows rows={8} height="44px" />
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
  const { data: games } = useApi(liveResultsQuery(lng, null))
  const [sport, setSport] = useState<number | null>(null)
  const sports = useMemo(() => [...Map.groupBy(games ?? [], ({ sportId }: ResultGame) => sportId)], [games])
  if (games === undefined) return <SkeletonRows rows={10} height="44px" />
  if (games.length === 0) return <NothingHere message={text('nothing_live')} label={text('to_line')} to="/line" />
  return (
    <>
      <div className={styles.tools}>
        <ChipStrip label={text('sport')}>
          <Chip selected={sport === null} count={games.length} onClick={() => setSport(null)}>
            {text('all')}
          </Chip>
          {sports.map(([id, list]) => (
            <Chip key={id} selected={sport === id} count={list.length} onClick={() => setSport(id)}>
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
