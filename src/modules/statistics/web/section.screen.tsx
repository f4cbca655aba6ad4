/** The section of statistics inside of the site: sports and championships, and the widget in a frame (ST-15…18). */
import { Suspense } from 'react'
import { HydrationBoundary } from '@tanstack/react-query'
import { data, useLoaderData, useNavigate, useParams, useSearchParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { frameQueries, LINE, treeQuery, trimState, type ChampNode } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useAddedTexts } from '#platform/web/i18n.ts'
import { prefetchOnServer, useApi, type ScreenData } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { Icon, SportIcon } from '#ui/Icon.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { pathOf, readPlace } from '../rules/path.ts'
import { StatisticsFrame } from './host/StatisticsFrame.tsx'
import { championshipsQuery } from './queries.ts'
import { useStatisticsTexts } from './texts.ts'
import styles from './Section.module.css'

interface SectionData extends ScreenData {
  texts: Readonly<Record<string, string>>
  title: string
  brand: string
}

const FOOTBALL = 1

function sportOf(params: URLSearchParams): number {
  const sport = Number(params.get('sport'))
  return Number.isSafeInteger(sport) && sport > 0 ? sport : FOOTBALL
}

export async function loader(args: LoaderFunctionArgs) {
  const { lng, dictionary, config } = guard(args, { feature: 'statistics' })
  const rest = args.params['*'] ?? ''
  if (rest !== '' && 'wrong' in readPlace(rest)) throw data(null, { status: 404 })
  const texts = dictionary(['statistics'])['statistics'] ?? {}
  const sport = sportOf(new URL(args.request.url).searchParams)
  const { state } = await prefetchOnServer(args.context, [
    ...frameQueries(lng, { kind: LINE, sportId: null }),
    treeQuery(LINE, lng, null),
    treeQuery(LINE, lng, sport),
    championshipsQuery(sport),
  ])
  const body: SectionData = { ...trimState({ state }), texts, title: texts['title'] ?? '', brand: config.customize.name }
  return data(body)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  const page = loaderData as SectionData | undefined
  if (!page) return []
  return [{ title: `${page.title} · ${page.brand}` }, { name: 'description', content: page.texts['about'] ?? '' }]
}

export default function StatisticSection() {
  const { state, texts } = useLoaderData<SectionData>()
  useAddedTexts('statistics', texts)
  const rest = useParams()['*'] ?? ''
  const place = rest === '' ? null : readPlace(rest)
  return (
    <HydrationBoundary state={state}>
      {place && !('wrong' in place) ? <Framed path={pathOf(place)} /> : <Championships />}
    </HydrationBoundary>
  )
}

/** The widget; its inner links change the address of this page, and this page's history leads it. */
function Framed({ path }: { path: string }) {
  const text = useStatisticsTexts()
  const { lng } = useSite()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { brand } = useLoaderData<SectionData>()
  const query = params.toString()
  return (
    <>
      <SiteLink to="/statistic" className={styles.back}>
        <Icon name="arrow-left" size={15} flip />
        {text('title')}
      </SiteLink>
      <Suspense fallback={<SkeletonRows rows={10} />}>
        <StatisticsFrame
          path={query ? `${path}?${query}` : path}
          onRoute={(next, mode) => void navigate(`/${lng}/statistic/${next}`, { replace: mode === 'replace', preventScrollReset: true })}
          onTitle={(title) => (document.title = [title, brand].filter(Boolean).join(' · '))}
        />
      </Suspense>
    </>
  )
}

function Championships() {
  const text = useStatisticsTexts()
  const { lng } = useSite()
  const [params, setParams] = useSearchParams()
  const sportId = sportOf(params)
  // Races, draws and long-term bets have no tables: only what two sides play is listed.
  const championships = useApi(championshipsQuery(sportId))
  const played = championships.data
  const sports = (useApi(treeQuery(LINE, lng, null)).data ?? []).filter(({ id }) => played?.sports.includes(id))
  const tree = useApi(treeQuery(LINE, lng, sportId))
  const opened = tree.data
  const failed = [championships, tree].filter(({ isError, data: known }) => isError && !known)
  const champs = opened?.find(({ id }) => id === sportId)?.champs.filter(({ id }) => played?.championships.includes(id)) ?? []
  return (
    <>
      <h1 className={styles.title}>{text('title')}</h1>
      <div className={styles.chips}>
        <ChipStrip label={text('title')}>
          {sports.map(({ id, name }) => (
            <Chip key={id} selected={id === sportId} onClick={() => setParams({ sport: String(id) }, { preventScrollReset: true })}>
              {name}
            </Chip>
          ))}
        </ChipStrip>
      </div>
      {failed.length > 0 ? (
        <ErrorState onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
      ) : !opened || !played ? (
        <SkeletonRows rows={8} />
      ) : champs.length === 0 ? (
        <p>{text('no_championships')}</p>
      ) : (
        <ul className={styles.list}>
          {champs.map((champ) => (
            <Championship key={champ.id} champ={champ} sportId={sportId} />
          ))}
        </ul>
      )}
    </>
  )
}

function Championship({ champ, sportId }: { champ: ChampNode; sportId: number }) {
  const text = useStatisticsTexts()
  return (
    <li className={styles.row}>
      <SiteLink to={`/statistic/tournament/${sportId}/${champ.id}/0`} className={styles.name}>
        <SportIcon sportId={sportId} size={18} />
        <bdi>{champ.name}</bdi>
      </SiteLink>
      <SiteLink to={`/statistic/rating/${sportId}/${champ.id}`} className={styles.more}>
        {text('view_rating')}
      </SiteLink>
    </li>
  )
}
