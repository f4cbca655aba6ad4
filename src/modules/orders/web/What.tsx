import { minorFromWire } from '#lib/money.ts'
import { Money, Num } from '#ui/Num.tsx'
import type { AutoBet, Bid } from './queries.ts'
import { useOrderTexts } from './texts.ts'
import styles from './Orders.module.css'

/** What an order is for, and its stake. */
export function What({ order }: { order: Pick<AutoBet | Bid, 'events' | 'sum' | 'currency'> }) {
  const text = useOrderTexts()
  const [first] = order.events
  const isMany = order.events.length > 1
  return (
    <div className={styles.head}>
      <span className={styles.what}>
        <b>
          {isMany ? (
            <>
              {text('express')} <Num>{`× ${order.events.length}`}</Num>
            </>
          ) : (
            first?.outcome
          )}
        </b>
        <small>{isMany ? [...new Set(order.events.map(({ game }) => game))].join(text('comma')) : first?.game}</small>
      </span>
      <Sum value={order.sum} currency={order.currency} />
    </div>
  )
}

export function Sum({ value, currency }: { value: number; currency: AutoBet['currency'] }) {
  return <Money className={styles.sum} minor={minorFromWire(value, currency.exponent) ?? 0n} currency={currency} />
}
