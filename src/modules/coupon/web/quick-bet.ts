/**
 * Bets that do not go through the coupon: the mini coupon of a price that is held, and the one-click mode. They have a
 * store of their own with the same reducer, so that prices, limits, refusals and lost answers are handled alike.
 */
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { oneClickOf } from '#platform/web/one-click.ts'
import { useSession } from '#platform/web/session.tsx'
import { storage, type OneClick } from '#platform/web/storage.ts'
import { couponCalls } from './calls.ts'
import { bare } from './bare-setup.ts'
import { CouponStore, type StoreHost } from './coupon-store.ts'
import { useCouponSettings } from './coupon-settings.ts'
import { watchPresses, type PressWatch } from './one-click-press.ts'
import { usePressHold } from './press-hold.ts'
import { inFlight, legKey, type Coupon, type Offer, type Setup, type Stored } from '../rules/state/index.ts'

const KEPT = 'draft-quick'

export interface Quick {
  store: CouponStore
  /** True when the press does not mean the coupon. */
  takes(offer: Offer): boolean
  /** A bet on this outcome is on its way. */
  sends(key: string): boolean
  /** The mini coupon is on the screen. */
  open: boolean
  /** What the outcome of the mini coupon means; '' where the page does not say. A finger has no other way to it (XT-55). */
  words: string
  show(open: boolean): void
}

type Host = Pick<StoreHost, 'refreshSession' | 'changed' | 'guid'>

/** `marks` hears of outcomes that `sends` may now answer otherwise for. */
export function useQuick(coupon: CouponStore, host: Host, marks: (keys: readonly string[]) => void): Quick {
  const [open, show] = useState(false)
  const [words, setWords] = useState('')
  const [settings] = useCouponSettings()
  const playerId = useSession().player?.id ?? null
  const latest = useRef({ settings, host, open, marks })
  latest.current = { settings, host, open, marks }
  const [store] = useState(() => quickStore(latest, show))
  useFollowed(coupon, store)
  const held = usePressHold()
  const presses = usePresses(oneClickOf(settings, playerId).on)
  return useMemo(
    () => ({
      store,
      open,
      words,
      show(next) {
        show(next)
        if (!next && !inFlight(store.get().flow)) store.dispatch({ do: 'clear' })
      },
      sends: (key) => isSending(store, key),
      takes(offer) {
        const said = held.take()
        const { session, setup } = coupon.get()
        const now = oneClickOf(latest.current.settings, session.playerId)
        const isAtOnce = now.on && session.playerId !== null && setup.options.has('oneClick')
        if (said === null && !isAtOnce) return false
        // One bet at a time, and none in line behind it: what would be sent later, at a press made under other
        // circumstances, nobody has asked for. Another price goes into the coupon, where it is seen and can be placed; the
        // same one pressed twice is one bet.
        if (inFlight(store.get().flow)) return isSending(store, legKey(offer))
        if (said !== null) {
          store.setPage({ oneClick: false })
          store.dispatch({ do: 'fill', filling: { offers: [offer], kind: 'singles' } })
          setWords(said)
          show(true)
          return true
        }
        // A press that may not have been meant places nothing: the price waits in the coupon for a second one.
        if (latest.current.open || !presses.current?.mayPlaceAtOnce()) return false
        store.setPage({ oneClick: true })
        store.dispatch({ do: 'done', keep: false })
        store.dispatch({ do: 'fill', filling: { offers: [offer], kind: 'singles', stake: stakeOf(now, store.get().setup) } })
        store.send(false)
        return true
      },
    }),
    [store, open, words, held, coupon, presses],
  )
}

function isSending(store: CouponStore, key: string): boolean {
  const { flow, legs } = store.get()
  return inFlight(flow) && legs.some((leg) => leg.key === key)
}

type Latest = RefObject<{ host: Host; marks: (keys: readonly string[]) => void }>

function quickStore(latest: Latest, show: (open: boolean) => void): CouponStore {
  return new CouponStore({
    calls: couponCalls,
    now: () => Date.now(),
    guid: () => latest.current.host.guid(),
    save: (stored) => storage.set(KEPT, stored),
    tell: () => {},
    refreshSession: () => latest.current.host.refreshSession(),
    shown: () => {},
    changed(before, after, action) {
      if (before.flow !== after.flow) latest.current.marks([...before.legs, ...after.legs].map((leg) => leg.key))
      // What was refused or asks something is answered in the mini coupon.
      const isOver = (action.do === 'send' || action.do === 'answer') && !inFlight(after.flow) && after.flow.at !== 'placed'
      if (isOver) show(true)
      latest.current.host.changed(before, after, action)
    },
  })
}

/** Watched while the mode is on. */
function usePresses(isOn: boolean): RefObject<PressWatch | null> {
  const presses = useRef<PressWatch | null>(null)
  useEffect(() => {
    if (!isOn) return
    presses.current = watchPresses()
    return () => {
      presses.current?.stop()
      presses.current = null
    }
  }, [isOn])
  return presses
}

function stakeOf(oneClick: OneClick, setup: Setup): string {
  return oneClick.stakes[setup.currency.code] ?? setup.template
}

/** Session, configuration, policy and connection are those of the page; what was on its way is taken up again. */
function useFollowed(coupon: CouponStore, store: CouponStore): void {
  useEffect(() => {
    let seen: Coupon | null = null
    const follow = () => {
      const now = coupon.get()
      if (now === seen) return
      if (now.setup !== seen?.setup) store.dispatch({ do: 'setup', setup: bare(now.setup) })
      if (now.session !== seen?.session) store.dispatch({ do: 'session', session: now.session })
      if (now.policy !== seen?.policy) store.dispatch({ do: 'policy', policy: now.policy })
      if (now.offline !== seen?.offline) store.dispatch({ do: 'connection', offline: now.offline })
      seen = now
      store.setPage({ lng: coupon.page.lng, partner: coupon.page.partner, cfView: coupon.page.cfView })
    }
    follow()
    const stop = coupon.listen(follow)
    void storage.get(KEPT).then((kept) => {
      const stored = kept as Stored | null
      // Only a bet on its way is taken up again: what was merely chosen belongs to that moment.
      const jobs = Array.isArray(stored?.jobs) ? stored.jobs : []
      store.dispatch({ do: 'load', stored: stored && jobs.length > 0 ? stored : null, policy: null })
    })
    return () => {
      stop()
      store.stop()
    }
  }, [coupon, store])
}
