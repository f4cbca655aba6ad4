/** What every view of the statistics shares: settings of the address, the host, hidden blocks, prices in the coupon. */
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { formatDate, type DateFormat } from '#platform/web/format.ts'
import { useMounted } from '#modules/line/web/index.ts'
import { KEPT_HISTORY, type BetState, type WidgetBet, type WidgetMessage } from '../../rules/messages.ts'
import { pathOf, type StatisticsPlace } from '../../rules/path.ts'
import { frameHeight, readWidgetQuery, WIDGET_PARAMETERS, type WidgetSettings } from '../../rules/widget-query.ts'
import { addressOf } from '../queries.ts'
import { useHost, type HostLink } from './host.ts'

const HIDDEN = 'stHideItem-'

interface Widget {
  settings: WidgetSettings
  host: HostLink
  hidden: ReadonlySet<string>
  toggle(key: string, hidden: boolean): void
  bets: Readonly<Record<string, BetState>>
  /** The outcomes on the page; their places in the coupon are told from now on. */
  watch(keys: readonly string[]): void
  sendBet(bet: WidgetBet): void
  /** Pages back inside of this window. */
  canGoBack: boolean
  /** Rises when the page around begins to listen. */
  greetings: number
}

const Context = createContext<Widget | null>(null)

export function useWidget(): Widget {
  const widget = use(Context)
  if (!widget) throw new Error('WidgetProvider is missing')
  return widget
}

