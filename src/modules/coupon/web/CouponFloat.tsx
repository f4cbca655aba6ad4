import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { useCouponTexts } from './texts.ts'
import { useCouponFace, useDoor } from './door.ts'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

/** The tablet's floating button. */
export function CouponFloat() {
  const text = useCouponTexts()
  const { setSheetOpen, isOpening } = useDoor()
  const { count, price } = useCouponFace()
  if (count === 0) return null
  return (
    <button type="button" className={styles.float} aria-haspopup="dialog" aria-busy={isOpening} onClick={() => setSheetOpen(true)}>
      <span className="visually-hidden">{text('open_coupon', { count })}</span>
      <span className={styles.floatFace}>
        <Icon name="coupon" size={18} />
        {price === null ? <Num>{count}</Num> : <TotalPrice milli={price} />}
      </span>
    </button>
  )
}
