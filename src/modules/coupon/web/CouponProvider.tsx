import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { whenIdle } from '#platform/web/idle.tsx'
import { useLoadFailed } from '#platform/web/lazy-part.tsx'
import { selectionKey, SelectionProvider } from '#platform/web/selection.tsx'
import type { CouponContext } from './context.ts'
import { CouponGate } from './coupon-gate.ts'
import { CouponFloat } from './CouponFloat.tsx'
import { Context, DoorContext, type CouponParts, type Door, type Wish } from './door.ts'

/** Stands around the page: hands the coupon's port to the prices, and brings the coupon itself when there is time for it. */
export function CouponProvider({ openBets = null, children }: { openBets?: ComponentType | null; children: ReactNode }) {
  const [parts, setParts] = useState<CouponParts | null>(null)
  const [context, setContext] = useState<CouponContext | null>(null)
  const [begin, setBegin] = useState<Wish | null>(null)
  const [sheetOpen, openSheet] = useState(false)
  const asked = useRef(false)
  const failed = useLoadFailed()
  const bring = useRef<() => void>(() => {})
  const [gate] = useState(() => new CouponGate(selectionKey, () => bring.current()))
  const load = useCallback(() => {
    if (asked.current) return
    asked.current = true
    import('./parts.ts').then(setParts, (error: unknown) => {
      asked.current = false
      gate.refused()
      openSheet(false)
      failed(error)
    })
  }, [gate, failed])
  useEffect(() => {
    bring.current = load
    // Whoever follows the address of a shared coupon waits for it.
    return new URLSearchParams(location.search).has('coupon') ? load() : whenIdle(load)
  }, [load])
  const want = useCallback(
    (wish?: Wish) => {
      if (wish) setBegin(wish)
      load()
    },
    [load],
  )
  const setSheetOpen = useCallback(
    (open: boolean) => {
      openSheet(open)
      if (open) load()
    },
    [load],
  )
  const isOpening = sheetOpen && !(parts && context)
  useEffect(() => {
    if (!isOpening) return
    // Whoever goes on meanwhile is not surprised by a sheet over what he does.
    const close = () => openSheet(false)
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, close)
    return () => {
      for (const event of events) removeEventListener(event, close)
    }
  }, [isOpening])
  const door = useMemo<Door>(
    () => ({ gate, want, setSheetOpen, isOpening, OpenBets: openBets, full: parts && context ? { parts, context } : null }),
    [gate, want, setSheetOpen, isOpening, openBets, parts, context],
  )
  return (
    <DoorContext value={door}>
      <SelectionProvider port={gate}>
        {children}
        {parts ? (
          <Suspense>
            <parts.PartsTexts>
              <parts.CouponLife {...{ gate, setSheetOpen, begin }} onContext={setContext} />
            </parts.PartsTexts>
          </Suspense>
        ) : null}
        <CouponFloat />
        {parts && context && sheetOpen ? (
          <Context value={context}>
            <Suspense>
              <parts.PartsTexts>
                <parts.CouponSheet onClose={() => openSheet(false)} />
              </parts.PartsTexts>
            </Suspense>
          </Context>
        ) : null}
      </SelectionProvider>
    </DoorContext>
  )
}
