import { minorFromWire } from '#lib/money.ts'
import { useTexts } from '#platform/web/i18n.ts'
import type { SessionAccount } from '#platform/web/session.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Money } from '#ui/Num.tsx'
import styles from './Payments.module.css'

type PaymentTexts = typeof import('../../../../locales/ru/payments.json')

export interface Method {
  id: number
  name: string
  group: string
  min: number
  max: number
  fee: number
  /** Usual hours of a payout; left out where money comes in. */
  hours?: number | undefined
}

const ICONS: Readonly<Record<string, IconName>> = { cards: 'card', wallets: 'wallet', banks: 'paid', crypto: 'code' }

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
  const text = useTexts<PaymentTexts>('payments')
  const { currency } = account
  const minor = (sum: number) => minorFromWire(sum, currency.exponent) ?? 0n
  return (
    <div className={styles.methods} role="radiogroup" aria-label={text('way')}>
      {methods.map((method, index) => (
        <button
          key={method.id}
          type="button"
          role="radio"
          className={styles.method}
          aria-checked={method.id === value}
          tabIndex={method.id === value ? 0 : -1}
          onClick={() => onChange(method.id)}
          onKeyDown={(event) => {
            const step =
              event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 0
            if (!step) return
            event.preventDefault()
            const next = (index + step + methods.length) % methods.length
            onChange(methods[next]!.id)
            const tile = event.currentTarget.parentElement?.children[next]
            if (tile instanceof HTMLElement) tile.focus()
          }}
        >
          <i>
            <Icon name={ICONS[method.group] ?? 'card'} size={18} />
          </i>
          <strong>{method.name}</strong>
          <small>
            <Money minor={minor(method.min)} currency={currency} /> – <Money minor={minor(method.max)} currency={currency} />
            {method.hours ? <PayoutTime hours={method.hours} /> : null}
          </small>
        </button>
      ))}
    </div>
  )
}

const HOURS_A_DAY = 24

/** "usually 3 days": whole days from two days on. */
export function PayoutTime({ hours }: { hours: number }) {
  const text = useTexts<PaymentTexts>('payments')
  const days = Math.round(hours / HOURS_A_DAY)
  return (
    <span className={styles.hours}>{days > 1 ? text('withdraw_days', { count: days }) : text('withdraw_hours', { count: hours })}</span>
  )
}
