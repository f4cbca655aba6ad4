/** Who a player is, in a small card: by hover, by press and by keyboard (EV-09). */
import { createContext, use, useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { playerIds, playersQuery, type Player } from '../model/players.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useStatisticsLinks } from '../model/statistics-window.ts'
import type { LineGame } from '../model/types.ts'
import { useMounted } from '../model/zone.ts'
import { PlayerFacts } from './PlayerFacts.tsx'
import styles from './PlayerInfo.module.css'

const NOBODY: ReadonlyMap<number, Player> = new Map()
/** Players of the event's page by id: asked once for all of them, so that teams have no card that says nothing. */
export const KnownPlayers = createContext(NOBODY)

export function useKnownPlayers(game: LineGame | null | undefined): ReadonlyMap<number, Player> {
  const { lng } = useSite()
  // In no hurry: the page is drawn without them.
  const mounted = useMounted()
  const ids = useMemo(() => (game ? playerIds(game).toSorted((a, b) => a - b) : []), [game])
  const { data } = useApi(playersQuery(lng, ids), { enabled: mounted && ids.length > 0, keep: true })
  return useMemo(() => (data?.length ? new Map(data.map((player) => [player.id, player])) : NOBODY), [data])
}

const OPEN_MS = 300
const CLOSE_MS = 200
const GAP_PX = 6

interface PlayerInfoProps {
  id: number
  sportId: number
  /** Instead of the button where nothing is known of the player. */
  fallback?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function PlayerInfo({ id, sportId, fallback = null, className, children }: PlayerInfoProps) {
  const text = useSiteTexts()
  const player = use(KnownPlayers).get(id)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!player) return fallback
  const after = (ms: number, shown: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(shown), ms)
  }
  return (
    // The empty tip keeps away the one of the price beside it.
    <span className={styles.player} data-tip="" onPointerEnter={after(OPEN_MS, true)} onPointerLeave={after(CLOSE_MS, false)}>
      <button
        type="button"
        className={className ?? styles.open}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={text('player_about', { name: player.name })}
        data-player={id}
        onClick={() => {
          clearTimeout(timer.current)
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open ? <Card player={player} sportId={sportId} onClose={() => setOpen(false)} /> : null}
    </span>
  )
}

interface CardProps {
  player: Player
  sportId: number
  onClose: () => void
}

function Card({ player, sportId, onClose }: CardProps) {
  const text = useSiteTexts()
  const statistics = useStatisticsLinks()
  const card = useRef<HTMLSpanElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const element = card.current
    const button = element?.previousElementSibling
    if (!element || !button) return
    // Of the browser's own kind "auto": Esc and a press outside end it.
    element.showPopover()
    const at = button.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = element
    const isBelow = at.bottom + GAP_PX + offsetHeight < window.innerHeight
    element.style.left = `${Math.max(GAP_PX, Math.min(at.left, window.innerWidth - offsetWidth - GAP_PX))}px`
    element.style.top = `${isBelow ? at.bottom + GAP_PX : Math.max(GAP_PX, at.top - offsetHeight - GAP_PX)}px`
    const ended = (event: Event) => (event as ToggleEvent).newState === 'closed' && close.current()
    // It stands where its button was.
    const onScroll = () => close.current()
    element.addEventListener('toggle', ended)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('toggle', ended)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])
  return (
    <span ref={card} popover="auto" role="dialog" aria-label={player.name} className={styles.card} data-player-card={player.id}>
      <b className={styles.name}>
        <bdi>{player.name}</bdi>
      </b>
      <PlayerFacts player={player} className={styles.facts} />
      {statistics ? (
        <a {...statistics(`player/${sportId}/${player.id}`)} className={styles.more}>
          {text('player_statistics')}
        </a>
      ) : null}
    </span>
  )
}
