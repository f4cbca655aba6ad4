import { Suspense } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import styles from './coupon.module.css'

type OrderTexts = typeof import('../../../../locales/ru/orders.json')
type Told = Extract<keyof OrderTexts, `autobet_dropped_${string}` | `bid_reason_${string}`>

/** Why an auto-bet or a bid came to nothing; the words come when they are needed. */
export function OrderReason({ of, reason }: { of: 'autobet_dropped' | 'bid_reason'; reason: string }) {
  return (
    <Suspense fallback={null}>
      <p className={styles.quiet}>
        <Reason name={`${of}_${reason}` as Told} />
      </p>
    </Suspense>
  )
}

function Reason({ name }: { name: Told }) {
  return useTexts<OrderTexts>('orders')(name)
}
