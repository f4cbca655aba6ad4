import { Suspense, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useLocation, useSearchParams } from 'react-router'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { useApi } from '#platform/web/query.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useSite } from '#platform/web/features.tsx'
import { useKeys } from '#platform/web/keys.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { useTopics } from '#platform/web/stream-client.ts'
import { useLight } from '#platform/web/view-preferences.ts'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Num } from '#ui/Num.tsx'
import { SideScroll } from '#ui/SideScroll.tsx'
import { Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'
import { trackerKind } from '../../rules/tracker.ts'
import type { LiveHead } from '../live/locks.tsx'
import { useComing } from '../live/use-coming.ts'
import { champAddress, placeOf } from '../model/addresses.ts'
import { usePageTitle } from '../model/page-meta.ts'
import { cardQuery, linkQuery, treeQuery } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LIVE, LINE, type LineGame } from '../model/types.ts'
import { useFavorite } from '../favorites/use-favorites.ts'
import { FavoriteStar } from '../table/FavoriteStar.tsx'
import { LiveBadge } from '../table/ListView.tsx'
import { PinButton } from '../table/PinButton.tsx'
import { useStatistics } from '../model/statistics-window.ts'
import { BellButton } from './BellButton.tsx'
import { IdleTips } from './Explained.tsx'
import { Markets, NotYet } from './Markets.tsx'
import { KnownPlayers, useKnownPlayers } from './PlayerInfo.tsx'
import { Scoreboard } from './Scoreboard.tsx'
import styles from './Event.module.css'
// The server draws the tracker, whose code comes later: its styles come with the page, because the page uses one of them.
import trackerStyles from '../tracker/Tracker.module.css'

const EventGone = lazyPart(async () => (await import('./EventGone.tsx')).EventGone, { inPlace: true })
const MatchCentre = lazyPart(async () => (await import('./MatchCentre.tsx')).MatchCentre)
const Tracker = lazyPart(async () => (await import('../tracker/Tracker.tsx')).Tracker)
const OtherGames = lazyPart(async () => (await import('./OtherGames.tsx')).OtherGames)

