import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { totalPrice } from '../rules/state/index.ts'
import { useCouponContext, useCouponTexts, useCouponValue } from './context.ts'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

/** The middle of the phone's bar: the total price on a highlight when the coupon has legs, a plain item when it is empty. */
export function CouponBarButton() {
  const text = useCouponTexts()
  const { setSheetOpen } = useCouponContext()
  const count = useCouponValue((coupon) => (coupon.flow.at === 'placed' ? 0 : coupon.legs.length))
  const price = useCouponValue((coupon) => (coupon.legs.length > 0 ? totalPrice(coupon) : null))
  return (
    <button type="button" className={styles.barItem} aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
      {count > 0 ? (
        <>
          <span className={styles.barMark}>
            <span>{price === null ? <Num>{`× ${count}`}</Num> : <TotalPrice milli={price} />}</span>
          </span>
          <span className={styles.barWord}>
            {text('tab_coupon')} · <Num>{count}</Num>
          </span>
        </>
      ) : (
        <>
          <Icon name="coupon" size={20} />
          {text('tab_coupon')}
        </>
      )}
    </button>
  )
}
