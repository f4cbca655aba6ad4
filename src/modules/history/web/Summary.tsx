import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Currency, Summary as SummaryData, Sums } from './bets.ts'
import { extrasOf, type Extra } from './sums-columns.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './History.module.css'

const ProfitChart = lazyPart(async () => (await import('./ProfitChart.tsx')).ProfitChart)

/** What the bets of the list add up to; the same figures by day as a line and as a table. */
export function Summary({ data }: { data: SummaryData }) {
  const text = useHistoryTexts()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <section className={styles.summary} aria-label={text('summary')}>
      <Figures sums={data.total} replaced={data.replaced} currency={data.currency} />
      {data.days.length > 1 ? (
        <>
          <div className={styles.chartHead}>
            <h2>{text('result_by_day')}</h2>
            <SegmentedControl
              className={styles.views!}
              label={text('view')}
              value={view}
              onChange={setView}
              items={[
                { key: 'chart', label: text('view_chart') },
                { key: 'table', label: text('view_table') },
              ]}
            />
          </div>
          {view === 'chart' ? (
            <Suspense fallback={<Skeleton height="220px" />}>
              <ProfitChart days={data.days} currency={data.currency} />
            </Suspense>
          ) : (
            <TableScroll name={text('result_by_day')}>
              <DayTable data={data} />
            </TableScroll>
          )}
        </>
      ) : null}
    </section>
  )
}

/** A table wider or longer than its place scrolls by itself, by keyboard too. */
export function TableScroll({ name, children }: { name: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={name} tabIndex={0}>
      {children}
    </div>
  )
}

export function Profit({ minor, currency, decimals = false }: { minor: bigint; currency: Currency; decimals?: boolean }) {
  return (
    <Money
      minor={minor}
      currency={currency}
      sign
      decimals={decimals}
      className={minor > 0n ? styles.gain! : minor < 0n ? styles.loss! : ''}
    />
  )
}

function Figures({ sums, replaced, currency }: { sums: Sums; replaced: number; currency: Currency }) {
  const text = useHistoryTexts()
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{text('bets_count')}</dt>
        <dd>
          <Num>{sums.count}</Num>
          {sums.openCount > 0 ? (
            <small>
              {text('of_them_open')} <Num>{sums.openCount}</Num>
            </small>
          ) : null}
          {replaced > 0 ? (
            <small>
              {text('replaced_besides')} <Num>{replaced}</Num>
            </small>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>{text('total_stake')}</dt>
        <dd>
          <Money minor={sums.stake} currency={currency} />
          <Part name={text('promo_code')} minor={sums.promo} currency={currency} />
          <Part name={text('uncovered')} minor={sums.uncovered} currency={currency} />
          <Part name={text('with_tax')} minor={sums.stakeTax} currency={currency} />
          <Part name={text('running')} minor={sums.openStake} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{text('total_win')}</dt>
        <dd data-testid="history-back">
          <Money minor={sums.back} currency={currency} />
          <Part name={text('taxes')} minor={sums.payoutTax} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{text('profit')}</dt>
        <dd>
          <Profit minor={sums.profit} currency={currency} />
          <Part name={text('less_premiums')} minor={sums.premium} currency={currency} />
          <small>{text('profit_hint')}</small>
        </dd>
      </div>
    </dl>
  )
}

/** What a sum holds, or what is taken off it, in small below it. */
function Part({ name, minor, currency }: { name: string; minor: bigint; currency: Currency }) {
  if (minor === 0n) return null
  return (
    <small>
      {name} <Money minor={minor} currency={currency} />
    </small>
  )
}

/** Days with their sums; what the chart draws, in figures. */
export function DayTable({ data }: { data: Pick<SummaryData, 'days' | 'total' | 'currency'> }) {
  const text = useHistoryTexts()
  const rows = data.days.map((day) => ({ key: day.day, name: <DayName day={day.day} />, sums: day }))
  return <SumsTable first={text('day')} rows={rows} total={data.total} currency={data.currency} />
}

interface SumsTableProps {
  /** What the rows are. */
  first: string
  rows: readonly { key: string | number; name: ReactNode; sums: Sums }[]
  total: Sums
  currency: Currency
}

/** Each row adds up: what stands between stakes, payouts and result has a column of its own where there is any. */
export function SumsTable({ first, rows, total, currency }: SumsTableProps) {
  const text = useHistoryTexts()
  const extras = extrasOf(total)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{text('bets_count')}</th>
          <th scope="col">{text('total_stake')}</th>
          {extras.map(({ of, name }) => (
            <th key={of} scope="col">
              {text(name)}
            </th>
          ))}
          <th scope="col">{text('total_win')}</th>
          <th scope="col">{text('profit')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, sums }) => (
          <SumsRow key={key} name={name} sums={sums} extras={extras} currency={currency} />
        ))}
      </tbody>
      <tfoot>
        <SumsRow name={text('in_all')} sums={total} extras={extras} currency={currency} />
      </tfoot>
    </table>
  )
}

/** `2026-09-01` → 01.09.2026 as it is written in the reader's country: his day, not a moment. */
function DayName({ day }: { day: string }) {
  const { lng, country } = useSite()
  return <Num>{formatDate(new Date(`${day}T12:00:00`).getTime(), 'P', { lng, country })}</Num>
}

function SumsRow({ name, sums, extras, currency }: { name: ReactNode; sums: Sums; extras: readonly Extra[]; currency: Currency }) {
  const text = useHistoryTexts()
  return (
    <tr>
      <td>{name}</td>
      <td data-label={text('bets_count')}>
        <Num>{sums.count}</Num>
      </td>
      <td data-label={text('total_stake')}>
        <Money minor={sums.stake} currency={currency} decimals />
      </td>
      {extras.map(({ of, name: label }) => (
        <td key={of} data-label={text(label)}>
          <Money minor={sums[of]} currency={currency} decimals />
        </td>
      ))}
      <td data-label={text('total_win')}>
        <Money minor={sums.back} currency={currency} decimals />
      </td>
      <td data-label={text('profit')}>
        <Profit minor={sums.profit} currency={currency} decimals />
      </td>
    </tr>
  )
}
