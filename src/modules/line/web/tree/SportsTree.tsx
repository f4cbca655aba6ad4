/** The left column: favourites, live, sports with counts, championships of the open sport (LN-21). */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { withoutLanguage } from '#lib/language-tag.ts'
import { useApi } from '#platform/web/query.ts'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { Icon, SportIcon, type IconName } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { champAddress, placeOf, rootOf, sportAddress, type Place } from '../model/addresses.ts'
import { useComing } from '../live/use-coming.ts'
import { useFavorites } from '../favorites/use-favorites.ts'
import { readIds, useKept } from '../model/kept.ts'
import { ScreenState } from '../model/ScreenState.tsx'
import { moveSport, SPORT_SECTIONS, sportSections } from '../model/sport-sections.ts'
import { treeQuery } from '../model/queries.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useLineFilter } from '../model/use-line-filter.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LINE, LIVE, type ChampNode, type Kind, type SportNode } from '../model/types.ts'
import { onTreeKey } from './tree-keys.ts'
import { usePeriodTree } from './within-period.ts'
import styles from './Tree.module.css'

/** Championships of an open sport before "all". */
const CHAMPS_SHOWN = 8
const COUNTS = ['counts']
const NO_ORDER: readonly number[] = []
const NO_SPORTS: readonly SportNode[] = []
const NOWHERE: Place = { kind: LINE, sportId: null, champId: null, gameId: null }

export function SportsTree() {
  return (
    <ScreenState>
      <Tree />
    </ScreenState>
  )
}

function Tree() {
  const text = useSiteTexts()
  const { lng } = useSite()
  const isOpen = useOpenPages()
  const { pathname } = useLocation()
  // A closed page has no sports to lead to: the line's stand beside it.
  const place = (isOpen(withoutLanguage(pathname)) && placeOf(pathname)) || NOWHERE
  const filter = useLineFilter()
  // Another sport is opened in the tree that stands: nothing goes from under the finger.
  const { data } = useApi(treeQuery(place.kind, lng, place.sportId, filter), { keep: true })
  const live = useApi(treeQuery(LIVE, lng, null, filter)).data
  const { sports, suffix } = usePeriodTree(data ?? NO_SPORTS, place, filter)
  useComing(data === null)
  useTopics(COUNTS)
  useFreshCounts(place.sportId ?? 1)
  const [order, setOrder] = useKept('sport-order', NO_ORDER, readIds)
  const [ordering, setOrdering] = useState(false)
  const isHidden = useHiddenSports()
  const sections = useMemo(() => sportSections(sports, order), [sports, order])
  const move = (sportId: number, step: 1 | -1) => setOrder(moveSport(sections, order, sportId, step))
  return (
    // Its links are what is pressed: the keys only lead from one to another.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav className={styles.tree} aria-label={text('tree')} onKeyDown={onTreeKey}>
      <div className={styles.scroll}>
        <Shortcuts
          {...{ place, pathname, isOpen }}
          liveCount={live?.reduce((sum, { id, count }) => (isHidden(id, LIVE) ? sum : sum + count), 0)}
        />
        {data ? (
          sections.map((section, index) => (
            <section key={section.id} data-section={SPORT_SECTIONS[section.id]}>
              <h2 className={styles.head}>
                {text(`tree_${section.id}`)}
                {index === 0 ? (
                  <button type="button" className={styles.order} aria-pressed={ordering} onClick={() => setOrdering(!ordering)}>
                    {text(ordering ? 'tree_order_done' : 'tree_order')}
                  </button>
                ) : null}
              </h2>
              <ul>
                {section.sports.map((sport) => (
                  <Sport key={sport.id} sport={sport} place={place} suffix={suffix} move={ordering ? move : null} />
                ))}
              </ul>
            </section>
          ))
        ) : (
          <SkeletonRows rows={14} height="34px" />
        )}
      </div>
    </nav>
  )
}

function Shortcuts({ place, liveCount }: { place: Place; liveCount: number | undefined }) {
  const text = useSiteTexts()
  const { games, champs, teams } = useFavorites()
  const favorites = games.length + champs.length + teams.length
  const other: Kind = place.kind === LIVE ? LINE : LIVE
  return (
    <ul>
      <Shortcut to="/favorites" icon="star" name={text('favorites')}>
        {favorites ? <Amount>{favorites}</Amount> : null}
      </Shortcut>
      <Shortcut to={rootOf(other)} icon={other === LIVE ? 'bolt' : 'line'} name={text(other === LIVE ? 'live' : 'line')}>
        {other === LIVE && liveCount ? (
          <>
            <LiveDot />
            <Amount>{liveCount}</Amount>
          </>
        ) : null}
      </Shortcut>
      {SHORTCUTS.map(({ to, icon, key }) => (
        <Shortcut key={to} to={to} icon={icon} name={text(key)} />
      ))}
    </ul>
  )
}

