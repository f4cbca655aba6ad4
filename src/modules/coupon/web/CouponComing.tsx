import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './coupon.module.css'

/** In place of the line of an empty coupon while the stored one has not been read. */
export function CouponComing() {
  return (
    <p data-key="coupon" tabIndex={-1} className={styles.coming} aria-busy>
      <Skeleton />
    </p>
  )
}
