import { useEffect, useState } from 'react'
import { Drawer, Sheet } from '#ui/Overlay.tsx'
import { CouponFoot } from './CouponFoot.tsx'
import { CouponLegs } from './CouponLegs.tsx'
import { CouponTabs } from './CouponTabs.tsx'
import { useCouponTexts } from './texts.ts'
import styles from './coupon.module.css'

const PHONE = '(width < 768px)'

/** What the phone's bar and the tablet's floating button open. */
export function CouponSheet({ onClose }: { onClose: () => void }) {
  const text = useCouponTexts()
  const [phone, setPhone] = useState(() => matchMedia(PHONE).matches)
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
    <Sheet title={text('tab_coupon')} onClose={onClose} bare className={styles.phoneSheet} footer={<CouponFoot pad />}>
      <div className={styles.sheetBody}>
        <CouponLegs />
      </div>
    </Sheet>
  )
}
