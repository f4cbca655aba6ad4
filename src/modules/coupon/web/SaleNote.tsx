import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { Sale } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './coupon.module.css'

/** The coupon changes a placed bet: which one, and the way out. */
export function SaleNote({ sale }: { sale: Sale }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const leave = () => store.dispatch({ do: 'clear' })
  return (
    <Notice kind="info" className={styles.saleNote ?? ''} action={{ label: parts('act_leave_bet'), onPress: leave }}>
      {rich(sale.power ? 'power_bet' : 'edit_bet', { id: <Num>{sale.betId}</Num> })}
    </Notice>
  )
}
