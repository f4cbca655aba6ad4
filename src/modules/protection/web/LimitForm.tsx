import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { useSite } from '#platform/web/features.tsx'
import { officeStyles, useForm } from '#modules/auth/web/index.ts'
import { useCurrencyView } from '#modules/ledger/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { canonicalNumeric, settleNumeric } from '#ui/numeric-text.ts'
import { NumberField } from '#ui/NumberField.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { minorFromWire } from '#lib/money.ts'
import { currencySign, formatMoney, formatNumber } from '#lib/number-format.ts'
import { Notice } from '#ui/Notice.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import styles from './Protection.module.css'
import { availableQuery, sendLimit, useProtectionChanged, type LimitKind, type LimitPeriod, type LimitView } from './queries.ts'
import type { ProtectionTexts } from './Value.tsx'

const KINDS: readonly LimitKind[] = ['deposit', 'loss', 'stake', 'session']
const PERIODS: readonly LimitPeriod[] = ['day', 'week', 'month']

/** Kind, period, sum. A kind that stands already is changed by it. */
export function LimitForm({ limits }: { limits: readonly LimitView[] }) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng } = useSite()
  const { data } = useQuery(availableQuery)
  const changed = useProtectionChanged()
  const [kind, setKind] = useState<LimitKind>('deposit')
  const [period, setPeriod] = useState<LimitPeriod>('month')
  const [done, setDone] = useState<'held' | 'waits' | null>(null)
  const known = limits.find((limit) => limit.type === kind && limit.period === period)
  const offered = data?.types.find(({ type }) => type === kind)
  const bounds = offered && { ...offered, max: offered.maxOf?.[period] ?? offered.max }
  const currency = known?.currency ?? bounds?.currency ?? ''
  const view = useCurrencyView()(currency)
  const written = (value: number) =>
    kind === 'session' ? formatNumber(value, lng) : formatMoney(minorFromWire(value, view.exponent) ?? 0n, view, lng)
  const range = bounds ? text('bounds', { min: written(bounds.min), max: written(bounds.max) }) : undefined
  const form = useForm<'value'>({
    initial: { value: '' },
    check: ({ value }) => {
      setDone(null)
      if (value.trim() === '') return { value: text('value_needed') }
      const number = Number(value.replace(',', '.'))
      return bounds && range && !(number >= bounds.min && number <= bounds.max) ? { value: range } : {}
    },
    submit: async ({ value }) => {
      const plain = canonicalNumeric(value)
      const row = await sendLimit({ type: kind, period, ...(kind === 'session' ? { minutes: Number(plain) } : { amount: plain }) })
      setDone(row.pending ? 'waits' : 'held')
      form.set('value', '')
      changed()
    },
  })
  const rulesOf = (of: LimitKind) => ({ min: 0, accuracy: of === 'session' ? 0 : view.exponent, maxLength: 16 })
  /** Another limit is meant from now on: what was said of the one before goes, and what is typed is read as it reads a number. */
  const turnTo = (next: LimitKind) => {
    setDone(null)
    form.refuse({})
    form.set('value', settleNumeric(form.state.values.value, rulesOf(next)))
  }
  const value = form.field('value')
  const hours = Math.round((data?.raiseWait ?? 0) / 3600)
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <h3 className={styles.small}>{text(known ? 'change_limit' : 'new_limit')}</h3>
      <SegmentedControl
        className={styles.segments ?? ''}
        label={text('kind')}
        value={kind}
        onChange={(next) => {
          setKind(next)
          turnTo(next)
        }}
        items={KINDS.map((key) => ({ key, label: text(`kind_${key}`) }))}
      />
      <SegmentedControl
        className={styles.segments ?? ''}
        label={text('period')}
        value={period}
        onChange={(next) => {
          setPeriod(next)
          turnTo(kind)
        }}
        items={PERIODS.map((key) => ({ key, label: text(`per_${key}`) }))}
      />
      <p className={styles.about}>{text(`about_${kind}`)}</p>
      <div className={officeStyles.form}>
        <FormMessage text={form.state.message} />
        {done ? (
          <Notice kind="success" announce>
            {text(done === 'held' ? 'limit_held' : 'limit_waits', { hours })}
          </Notice>
        ) : null}
        <NumberField
          {...value}
          onChange={(typed) => {
            setDone(null)
            value.onChange(typed)
          }}
          label={text(kind === 'session' ? 'value_minutes' : 'value_sum')}
          hint={known ? undefined : range}
          rules={rulesOf(kind)}
          end={kind === 'session' || currency === '' ? undefined : <bdi dir="ltr">{currencySign(view, lng)}</bdi>}
        />
        <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
          {text('save_limit')}
        </Button>
        <p className={styles.about}>
          {text('raise_rule', { hours })} {text(data?.windows === 'rolling' ? 'rolling' : 'calendar')}
        </p>
      </div>
    </form>
  )
}
