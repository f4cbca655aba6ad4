import { useCallback, useEffect, useRef, useState } from 'react'
import { Drawer, Sheet } from '#ui/Overlay.tsx'
import { CouponFoot } from './CouponFoot.tsx'
import { CouponLegs } from './CouponLegs.tsx'
import { CouponTabs } from './CouponTabs.tsx'
import { useCoupon } from './context.ts'
import { SlipTabs } from './SlipTabs.tsx'
import { useCouponTexts } from './texts.ts'
import styles from './coupon.module.css'

const PHONE = '(width < 768px)'

/** What the phone's bar and the tablet's floating button open. */
export function CouponSheet({ onClose }: { onClose: () => void }) {
  const text = useCouponTexts()
  const coupon = useCoupon()
  const [phone, setPhone] = useState(() => matchMedia(PHONE).matches)
  const [pad, setPad] = useState<'open' | 'closed'>('open')
  const openPad = useCallback(() => setPad('open'), [])
  // Whoever presses among the selections wants to see them; only after the press, so that nothing moves under the finger.
  const closePad = useCallback(() => setPad('closed'), [])
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = body.current
    box?.addEventListener('click', closePad)
    return () => box?.removeEventListener('click', closePad)
  }, [closePad, phone])
  useEffect(() => {
    const query = matchMedia(PHONE)
    const change = () => setPhone(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
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
      footer={<CouponFoot pad={pad} onStake={openPad} />}
    >
      <div className={styles.sheetBody} ref={body}>
        <SlipTabs coupon={coupon} />
        <CouponLegs />
      </div>
    </Sheet>
  )
}
