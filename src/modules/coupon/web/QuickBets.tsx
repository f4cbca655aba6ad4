import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { PHONE, useMedia } from '#ui/use-media.ts'
import { inFlight, placedJobs, problemsOf } from '../rules/state/index.ts'
import { quickMessage, useAnnouncements } from './announcements.ts'
import type { CouponContext } from './context.ts'
import { CouponFoot } from './CouponFoot.tsx'
import { Context } from './door.ts'
import { ownPresses } from './double-press.ts'
import { LegRow } from './LegRow.tsx'
import { OneClickStrip } from './OneClickStrip.tsx'
import { performFix } from './perform.ts'
import type { Quick } from './quick-bet.ts'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import styles from './options.module.css'

/** The mini coupon of one price, and the strip of the one-click mode with its results. */
export function QuickBets({ quick, context }: { quick: Quick; context: CouponContext }) {
  const { store } = quick
  const coupon = useSyncExternalStore(store.listen, store.get, store.get)
  const parts = usePartsTexts()
  const phone = useMedia(PHONE)
  const session = useSession()
  const navigate = useSiteNavigate()
  const [isOwn] = useState(ownPresses)
  const own = useMemo<CouponContext>(
    () => ({
      ...context,
      store,
      act: (fix, atMs, byKey) => (isOwn(fix, atMs, byKey) ? performFix(fix, store, session, navigate) : undefined),
    }),
    [context, store, session, navigate, isOwn],
  )
  useToldResults(quick)
  useAnnouncements(store, quickMessage)
  const empty = coupon.legs.length === 0
  useEffect(() => {
    if (quick.open && empty) quick.show(false)
  }, [quick, empty])
  return (
    <>
      <OneClickStrip coupon={context.store} quick={quick} />
      {quick.open && !empty ? (
        <Context value={own}>
          <Modal title={parts('quick_bet')} size="small" onClose={() => quick.show(false)}>
            <div className={styles.quick}>
              {coupon.flow.at === 'placed' ? null : (
                <ul data-locked={inFlight(coupon.flow) || undefined}>
                  {coupon.legs.map((leg) => (
                    <LegRow
                      key={leg.key}
                      leg={leg}
                      coupon={coupon}
                      problems={problemsOf(coupon).filter((one) => one.legKey === leg.key)}
                      bare
                    />
                  ))}
                </ul>
              )}
              {quick.words && coupon.flow.at !== 'placed' ? <p className={styles.words}>{quick.words}</p> : null}
              <CouponFoot bare pad={phone && 'open'} />
            </div>
          </Modal>
        </Context>
      ) : null}
    </>
  )
}

/** A bet without a mini coupon to read it in ends in a note of the page. */
function useToldResults(quick: Quick): void {
  const { store } = quick
  const text = useCouponTexts()
  useEffect(
    () =>
      store.listen(() => {
        const { flow } = store.get()
        if (flow.at !== 'placed' || quick.open) return
        const ids = placedJobs(flow.jobs).map((job) => job.outcome.betId)
        showToast({ kind: 'success', text: text('placed', { id: ids.join(', ') }) })
        queueMicrotask(() => store.dispatch({ do: 'done', keep: false }))
      }),
    [store, text, quick.open],
  )
}