/** `unknown`: the server has found it nowhere. */
export function EventPage({ ci, unknown = false }: { ci: number; unknown?: boolean | undefined }) {
  const { lng } = useSite()
  const { pathname, search } = useLocation()
  const { kind, sportId } = placeOf(pathname) ?? { kind: LINE, sportId: null }
  const card = useApi(cardQuery(kind, lng, ci))
  const link = useApi(linkQuery(lng, ci), { enabled: card.isSuccess && card.data === null })
  // The line is still coming after a start of the server: what is not in it may only not be there yet.
  const coming = useApi(treeQuery(kind, lng, sportId), { enabled: card.data === null }).data === null
  // Whether it is there, and where else it is.
  const missing = coming && card.data === null
  useComing(missing, 'GetGameZip')
  useComing(missing, 'CheckLink')
  const navigate = useSiteNavigate()
  // What was on the page stays on it until it is known where the game went.
  const [last, setLast] = useState<LineGame | null>(card.data ?? null)
  if (card.data && card.data !== last) setLast(card.data)
  const target = link.data && link.data.kind !== 0 && link.data.kind !== kind ? link.data.address : null
  useEffect(() => {
    if (target) navigate(`${target}${search}`, { replace: true })
    // A game moves once; `navigate` is a new function at each render and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target])
  if (card.isError && !last) return <ErrorState onRetry={() => void card.refetch()} />
  if (card.data === null && !target && link.isSuccess && !coming)
    return (
      <Suspense fallback={<EventSkeleton />}>
        <EventGone ci={ci} game={last} linked={link.data !== null} unknown={unknown} />
      </Suspense>
    )
  if (!last) return <EventSkeleton />
  return <Event game={last} refresh={() => void card.refetch()} />
}

/** At most this often the card is asked anew when markets come and go. */
const REFRESH_MS = 3_000

function Event({ game, refresh }: { game: LineGame; refresh: () => void }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const topic = `game:${game.ci}`
  useTopics([topic])
  useRefresh(game, topic, refresh)
  const [partCi, setPartCi] = usePart(game)
  const [centre, setCentre] = useState(false)
  const [openOnly] = usePreference('stHideItem-locked', false)
  const parts = useRef<HTMLDivElement>(null)
  const openPart = (ci: number) => {
    setPartCi(ci)
    // Its markets take the place of what was pressed.
    parts.current?.querySelector<HTMLElement>(`[data-part="${ci}"]`)?.focus()
  }
  const part = useApi(cardQuery(game.kind, lng, partCi), { enabled: partCi !== game.ci })
  const shown = partCi === game.ci ? game : part.data
  const [trackerHidden, hideTracker] = useTracker()
  const tracker = game.kind === LIVE ? trackerKind(game.sportId) : null
  const name = [game.side1, game.side2].filter(Boolean).join(' – ')
  usePageTitle(name)
  const closedForMe = useHiddenSports()(game.sportId, game.kind)
  const players = useKnownPlayers(shown ?? game)
  useFavoriteKey(game)
  const navigate = useSiteNavigate()
  return (
    <article className={styles.event}>
      <EventPath game={game} name={name} />
      <KnownPlayers value={players}>
        <section className={styles.card}>
          <Scoreboard game={game} topic={topic} />
          {tracker && !trackerHidden ? (
            <Suspense fallback={<div className={trackerStyles.space} data-tracker={tracker} />}>
              <Tracker game={game} topic={topic} />
            </Suspense>
          ) : null}
          <Parts
            place={parts}
            game={game}
            chosen={centre ? null : partCi}
            onPart={(ci) => (setCentre(false), setPartCi(ci))}
            onCentre={() => setCentre(!centre)}
            tracker={tracker ? { hidden: trackerHidden, toggle: () => hideTracker(!trackerHidden) } : null}
          />
          {closedForMe ? (
            <EmptyState icon="lock" action={{ label: text('closed_for_me_settings'), onPress: () => navigate('/office/limits#products') }}>
              {text('closed_for_me')}
            </EmptyState>
          ) : centre ? (
            <Suspense fallback={<SkeletonRows rows={8} />}>
              <MatchCentre game={game} topic={topic} />
            </Suspense>
          ) : shown ? (
            <Markets key={partCi} game={shown} topic={topic} openOnly={openOnly} parts={game.subGames} onPart={openPart} />
          ) : shown === null ? (
            <EmptyState icon="lock">{text('event_no_markets')}</EmptyState>
          ) : (
            <NotYet answer={part} />
          )}
        </section>
      </KnownPlayers>
      <IdleTips />
      <Suspense>
        <OtherGames game={game} />
      </Suspense>
      <span className="visually-hidden">
        <Num>{String(game.no)}</Num>
      </span>
    </article>
  )
}

/** CI of the part that is shown, and the choice of another: it stands in the address, so that a reload and a link find it again. */
function usePart({ ci, subGames }: LineGame): [number, (ci: number) => void] {
  const [params, setParams] = useSearchParams()
  const [shown, setShown] = useState(() => subGames.find((sub) => String(sub.ci) === params.get('part'))?.ci ?? ci)
  const choose = (chosen: number) => {
    setShown(chosen)
    setParams(
      (all) => {
        const next = new URLSearchParams(all)
        if (chosen === ci) next.delete('part')
        else next.set('part', String(chosen))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [shown, choose]
}

function EventPath({ game, name }: { game: LineGame; name: string }) {
  return (
    <nav className={styles.path} aria-label={game.champ}>
      <SiteLink to={champAddress(game.kind, game.sportId, game.champId, game.champ)} className={styles.champ}>
        <Icon name="arrow-left" size={15} flip />
        <span>
          <bdi>{game.champ}</bdi>
        </span>
      </SiteLink>
      <span className={styles.pathEnd}>
        {game.kind === LIVE ? <LiveBadge short /> : null}
        <Statistics game={game} />
        <BellButton game={game} />
        <PinButton ci={game.ci} name={name} />
        <FavoriteStar game={game} />
      </span>
    </nav>
  )
}

/** Markets that come and go, and the begin or the end of the game, ask for the card anew. */
function useRefresh(game: LineGame, topic: string, refresh: () => void): void {
  const head = useLive<LiveHead>(liveKey(topic, 'h'))
  const count = useLive<number>(liveKey(topic, 'c'))
  const gone = head?.[4] === 1 || (head !== undefined && head[0] !== game.kind)
  const dueAt = useRef(0)
  useEffect(() => {
    if (count === undefined && !gone) return
    // While markets come and go without a pause, what is due stays due.
    const now = Date.now()
    if (dueAt.current <= now) dueAt.current = now + REFRESH_MS
    const timer = setTimeout(refresh, gone ? 0 : dueAt.current - now)
    return () => clearTimeout(timer)
    // `refresh` is a new function at each render and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [count, gone])
}

/** F marks the event wherever the keyboard is on its page, as it does in a row of the line. */
function useFavoriteKey({ ci, kind, sportId }: LineGame): void {
  const [singleKeys] = usePreference('singleKeys', true)
  const change = useMemo(() => ({ type: 'game', item: { ci, kind, sportId } }) as const, [ci, kind, sportId])
  const [, toggle] = useFavorite(change)
  const keys = useMemo(() => ({ f: toggle }), [toggle])
  useKeys(keys, singleKeys)
}

/** The tracker stands until it is put away; the light version begins without it. */
function useTracker(): [boolean, (hidden: boolean) => void] {
  const [light] = useLight()
  const [hidden, hide] = usePreference('stHideItem-tracker', false)
  const [asked, setAsked] = useState(false)
  const wanted = asked || new URLSearchParams(useLocation().search).get('view') === 'tracker'
  return [
    hidden || (light && !wanted),
    (next) => {
      setAsked(!next)
      hide(next)
    },
  ]
}

/** The statistics window of the game, where there is one. */
function Statistics({ game }: { game: LineGame }) {
  const text = useSiteTexts()
  const link = useStatistics(game)
  if (!link) return null
  return (
    <a {...link} className={styles.statistics} aria-label={text('mark_stats')} data-tip={text('mark_stats')}>
      <Icon name="stats" size={16} />
    </a>
  )
}

interface PartsProps {
  place: RefObject<HTMLDivElement | null>
  game: LineGame
  /** CI of the shown part; null while the match centre stands there. */
  chosen: number | null
  onPart: (ci: number) => void
  onCentre: () => void
  /** Null where there is nothing to draw. */
  tracker: { hidden: boolean; toggle: () => void } | null
}

/** The match and its parts, the match centre, and the switch that leaves closed markets out. */
function Parts({ place, game, chosen, onPart, onCentre, tracker }: PartsProps) {
  const text = useSiteTexts()
  const [openOnly, setOpenOnly] = usePreference('stHideItem-locked', false)
  return (
    <div className={styles.parts} ref={place}>
      <SideScroll over>
        <ChipRow label={text('event_parts')}>
          <Chip selected={chosen === game.ci} onClick={() => onPart(game.ci)}>
            {text(game.side2 ? 'event_main' : 'event_main_race')}
          </Chip>
          {game.subGames.map((sub) => (
            <Chip key={sub.ci} data-part={sub.ci} selected={chosen === sub.ci} count={sub.count} onClick={() => onPart(sub.ci)}>
              {sub.name}
            </Chip>
          ))}
          {tracker ? (
            <Chip icon="play" selected={!tracker.hidden} data-tracker-chip="" onClick={tracker.toggle}>
              {text('event_tracker')}
            </Chip>
          ) : null}
          <Chip icon="stats" selected={chosen === null} onClick={onCentre}>
            {text(game.kind === LIVE ? 'event_stats' : game.side2 ? 'event_about' : 'event_about_race')}
          </Chip>
          <Chip icon={openOnly ? 'eye-off' : 'eye'} selected={openOnly} onClick={() => setOpenOnly(!openOnly)}>
            {text('event_hide_locked')}
          </Chip>
        </ChipRow>
      </SideScroll>
    </div>
  )
}

/** The geometry of the page before its card has come. */
export function EventSkeleton() {
  return (
    <article className={styles.event} aria-busy="true">
      <section className={styles.card}>
        <div className={styles.boardSkeleton}>
          <Skeleton width="30%" height="1.4rem" />
          <Skeleton width="80px" height="2.6rem" />
          <Skeleton width="30%" height="1.4rem" />
        </div>
        <div className={styles.markets}>
          {[0, 1, 2, 3].map((index) => (
            <div key={index} className={styles.market}>
              <SkeletonRows rows={3} height="42px" />
            </div>
          ))}
        </div>
      </section>
    </article>
  )
}
