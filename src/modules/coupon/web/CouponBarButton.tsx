import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { useCouponTexts } from './texts.ts'
import { useCouponFace, useDoor } from './door.ts'
import { ShortPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

/** The middle of the phone's bar: the total price on a highlight when the coupon has legs, a plain item when it is empty. */
export function CouponBarButton() {
  const text = useCouponTexts()
  const { setSheetOpen, isOpening } = useDoor()
  const { count, price } = useCouponFace()
  return (
    <button type="button" className={styles.barItem} aria-haspopup="dialog" aria-busy={isOpening} onClick={() => setSheetOpen(true)}>
      {count > 0 ? (
        <>
          <span className={styles.barMark}>
            <span>{price === null ? <Icon name="coupon" size={20} /> : <ShortPrice milli={price} />}</span>
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
