import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { Chip } from '#ui/Chip.tsx'
import { cx } from '#ui/class-names.ts'
import { Money } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { spendingCall } from '../contract/spending.ts'
import { MoneyLinks } from './MoneyLinks.tsx'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'
import { useCurrencies } from './use-currencies.ts'
import type { Route } from './+types/spending.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'spending_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

const PERIODS = [3, 12] as const
const SUMS = [
  { of: 'deposits', key: 'spending_in' },
  { of: 'withdrawals', key: 'spending_out' },
  { of: 'stakes', key: 'spending_stakes' },
  { of: 'returns', key: 'spending_returns' },
  { of: 'net', key: 'spending_net' },
] as const

/** What went in and out and what play has made of it: by month and product, of the period and of all time. */
export default function Spending() {
  const text = usePaymentTexts()
  const [months, setMonths] = useState<(typeof PERIODS)[number]>(3)
  return (
    <>
      <MoneyLinks />
      <OfficeCard
        title={text('spending_title')}
        lead={text('spending_note')}
        end={
          <span className={styles.chips}>
            {PERIODS.map((count) => (
              <Chip key={count} selected={count === months} onClick={() => setMonths(count)}>
                {text(`spending_months_${count}`)}
              </Chip>
            ))}
          </span>
        }
      >
        <Sums months={months} />
      </OfficeCard>
    </>
  )
}

function Sums({ months }: { months: number }) {
  const text = usePaymentTexts()
  const { lng } = useSite()
  const currencyOf = useCurrencies()
  const monthName = new Intl.DateTimeFormat([lng, 'en'], { month: 'long', year: 'numeric', timeZone: 'UTC', numberingSystem: 'latn' })
  const { data, isError, refetch } = useQuery({
    queryKey: ['spending', months],
    queryFn: ({ signal }) => call<typeof spendingCall>('POST', '/web-api/office/getspending', { auth: 'token', signal, body: { months } }),
    staleTime: 0,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  const currency = currencyOf(data.currency)
  const money = (sum: number, sign = false): ReactNode => (
    <Money minor={minorFromWire(sum, currency.exponent) ?? 0n} currency={currency} sign={sign} decimals />
  )
  const totals = (name: string, sums: typeof data.period) => (
    <dl className={cx(officeStyles.facts, styles.sums)}>
      <dt>
        <strong>{name}</strong>
      </dt>
      <dd />
      <dt>{text('spending_net_in')}</dt>
      <dd>{money(sums.net_deposits)}</dd>
      <dt>{text('spending_net')}</dt>
      <dd>{money(sums.net, true)}</dd>
    </dl>
  )
  return (
    <div className={styles.form}>
      {totals(text('spending_all'), data.period)}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('spending_month')}</th>
              {SUMS.map(({ of, key }) => (
                <th key={of} scope="col">
                  {text(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.months.map((month) => (
              <tr key={month.month}>
                <td>{monthName.format(Date.parse(`${month.month}-01`))}</td>
                {SUMS.map(({ of, key }) => (
                  <td key={of} data-label={text(key)}>
                    {money(month[of], of === 'net')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(['sport', 'casino'] as const).map((product) => {
        const own = data.months.flatMap(({ products }) => products.filter((one) => one.product === product))
        const sum = (key: 'stakes' | 'returns') =>
          own.reduce((total, one) => total + (minorFromWire(one[key], currency.exponent) ?? 0n), 0n)
        return (
          <dl key={product} className={cx(officeStyles.facts, styles.sums)}>
            <dt>
              <strong>{text(`spending_${product}`)}</strong>
            </dt>
            <dd />
            <dt>{text('spending_stakes')}</dt>
            <dd>
              <Money minor={sum('stakes')} currency={currency} decimals />
            </dd>
            <dt>{text('spending_returns')}</dt>
            <dd>
              <Money minor={sum('returns')} currency={currency} decimals />
            </dd>
          </dl>
        )
      })}
      {totals(text('spending_ever'), data.all_time)}
    </div>
  )
}
