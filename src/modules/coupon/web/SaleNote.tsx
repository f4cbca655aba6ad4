import { useEffect, useRef } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { couponButton, type Coupon, type Sale } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './coupon.module.css'

/** The coupon changes a placed bet: which one, and the way out while the button below offers something else. */
export function SaleNote({ sale, coupon }: { sale: Sale; coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store, takeArrival } = useCouponContext()
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed went with its page or its tab: whoever uses the keyboard goes on here.
  useEffect(() => {
    if (takeArrival() && document.activeElement === document.body) box.current?.focus()
  }, [takeArrival, sale.betId])
  const leave = () => store.dispatch({ do: 'leave' })
  const isBelow = couponButton(coupon)?.label === 'leave_bet'
  return (
    <div ref={box} data-key="coupon" tabIndex={-1} className={styles.saleNote}>
      <Notice kind="info" action={isBelow ? undefined : { label: parts('act_leave_bet'), onPress: leave }}>
        {rich(sale.power ? 'power_bet' : 'edit_bet', { id: <Num>{sale.betId}</Num> })}
      </Notice>
    </div>
  )
}