export function WidgetProvider({ children }: { children: ReactNode }) {
  const [params] = useSearchParams()
  const settings = useMemo(() => readWidgetQuery((name) => params.get(name)), [params])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [greetings, setGreetings] = useState(0)
  const [bets, setBets] = useState<Record<string, BetState>>({})
  const { lng } = useSite()
  const navigate = useNavigate()
  const keep = useCallback((key: string, hide: boolean) => {
    store(key, hide)
    setHidden((known) => {
      const next = new Set(known)
      if (hide) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  const hear = (message: WidgetMessage) => {
    switch (message.type) {
      case 'hello':
        return setGreetings((known) => known + 1)
      case 'goBack':
        return void navigate(-1)
      case 'goForward':
        return void navigate(1)
      case 'historyRouteChanged':
        return void navigate(`/${lng}/statisticpopup/${message.path}`, { replace: message.mode === 'replace' })
      case 'toggleHiddenItem':
        return keep(message.key, message.hidden)
      case 'betsUpdate':
        return setBets(message.bets)
      default:
    }
  }
  const host = useHost(hear)
  useEffect(() => setHidden(storedKeys()), [])
  useSaidRoute(host)
  const watched = useRef('')
  const first = useRef<string | null>(null)
  const { key } = useLocation()
  first.current ??= key
  const widget = useMemo<Widget>(
    () => ({
      settings,
      host,
      hidden,
      bets,
      toggle(item, hide) {
        keep(item, hide)
        host.send({ type: 'toggleHiddenItem', key: item, hidden: hide })
      },
      watch(keys) {
        if (watched.current === keys.join()) return
        watched.current = keys.join()
        host.send({ type: 'getCouponData', keys: [...keys] })
      },
      sendBet(bet) {
        host.send({ type: 'sendBet', bet })
        // A site that was loaded again does not know what it was asked.
        if (watched.current) host.send({ type: 'getCouponData', keys: watched.current.split(',') })
      },
      canGoBack: first.current !== key,
      greetings,
    }),
    [settings, host, hidden, bets, keep, key, greetings],
  )
  return <Context value={widget}>{children}</Context>
}

/** Plain entries of localStorage, as other programs of this family keep them. */
function store(key: string, hide: boolean): void {
  try {
    if (hide) localStorage.setItem(HIDDEN + key, '1')
    else localStorage.removeItem(HIDDEN + key)
  } catch {
    // A frame of another origin may have no storage: the block is hidden until the page is left.
  }
}

function storedKeys(): Set<string> {
  try {
    return new Set(Object.keys(localStorage).flatMap((key) => (key.startsWith(HIDDEN) ? [key.slice(HIDDEN.length)] : [])))
  } catch {
    return new Set()
  }
}

/** State of a place that the page around is to make an entry of. */
const PUSHED = 'pushed'

/** The page around keeps the history of this frame. */
function isHistoryKept(): boolean {
  return typeof window !== 'undefined' && window.parent !== window && window.name === KEPT_HISTORY
}

/** Tells the host of every place but the first. */
function useSaidRoute(host: HostLink): void {
  const { pathname, search, state } = useLocation()
  const pushed = useNavigationType() === 'PUSH' || state === PUSHED
  const last = useRef<string | null>(null)
  const place = pathname.split('/statisticpopup/')[1] ?? ''
  useEffect(() => {
    const path = place + search
    if (last.current !== null && last.current !== path) host.send({ type: 'historyRouteChanged', path, mode: pushed ? 'push' : 'replace' })
    last.current = path
  }, [place, search, pushed, host])
}

/** Tells the host how high the content is. */
export function useSaidHeight(): React.RefObject<HTMLDivElement | null> {
  const { host, settings, greetings } = useWidget()
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = content.current
    if (!element || !host.framed()) return
    const observer = new ResizeObserver(() => {
      const height = frameHeight(element.getBoundingClientRect().height, settings)
      host.send({ type: 'bodyHeightChanged', height, fixed: settings.fixedHeightPx !== null })
    })
    observer.observe(element)
    return () => observer.disconnect()
    // Observing anew tells the height at once: that is what a greeting asks for.
  }, [host, settings, greetings])
  return content
}

export function useSaidTitle(title: string): void {
  const { host, greetings } = useWidget()
  const { config } = useSite()
  const brand = (config as { customize?: { name?: string } }).customize?.name ?? ''
  useEffect(() => {
    if (!title) return
    document.title = [title, brand].filter(Boolean).join(' · ')
    host.send({ type: 'setTitle', title })
  }, [title, brand, host, greetings])
}

/** The parameters of the widget go with every link; `tt` and `p` belong to one view. */
function useKeptQuery(change: Readonly<Record<string, string | null>> = {}): string {
  const [params] = useSearchParams()
  const kept = new URLSearchParams()
  for (const name of WIDGET_PARAMETERS) {
    const value = name in change ? change[name]! : name === 'tt' || name === 'p' || name === 'pt' ? null : params.get(name)
    if (value !== null) kept.set(name, value)
  }
  const text = kept.toString()
  return text ? `?${text}` : ''
}

interface StatisticsToProps {
  place: StatisticsPlace | null
  query?: Readonly<Record<string, string | null>>
  replace?: boolean
  className?: string | undefined
  current?: boolean
  label?: string
  children: ReactNode
}

/** A link to another statistics page; plain text where links are switched off. */
export function StatisticsTo({ place, query, replace, className, current, label, children }: StatisticsToProps) {
  const { settings } = useWidget()
  const { lng } = useSite()
  const search = useKeptQuery(query)
  if (!place || !settings.links) return <span className={className}>{children}</span>
  return (
    <Link
      to={addressOf(place, lng) + search}
      {...(replace ? { replace } : isHistoryKept() ? { replace: true, state: PUSHED } : {})}
      className={className}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      data-place={pathOf(place)}
    >
      {children}
    </Link>
  )
}

/** Goes to another page in place of the shown one, as `StatisticsTo` with `replace` does. */
export function useStatisticsGo(query?: Readonly<Record<string, string | null>>): (place: StatisticsPlace) => void {
  const { lng } = useSite()
  const search = useKeptQuery(query)
  const navigate = useNavigate()
  return (place) => void navigate(addressOf(place, lng) + search, { replace: true, preventScrollReset: true })
}

/** Dates in the zone and the clock that the address asks for; else the reader's own. Takes unix seconds. */
export function useStatisticsDates(): (seconds: number, pattern: DateFormat) => string {
  const { settings } = useWidget()
  const { lng, country } = useSite()
  const mounted = useMounted()
  const { offsetMin, twelveHours, country: asked } = settings
  return useMemo(() => {
    // The formatter writes twelve hours by country: two countries stand for the two clocks.
    const place = twelveHours === null ? (asked ?? country) : twelveHours ? 'US' : 'DE'
    const shiftMs = (offsetMin ?? 0) * 60_000
    const zone = offsetMin !== null || !mounted ? { timeZone: 'UTC' } : {}
    return (seconds, pattern) => formatDate(seconds * 1000 + shiftMs, pattern, { lng, country: place, ...zone })
  }, [lng, country, mounted, offsetMin, twelveHours, asked])
}
