import type { KeyboardEvent } from 'react'
import { minorFromWire } from '#lib/money.ts'
import type { SessionAccount } from '#platform/web/session.tsx'
import { formatNumber } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { Money } from '#ui/Num.tsx'
import { nextTab } from '#ui/Tabs.tsx'
import { MethodMark } from './MethodMark.tsx'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'

export interface Method {
  id: number
  name: string
  group: string
  min: number
  max: number
  /** Percent. */
  fee: number
  drawing: string
  /** Usual minutes of a deposit. */
  minutes?: number | undefined
  needs_address?: boolean | undefined
  /** Usual hours of a payout; left out where money comes in. */
  hours?: number | undefined
}

/** Down is forward and up is back, wherever a row begins. */
function alongRow(key: string, rtl: boolean): string {
  if (key === 'ArrowDown') return rtl ? 'ArrowLeft' : 'ArrowRight'
  return key === 'ArrowUp' ? (rtl ? 'ArrowRight' : 'ArrowLeft') : key
}

/** Ways to pay as one group of radio buttons. */
export function MethodTiles({
  methods,
  value,
  onChange,
  account,
}: {
  methods: readonly Method[]
  value: number
  onChange: (id: number) => void
  account: SessionAccount
}) {
  const text = usePaymentTexts()
  const { lng } = useSite()
  const { currency } = account
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = nextTab(
      alongRow(event.key, rtl),
      methods.findIndex(({ id }) => id === value),
      methods.map(() => false),
      rtl,
    )
    if (next === null) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
    onChange(methods[next]!.id)
  }
  const minor = (sum: number) => minorFromWire(sum, currency.exponent) ?? 0n
  return (
    <div className={styles.methods} role="radiogroup" aria-label={text('way')} onKeyDown={step}>
      {methods.map((method) => (
        <button
          key={method.id}
          type="button"
          role="radio"
          className={styles.method}
          aria-checked={method.id === value}
          tabIndex={method.id === value ? 0 : -1}
          onClick={() => onChange(method.id)}
        >
          <i>
            <MethodMark drawing={method.drawing} />
          </i>
          <strong>{method.name}</strong>
          <small>
            <Money minor={minor(method.min)} currency={currency} /> – <Money minor={minor(method.max)} currency={currency} />
            {method.fee > 0 ? (
              <span className={styles.hours}>{text('fee_percent', { percent: formatNumber(method.fee, lng) })}</span>
            ) : null}
            {method.hours === undefined ? (
              <DepositTime minutes={method.minutes ?? 0} />
            ) : method.hours > 0 ? (
              <PayoutTime hours={method.hours} />
            ) : null}
          </small>
        </button>
      ))}
    </div>
  )
}

/** "usually at once", or within so many minutes; hours from an hour on. */
function DepositTime({ minutes }: { minutes: number }) {
  const text = usePaymentTexts()
  if (minutes >= 60) return <PayoutTime hours={Math.round(minutes / 60)} />
  return <span className={styles.hours}>{minutes > 0 ? text('deposit_minutes', { count: minutes }) : text('deposit_at_once')}</span>
}

const HOURS_A_DAY = 24

/** "usually 3 days": at once, hours, whole days from two days on. */
export function PayoutTime({ hours }: { hours: number }) {
  const text = usePaymentTexts()
  const days = Math.round(hours / HOURS_A_DAY)
  if (hours === 0) return <span className={styles.hours}>{text('deposit_at_once')}</span>
  return (
    <span className={styles.hours}>{days > 1 ? text('withdraw_days', { count: days }) : text('withdraw_hours', { count: hours })}</span>
  )
}
