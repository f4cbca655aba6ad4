import { useCallback, useEffect, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { Drawer, Sheet } from '#ui/Overlay.tsx'
import { totalPrice } from '../rules/state/index.ts'
import { CouponTabs } from './CouponColumn.tsx'
import { CouponFoot } from './CouponFoot.tsx'
import { CouponLegs } from './CouponLegs.tsx'
import { useCouponContext, useCouponTexts, useCouponValue } from './context.ts'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

const PHONE = '(width < 768px)'

/** The tablet's floating button, and the sheet that it and the phone's bar open. */
export function CouponFloat() {
  const text = useCouponTexts()
  const { sheetOpen, setSheetOpen } = useCouponContext()
  const count = useCouponValue((coupon) => (coupon.flow.at === 'placed' ? 0 : coupon.legs.length))
  const price = useCouponValue((coupon) => (coupon.legs.length > 0 ? totalPrice(coupon) : null))
  const close = useCallback(() => setSheetOpen(false), [setSheetOpen])
  return (
    <>
      {count > 0 ? (
        <button type="button" className={styles.float} onClick={() => setSheetOpen(true)} aria-label={text('open_coupon', { count })}>
          <span className={styles.floatFace}>
            <Icon name="coupon" size={18} />
            {price === null ? <Num>{count}</Num> : <TotalPrice milli={price} />}
          </span>
        </button>
      ) : null}
      {sheetOpen ? <CouponSheet onClose={close} /> : null}
    </>
  )
}

function CouponSheet({ onClose }: { onClose: () => void }) {
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
