import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Drawer, Sheet } from '#ui/Overlay.tsx'
import { BESIDE, PHONE, useMedia } from '#ui/use-media.ts'
import { problemsOf, type Coupon } from '../rules/state/index.ts'
import { CodeTools } from './CodeTools.tsx'
import { CouponFoot } from './CouponFoot.tsx'
import { CouponLegs } from './CouponLegs.tsx'
import { CouponTabBar, CouponTabs, OpenBetsBox, type CouponTab } from './CouponTabs.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { PadContext, type PadTarget } from './pad.ts'
import { SlipTabs } from './SlipTabs.tsx'
import { useCouponTexts } from './texts.ts'
import styles from './coupon.module.css'

/** As the style sheet has it: there the selections come first, and the pad when a field is pressed. */
const LOW = '(height < 520px)'

/** What the phone's bar and the tablet's floating button open. */
export function CouponSheet({ onClose }: { onClose: () => void }) {
  const text = useCouponTexts()
  const coupon = useCoupon()
  const phone = useMedia(PHONE)
  // With selections in it the sheet is the coupon's alone: the pad needs the room.
  const isEmpty = coupon.legs.length === 0 && coupon.flow.at !== 'placed'
  const [tab, setTab] = useState<CouponTab>('coupon')
  const [pad, setPad] = useState<'open' | 'closed'>(() => (matchMedia(LOW).matches ? 'closed' : 'open'))
  const [target, setTarget] = useState<PadTarget | null>(null)
  const openPad = useCallback(() => {
    setTarget(null)
    setPad('open')
  }, [])
  const padPort = useMemo(
    () => ({
      take(next: PadTarget) {
        setTarget(next)
        setPad('open')
      },
    }),
    [],
  )
  // Whoever presses among the selections wants to see them; only after the press, so that nothing moves under the finger.
  const closePad = useCallback((event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest('input'))) setPad('closed')
  }, [])
  useCloseOnLeave(onClose)
  useCloseBeside(onClose)
  const body = useRef<HTMLDivElement>(null)
  // The pad takes room from the list, or stands below the edge of a low window: the field that it types into stays in sight. After the press, which would otherwise miss it.
  useEffect(() => {
    if (pad !== 'open') return
    const timer = setTimeout(() => body.current?.closest('dialog')?.querySelector('input:focus')?.scrollIntoView({ block: 'center' }))
    return () => clearTimeout(timer)
  }, [target, pad])
  const changed = changedLeg(coupon)
  // Accepting is what the button offers: what has changed is in sight, wherever it stands in the list. A field is not pushed away.
  useEffect(() => {
    if (changed === null || body.current?.querySelector('input:focus')) return
    body.current?.querySelector(`[data-leg="${CSS.escape(changed)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [changed, pad])
  useEffect(() => {
    const box = body.current
    box?.addEventListener('click', closePad)
    return () => box?.removeEventListener('click', closePad)
  }, [closePad, phone])
  if (!phone) {
    return (
      <Drawer title={text('tab_coupon')} onClose={onClose} className={styles.endSheet}>
        <div className={styles.sheetColumn}>
          <CouponTabs />
        </div>
      </Drawer>
    )
  }
  return (
    <Sheet
      title={text('tab_coupon')}
      onClose={onClose}
      bare
      className={styles.phoneSheet}
      footer={<CouponFoot pad={pad} padTarget={target} onStake={openPad} />}
    >
      <div className={styles.sheetBody} ref={body}>
        {isEmpty ? <CouponTabBar tab={tab} onChange={setTab} /> : null}
        {isEmpty && tab === 'bets' ? (
          <OpenBetsBox className={styles.sheetBets} />
        ) : (
          <>
            <SlipTabs coupon={coupon} />
            <PadContext value={padPort}>
              <CouponLegs />
            </PadContext>
          </>
        )}
        {coupon.legs.length === 0 || coupon.flow.at === 'placed' ? null : <SheetTools coupon={coupon} />}
      </div>
    </Sheet>
  )
}

/** The first leg whose new price is to be accepted, while nothing else comes before that. */
function changedLeg(coupon: Coupon): string | null {
  const [first] = problemsOf(coupon)
  return first?.group === 'changed' ? (first.legKey ?? null) : null
}

/** Sharing, codes, another coupon, settings: below the selections, and in view when they have something to say. */
function SheetTools({ coupon }: { coupon: Coupon }) {
  const { note } = useCouponContext()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (note) box.current?.scrollIntoView({ block: 'nearest' })
  }, [note])
  return (
    <div ref={box} className={styles.sheetTools}>
      <CodeTools coupon={coupon} />
    </div>
  )
}

/** In a window that was made wide the coupon stands beside the page: a sheet over it would be the same coupon twice. */
function useCloseBeside(onClose: () => void): void {
  const isBeside = useMedia(BESIDE)
  useEffect(() => {
    if (isBeside) onClose()
  }, [isBeside, onClose])
}

/** Deposit, sign-in, limits and links lead to other pages: the sheet must not stay above them. */
function useCloseOnLeave(onClose: () => void): void {
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  useEffect(() => {
    if (pathname !== opened.current) onClose()
  }, [pathname, onClose])
}
