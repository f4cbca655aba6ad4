/** The frame of the window and the view inside of it. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ApiError } from '#platform/web/api-error.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSite } from '#platform/web/features.tsx'
import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { IconButton } from '#ui/Button.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TooltipHost } from '#ui/Tooltip.tsx'
import type { GamePage, HorsePage, PlayerPage, RacePage, RatingPage, StagePage, TeamPage, TournamentPage } from '../contract.ts'
import type { StatisticsPlace } from '../rules/path.ts'
import { Failure } from './Failure.tsx'
import { viewQuery } from './queries.ts'
import { useStatisticsTexts } from './texts.ts'
import { GameView } from './views/GameView.tsx'
import { RaceView } from './views/RaceView.tsx'
import { RatingView, StageView, TournamentView } from './views/LeagueViews.tsx'
import { HorseView, PlayerView, TeamView } from './views/TeamViews.tsx'
import { useSaidHeight, useWidget, WidgetProvider } from './widget/Widget.tsx'
import styles from './Statistics.module.css'

const GraphView = lazyPart(async () => (await import('./views/GraphView.tsx')).GraphView, { inPlace: true })

export function StatisticsPage({ place }: { place: StatisticsPlace }) {
  return (
    <WidgetProvider>
      <Frame>
        <View place={place} />
      </Frame>
    </WidgetProvider>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  const { settings } = useWidget()
  const content = useSaidHeight()
  const { theme, rtl, fixedHeightPx, leastHeightPx, widthPx, compact } = settings
  // Parts that are drawn outside of the frame take the theme of the document.
  useEffect(() => {
    if (!theme) return
    const { dataset } = document.documentElement
    const before = dataset['theme']
    dataset['theme'] = theme
    return () => {
      dataset['theme'] = before
    }
  }, [theme])
  return (
    <div
      ref={content}
      className={styles.frame}
      data-compact={compact || undefined}
      data-theme={theme ?? undefined}
      data-fixed={fixedHeightPx !== null || undefined}
      dir={rtl === null ? undefined : rtl ? 'rtl' : 'ltr'}
      style={{ minBlockSize: leastHeightPx, blockSize: fixedHeightPx ?? undefined, maxInlineSize: widthPx ?? undefined }}
    >
      <TopBar />
      <main className={styles.main}>{children}</main>
      <TooltipHost />
    </div>
  )
}

function TopBar() {
  const text = useStatisticsTexts()
  const { lng, config } = useSite()
  const { settings, canGoBack, host } = useWidget()
  const navigate = useNavigate()
  const customize = (config as { customize?: { logo?: { word?: string } } }).customize
  // Whether this is a window that somebody opened is known in the browser only.
  const [place, setPlace] = useState<'alone' | 'opened' | 'framed'>('alone')
  useEffect(() => setPlace(host.framed() ? 'framed' : host.present() ? 'opened' : 'alone'), [host])
  const back = settings.back && canGoBack
  // A page around it has a head of its own.
  if (!settings.header || (place === 'framed' && !back)) return null
  return (
    <header className={styles.topBar}>
      {back ? <IconButton icon="arrow-left" flip label={text('back')} onClick={() => void navigate(-1)} /> : null}
      {place === 'framed' ? (
        <span aria-hidden>{text('back')}</span>
      ) : (
        <>
          <a
            href={settings.partner === null ? `/${lng}` : `/${lng}?ref=${settings.partner}`}
            target="_blank"
            rel="noopener"
            className={styles.brand}
          >
            <Logo word={customize?.logo?.word ?? ''} size={22} />
            <span className="visually-hidden">{text('to_site')}</span>
          </a>
          <span className={styles.topTitle}>{text('title')}</span>
        </>
      )}
      {place === 'opened' ? <IconButton icon="close" label={text('close')} onClick={() => window.close()} /> : null}
    </header>
  )
}

function View({ place }: { place: StatisticsPlace }) {
  const { lng } = useSite()
  const { settings } = useWidget()
  const query = viewQuery(place, lng, settings)
  if (!query) return place.view === 'graph' ? <GraphView place={place} /> : null
  return <Asked key={JSON.stringify([query.path, query.query])} place={place} query={query} />
}

/** While games of past seasons come in, the page asks again this long after each answer; the server answers as soon as they are in. */
const SOON_MS = 1_500

function Asked({ place, query }: { place: StatisticsPlace; query: ApiQuery<unknown> }) {
  const text = useStatisticsTexts()
  const [coming, setComing] = useState(false)
  const { data: page, isError, error, refetch } = useApi(coming ? { ...query, pollMs: SOON_MS } : query)
  const isComing = (page as { pastComing?: boolean } | undefined)?.pastComing === true
  useEffect(() => setComing(isComing), [isComing])
  if (page === undefined && isError)
    return (error as Partial<ApiError>).httpCode === 404 ? (
      <Failure failure={{ missing: true }} />
    ) : (
      // Turned off for a while: the server says so in words.
      <ErrorState onRetry={() => void refetch()}>{(error as Partial<ApiError>).httpCode === 503 ? error.message : undefined}</ErrorState>
    )
  if (page === undefined) return <SkeletonRows rows={10} />
  return (
    <>
      {isComing ? (
        <p className={styles.coming} role="status">
          <Spinner />
          {text('past_coming')}
        </p>
      ) : null}
      <Answer place={place} page={page} />
    </>
  )
}

function Answer({ place, page }: { place: StatisticsPlace; page: unknown }) {
  switch (place.view) {
    case 'game':
      return 'runners' in (page as object) ? <RaceView page={page as RacePage} /> : <GameView page={page as GamePage} place={place} />
    case 'team':
      return <TeamView page={page as TeamPage} place={place} />
    case 'player':
      return <PlayerView page={page as PlayerPage} />
    case 'stage':
      return <StageView page={page as StagePage} place={place} />
    case 'tournament':
    case 'cyber':
      return <TournamentView page={page as TournamentPage} place={place} />
    case 'rating':
      return <RatingView page={page as RatingPage} place={place} />
    case 'horse':
      return <HorseView page={page as HorsePage} />
    case 'graph':
      return null
  }
}