interface ShortcutProps {
  to: string
  icon: IconName
  name: string
  children?: ReactNode
}

function Shortcut({ to, icon, name, children }: ShortcutProps) {
  const { pathname } = useLocation()
  if (!useOpenPages()(to)) return null
  return (
    <li>
      <SiteLink to={to} className={styles.item} aria-current={isAt(pathname, to) ? 'page' : undefined}>
        <Icon name={icon} />
        <span className={styles.name}>{name}</span>
        {children}
      </SiteLink>
    </li>
  )
}

/** The page or a part of it. */
const isAt = (pathname: string, to: string) => `${withoutLanguage(pathname)}/`.startsWith(`${to}/`)

/** Pages beside the lists that are opened most. */
const SHORTCUTS = [
  { to: '/multi-live', icon: 'grid', key: 'tree_multi' },
  { to: '/express-day', icon: 'flame', key: 'tree_express' },
  { to: '/results', icon: 'results', key: 'tree_results' },
] as const

function Amount({ children }: { children: number }) {
  return (
    <em className={styles.count}>
      <Num>{children}</Num>
    </em>
  )
}

interface SportProps {
  sport: SportNode
  place: Place
  /** The period that the numbers are of, for the links. */
  suffix: string
  /** While the player puts sports in order: moves one up or down. */
  move: ((sportId: number, step: 1 | -1) => void) | null
}

function Sport({ sport, place, suffix, move }: SportProps) {
  const open = place.sportId === sport.id
  // Inside the open sport a press leads back to all of its events, so the mark is on the deeper item.
  const here = open && place.champId === null
  return (
    <li className={styles.sport} data-open={open || undefined}>
      <SiteLink
        to={sportAddress(place.kind, sport.id) + suffix}
        className={styles.item}
        aria-current={here ? 'page' : undefined}
        data-within={open || undefined}
        data-sport={sport.id}
        prefetch="intent"
      >
        <SportIcon sportId={sport.id} />
        <span className={styles.name}>{sport.name}</span>
        {move ? null : <Amount>{sport.count}</Amount>}
      </SiteLink>
      {move ? <Movers sport={sport} move={move} /> : null}
      {open && !move && sport.champs.length ? <Champs champs={sport.champs} place={place} suffix={suffix} /> : null}
    </li>
  )
}

function Movers({ sport, move }: { sport: SportNode; move: (sportId: number, step: 1 | -1) => void }) {
  const text = useSiteTexts()
  return (
    <span className={styles.movers}>
      {(['up', 'down'] as const).map((way) => (
        <button
          key={way}
          type="button"
          aria-label={text(`tree_${way}`, { name: sport.name })}
          onClick={() => move(sport.id, way === 'up' ? -1 : 1)}
        >
          <Icon name={`arrow-${way}`} size={15} />
        </button>
      ))}
    </span>
  )
}

function Champs({ champs, place, suffix }: { champs: readonly ChampNode[]; place: Place; suffix: string }) {
  const text = useSiteTexts()
  const [all, setAll] = useState(false)
  const shown = all ? champs : champs.filter(({ id }, index) => index < CHAMPS_SHOWN || id === place.champId)
  return (
    <ul className={styles.champs}>
      {shown.map((champ) => (
        <li key={champ.id}>
          <SiteLink
            to={champAddress(place.kind, champ.sportId, champ.id, champ.name) + suffix}
            className={styles.champ}
            aria-current={champ.id === place.champId ? 'page' : undefined}
            data-champ={champ.id}
          >
            <span className={styles.name}>{champ.name}</span>
            <Amount>{champ.count}</Amount>
          </SiteLink>
        </li>
      ))}
      {shown.length < champs.length ? (
        <li>
          <button type="button" className={styles.all} onClick={() => setAll(true)}>
            {text('tree_all', { count: champs.length })}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

/** At most this often the tree is asked anew when events come and go. */
const FRESH_EVERY_MS = 5_000

/** A change of a sport's counts makes the tree stale: its numbers are those of the lists, never of another source. */
function useFreshCounts(sportId: number): void {
  const client = useQueryClient()
  const counts = useLive<readonly [number, number]>(liveKey('counts', String(sportId)))
  const stamp = counts ? counts.join() : ''
  const before = useRef(stamp)
  const askedAt = useRef(0)
  useEffect(() => {
    const first = before.current === ''
    before.current = stamp
    if (first || stamp === '') return
    const wait = Math.max(0, askedAt.current + FRESH_EVERY_MS - Date.now())
    const timer = setTimeout(() => {
      askedAt.current = Date.now()
      void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).endsWith('GetSportsShortZip') })
    }, wait)
    return () => clearTimeout(timer)
  }, [client, stamp])
}
