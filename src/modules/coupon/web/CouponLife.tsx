import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { stream, useConnection } from '#platform/web/stream-client.ts'
import { totalPrice, type Coupon, type Filling, type Fix } from '../rules/state/index.ts'
import type { CodeNote, CouponContext } from './context.ts'
import { fillingOf, fillInto, markOf } from './filling.ts'
import { couponCalls } from './calls.ts'
import type { CouponFace } from './coupon-gate.ts'
import { useCouponLife, useCouponStore } from './coupon-life.ts'
import type { Door, Wish } from './door.ts'
import { ownPresses } from './double-press.ts'
import { useAnnouncements } from './announcements.ts'
import { useLinkedCode } from './linked-code.ts'
import { useLiveLegs } from './live-legs.ts'
import { handOver } from './hand-over.ts'
import { performFix } from './perform.ts'
import { QuickBets } from './QuickBets.tsx'
import { useQuick } from './quick-bet.ts'
import { usePick } from './use-pick.ts'

interface CouponLifeProps extends Pick<Door, 'gate' | 'setSheetOpen'> {
  begin: Wish | null
  onContext(context: CouponContext): void
}

function faceOf(coupon: Coupon): CouponFace {
  const legs = coupon.legs.length
  return { legs, count: coupon.flow.at === 'placed' ? 0 : legs, price: legs > 0 ? totalPrice(coupon) : null }
}

/** A page that a worker kept has prices of its own time, and its stream never heard anything. */
const heardAt = () => stream.connection().lastHeardAt || Number(document.documentElement.dataset['keptAt']) || null

/** The life of the page's coupon: it draws nothing, and hands what it holds to the column, the sheet and the prices. */
export function CouponLife({ gate, setSheetOpen, begin, onContext }: CouponLifeProps) {
  const { store, localBets, host } = useCouponStore((keys, coupon) => gate.told(keys, faceOf(coupon)))
  const [note, setNote] = useState<CodeNote | null>(null)
  const brought = useRef(false)
  const takeArrival = useCallback(() => {
    const was = brought.current
    brought.current = false
    return was
  }, [])
  const session = useSession()
  const navigate = useSiteNavigate()
  useCouponLife(store)
  const quick = useQuick(store, host, (keys) => gate.told(keys, gate.face()))
  useLiveLegs(store)
  useLiveLegs(quick.store)
  useAnnouncements(store)
  useOffline(store)

  const fill = useCallback((filling: Filling) => setNote(fillInto(store, filling)), [store])
  const pick = usePick(store, setNote)
  const [later] = useState(() => afterLoad(store))
  const findCode = useCallback(
    async (code: string) => {
      try {
        const found = await couponCalls.find(code, store.page)
        later(() => {
          if (found.partial || store.get().legs.length > 0) setNote({ kind: 'found', code, ...found })
          else fill(found.filling)
        }, true)
      } catch (error) {
        setNote({ kind: isApiError(error) && error.code === 900_010 ? 'unknown' : 'failed' })
      }
    },
    [store, fill, later],
  )
  // The context is handed up: it may only be another one when something in it is.
  const latest = useRef({ session, navigate })
  latest.current = { session, navigate }
  const [isOwn] = useState(ownPresses)
  const act = useCallback(
    (fix: Fix, atMs: number, byKey?: boolean) => {
      if (isOwn(fix, atMs, byKey)) performFix(fix, store, latest.current.session, latest.current.navigate)
    },
    [store, isOwn],
  )
  useLinkedCode(findCode, setSheetOpen)
  useShortNote(store, note, setNote)

  const context = useMemo<CouponContext>(
    () => ({
      store,
      act,
      note,
      setNote,
      localBets,
      begin,
      setSheetOpen,
      takeArrival,
      heardAt,
      findCode: (code) => void findCode(code),
      showFound() {
        if (note?.kind === 'full') store.dispatch({ do: 'clear' })
        if (note?.kind === 'full' || note?.kind === 'found' || note?.kind === 'waits') fill(note.filling)
      },
      share: () => void shareCoupon(store, setNote),
    }),
    [store, act, note, localBets, begin, setSheetOpen, takeArrival, findCode, fill],
  )
  useLayoutEffect(() => onContext(context), [context, onContext])
  // After the effects above: what was pressed meanwhile meets a coupon that knows its page.
  useEffect(() => {
    handOver(gate, {
      state: (key) => (quick.sends(key) ? 'selected' : markOf(store.get(), key)),
      toggle: (offer, again) => {
        // Before the page was left the press may have meant a bet at once: it does not any more.
        if (!again && quick.takes(offer)) return false
        later(() => pick(offer), false)
        return true
      },
      fill: (offers, more) => {
        brought.current = more?.saleBetId !== undefined
        later(() => fill(fillingOf(offers, more ?? {}, store)), true)
      },
    })
  }, [gate, store, quick, fill, pick, later])
  useEffect(() => {
    const look = () => {
      if (store.get().loaded) gate.settled()
    }
    look()
    return store.listen(look)
  }, [gate, store])
  return <QuickBets quick={quick} context={context} />
}

/**
 * What takes the place of the coupon waits until the stored one has been read: that would be laid over it. What is pressed
 * meanwhile comes after it; presses alone wait for nothing.
 */
function afterLoad(store: Store): (act: () => void, replaces: boolean) => void {
  const waiting: (() => void)[] = []
  return (act, replaces) => {
    if (store.get().loaded || (!replaces && waiting.length === 0)) return act()
    if (waiting.push(act) > 1) return
    const end = store.listen(() => {
      if (!store.get().loaded) return
      end()
      for (const one of waiting.splice(0)) one()
    })
  }
}

type Store = ReturnType<typeof useCouponStore>['store']

const keysOf = (store: Store) =>
  store
    .get()
    .legs.map((leg) => leg.key)
    .join()

export async function shareCoupon(store: Store, setNote: (note: CodeNote) => void): Promise<void> {
  const saved = keysOf(store)
  try {
    const code = await couponCalls.save(store.get(), store.page)
    if (keysOf(store) === saved) setNote({ kind: 'saved', code, copied: false })
  } catch {
    setNote({ kind: 'failed' })
  }
}

/** A code belongs to the selections that were saved: with others in the coupon it is gone. */
function useShortNote(store: Store, note: CodeNote | null, setNote: (note: CodeNote | null) => void): void {
  useEffect(() => {
    if (note?.kind !== 'saved') return
    const saved = keysOf(store)
    return store.listen(() => {
      if (keysOf(store) !== saved) setNote(null)
    })
  }, [store, note, setNote])
}

/** Silence of the server after it had been heard closes betting until it is heard again. */
function useOffline(store: Store): void {
  const { state } = useConnection()
  useEffect(() => {
    const look = () => store.dispatch({ do: 'connection', offline: state === 'stale' || navigator.onLine === false })
    look()
    if (state === 'live') store.reconnected()
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [state, store])
}
