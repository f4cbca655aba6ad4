/** Several games on one screen: pinned ones, in the order that the player gives them (LN-27, LN-28, XT-63). */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { MAX_PINS } from '#modules/line/rules/pins.ts'
import {
  favoritesQuery,
  goneQuery,
  LINE,
  listQuery,
  LIVE,
  LiveBadge,
  PinButton,
  useOpenGames,
  usePins,
  type LineGame,
  type Pins,
} from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useApi } from '#platform/web/query.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState, useAnnounce } from '#ui/States.tsx'
import { moveShown } from '../rules/shown-pins.ts'
import { Failed, hasFailed } from './Failed.tsx'
import { GameCard } from './GameCard.tsx'
import cards from './GameCard.module.css'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { goalSound, useGoalSound } from './goal-sound.ts'
import { useHubTexts } from './texts.ts'
import { useWayIn } from './use-way-in.ts'

const PinPicker = lazyPart(async () => (await import('./PinPicker.tsx')).PinPicker)

export async function loader(args: LoaderFunctionArgs) {
  return loadHub(args, { key: 'dashboard', queries: [listQuery({ kind: LIVE, lng: languageOf(args.request) })] })
}

export const meta = hubMeta

export default function DashboardScreen() {
  return (
    <HubScreen>
      <Dashboard />
    </HubScreen>
  )
}

/** Pinned games that still exist, in the player's order. `sure`: both feeds have answered. */
function usePinned({ pins, set }: Pick<Pins, 'pins' | 'set'>) {
  const { lng } = useSite()
  const options = { enabled: pins.length > 0, keep: true }
  // Another order is the same question, and a game more or less keeps the others: no card leaves the page for an answer.
  const ids = useMemo(() => pins.toSorted((a, b) => a - b), [pins])
  const asked = [useApi(favoritesQuery(LIVE, lng, ids), options), useApi(favoritesQuery(LINE, lng, ids), options)] as const
  const [live, line] = [asked[0].data, asked[1].data]
  const games = useMemo(() => {
    const known = new Map([...(line ?? []), ...(live ?? [])].map((game) => [game.ci, game]))
    return pins.flatMap((ci) => known.get(ci) ?? [])
  }, [pins, live, line])
  const sure = asked.every(({ isSuccess, isPlaceholderData }) => isSuccess && !isPlaceholderData)
  const over = [useApi(goneQuery(LIVE, lng, ids), options).data, useApi(goneQuery(LINE, lng, ids), options).data].flat()
  const left = sure ? pins.filter((ci) => !over.includes(ci)) : pins
  useEffect(() => {
    // Games that are over show no card to be taken off by, and would fill the places for ever. Those of closed sports are hidden only.
    if (left.length < pins.length) set(left)
    // What is left is a new list at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pins, left.length, set])
  const loading = options.enabled && asked.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)
  return { games, asked, loading, sure }
}

function Dashboard() {
  const text = useHubTexts()
  const { pins, set } = usePins()
  const { games: pinned, asked, loading, sure } = usePinned({ pins, set })
  const games = useOpenGames(pinned)!
  const [picking, setPicking] = useState(false)
  const [sound, setSound] = useGoalSound()
  const pick = () => setPicking(true)
  const failed = games.length === 0 && hasFailed(...asked)
  const isEmpty = games.length === 0 && !loading && !failed
  const tools = useRef<HTMLDivElement>(null)
  const empty = useRef<HTMLDivElement>(null)
  useWayIn(pins.length, picking, () => (empty.current ?? tools.current)?.querySelector('button'))
  return (
    <HubPage
      end={<LiveBadge />}
      head={
        <div ref={tools} className={cards.tools}>
          {isEmpty ? null : (
            <Button icon="plus" onClick={pick}>
              {text('dashboard_add')}
            </Button>
          )}
          <span className={cards.amount}>{text('dashboard_amount', { count: sure ? games.length : pins.length, most: MAX_PINS })}</span>
          <Button kind="quiet" icon={sound ? 'sound' : 'sound-off'} aria-pressed={sound} onClick={() => setSound(!sound)}>
            {text('dashboard_sound')}
          </Button>
          {pins.length ? (
            <Button kind="quiet" icon="trash" onClick={() => set([])}>
              {text('dashboard_clear')}
            </Button>
          ) : null}
        </div>
      }
    >
      {isEmpty ? (
        <div ref={empty}>
          <EmptyState icon="grid" action={{ label: text('dashboard_add'), onPress: pick }}>
            {text('dashboard_nothing')}
          </EmptyState>
        </div>
      ) : failed ? (
        <Failed asked={asked} />
      ) : (
        <Grid games={games} pins={pins} onOrder={set} sound={sound} />
      )}
      {picking ? <PinPicker onClose={() => setPicking(false)} /> : null}
    </HubPage>
  )
}

interface GridProps {
  games: readonly LineGame[]
  pins: readonly number[]
  onOrder: (pins: readonly number[]) => void
  sound: boolean
}

/** Cards that are moved by their grip: with the pointer, with a finger, with the arrow keys. */
function Grid({ games, pins, onOrder, sound }: GridProps) {
  const text = useHubTexts()
  const announce = useAnnounce()
  const [dragged, setDragged] = useState<number | null>(null)
  const order = useRef({ pins, shown: [] as readonly number[] })
  order.current = { pins, shown: games.map(({ ci }) => ci) }
  /** The grip that the keyboard has just moved. */
  const moved = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // A card that changes its place leaves the page for a moment, and its grip loses the keyboard.
    moved.current?.focus()
    moved.current = null
  }, [games])
  const place = useCallback(
    (ci: number, to: number) => {
      const { pins: before, shown } = order.current
      const next = moveShown(before, shown, ci, to)
      if (next.join() !== before.join()) onOrder(next)
    },
    [onOrder],
  )
  useEffect(() => {
    if (dragged === null) return
    // On the window: a card that changes its place leaves the page for a moment, and would lose the pointer.
    const move = (event: PointerEvent) => {
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-slot]')
      const target = Number(under?.dataset['slot'])
      if (target && target !== dragged) place(dragged, order.current.shown.indexOf(target))
    }
    const drop = () => setDragged(null)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', drop)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', drop)
    }
  }, [dragged, place])
  const onKey = (event: KeyboardEvent<HTMLElement>, game: LineGame) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: rtl ? 1 : -1, ArrowRight: rtl ? -1 : 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const { shown } = order.current
    const to = Math.min(Math.max(0, shown.indexOf(game.ci) + step), shown.length - 1)
    if (shown[to] !== game.ci) moved.current = event.currentTarget
    place(game.ci, to)
    announce(text('dashboard_moved', { name: game.side1, place: to + 1 }))
  }
  const onGoal = useMemo(() => (sound ? goalSound : undefined), [sound])
  return (
    <div className={cards.grid} data-dashboard="">
      {games.map((game) => (
        <div key={game.ci} className={cards.slot} data-slot={game.ci} data-dragged={dragged === game.ci || undefined}>
          <GameCard
            game={game}
            onGoal={onGoal}
            tools={
              <>
                <PinButton ci={game.ci} name={game.side1} />
                <button
                  type="button"
                  className={cards.grip}
                  aria-label={text('dashboard_move', { name: game.side1 })}
                  onPointerDown={(event) => {
                    event.preventDefault()
                    event.currentTarget.focus()
                    setDragged(game.ci)
                  }}
                  onKeyDown={(event) => onKey(event, game)}
                >
                  <Icon name="grip" size={18} />
                </button>
              </>
            }
          />
        </div>
      ))}
    </div>
  )
}
