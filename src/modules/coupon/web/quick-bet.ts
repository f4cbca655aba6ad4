/**
 * Bets that do not go through the coupon: the mini coupon of a price that is held, and the one-click mode. They have a
 * store of their own with the same reducer, so that prices, limits, refusals and lost answers are handled alike.
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import { storage } from '#platform/web/storage.ts'
import { couponCalls } from './calls.ts'
import { bare } from './bare-setup.ts'
import { CouponStore, type StoreHost } from './coupon-store.ts'
import { useCouponSettings, type OneClick } from './coupon-settings.ts'
import { watchPresses, type PressWatch } from './one-click-press.ts'
import { usePressHold } from './press-hold.ts'
import { inFlight, type Coupon, type Offer, type Setup, type Stored } from '../rules/state/index.ts'

const KEPT = 'draft-quick'

export interface Quick {
  store: CouponStore
  /** True when the press does not mean the coupon. */
  takes(offer: Offer): boolean
  /** The mini coupon is on the screen. */
  open: boolean
  /** What the outcome of the mini coupon means; '' where the page does not say. A finger has no other way to it (XT-55). */
  words: string
  show(open: boolean): void
}

export type QuickResult = (before: Coupon, after: Coupon) => void

/** `placed` hears of bets that were placed without a mini coupon on the screen. */
export function useQuick(coupon: CouponStore, host: Pick<StoreHost, 'refreshSession' | 'changed' | 'guid'>): Quick {
  const [open, show] = useState(false)
  const [words, setWords] = useState('')
  const [settings] = useCouponSettings()
  const latest = useRef({ oneClick: settings.oneClick, host, open })
  latest.current = { oneClick: settings.oneClick, host, open }
  const waiting = useRef<Offer[]>([])
  const [store] = useState(
    () =>
      new CouponStore({
        calls: couponCalls,
        now: () => Date.now(),
        guid: () => latest.current.host.guid(),
        save: (stored) => storage.set(KEPT, stored),
        tell: () => {},
        refreshSession: () => latest.current.host.refreshSession(),
        shown: () => {},
        changed: (before, after, action) => latest.current.host.changed(before, after, action),
      }),
  )
  useEffect(
    () =>
      store.listen(() => {
        if (store.page.oneClick) queueMicrotask(() => turn(store, waiting.current, latest.current.oneClick, show))
      }),
    [store],
  )
  useFollowed(coupon, store)
  const held = usePressHold()
  const presses = useRef<PressWatch | null>(null)
  const isOneClick = settings.oneClick?.on ?? false
  useEffect(() => {
    if (!isOneClick) return
    presses.current = watchPresses()
    return () => {
      presses.current?.stop()
      presses.current = null
    }
  }, [isOneClick])
  return useMemo(
    () => ({
      store,
      open,
      words,
      show(next) {
        show(next)
        if (!next && !inFlight(store.get().flow)) store.dispatch({ do: 'clear' })
      },
      takes(offer) {
        const { oneClick } = latest.current
        const said = held.take()
        if (said !== null) {
          if (inFlight(store.get().flow)) return true
          store.setPage({ oneClick: false })
          store.dispatch({ do: 'fill', filling: { offers: [offer], kind: 'singles' } })
          setWords(said)
          show(true)
          return true
        }
        if (!oneClick?.on || coupon.get().session.playerId === null) return false
        // A press that may not have been meant places nothing: the price waits in the coupon for a second one.
        if (!presses.current?.mayPlaceAtOnce()) return false
        waiting.current.push(offer)
        store.setPage({ oneClick: true })
        turn(store, waiting.current, oneClick, show)
        return true
      },
    }),
    [store, open, words, held, coupon],
  )
}

/** Places the next price that was pressed in one-click mode, when the one before it is decided. */
function turn(store: CouponStore, waiting: Offer[], oneClick: OneClick | undefined, show: (open: boolean) => void): void {
  const { flow, legs, setup } = store.get()
  if (inFlight(flow)) return
  // What was refused or asks something is answered in the mini coupon.
  if (flow.at === 'refused' || (flow.at === 'edit' && legs.length > 0)) return show(true)
  const offer = waiting.shift()
  if (!offer) return
  store.dispatch({ do: 'done', keep: false })
  store.dispatch({ do: 'fill', filling: { offers: [offer], kind: 'singles', stake: stakeOf(oneClick, setup) } })
  store.send(false)
}

function stakeOf(oneClick: OneClick | undefined, setup: Setup): string {
  return oneClick?.stakes[setup.currency.code] ?? setup.template
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
