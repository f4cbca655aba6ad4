import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { officeStyles } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StatusMark } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import type { historyCall } from '../contract.ts'
import { readState, STATE_KINDS } from './deposit-view.ts'
import styles from './Payments.module.css'

type PaymentTexts = typeof import('../../../../locales/ru/payments.json')

export const HISTORY_KEY = ['payments'] as const

interface Item {
  id: number
  date: number
  sum: number
  currency: string
  status: string
  system: string
}

/** Payments by day, newest first. `limit` shows the beginning only, without pages. */
export function PaymentHistory({ archive, limit }: { archive: boolean; limit?: number }) {
  const text = useTexts<PaymentTexts>('payments')
  const [page, setPage] = useState(1)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [...HISTORY_KEY, archive, page],
    queryFn: ({ signal }) =>
      call<typeof historyCall>('POST', '/web-api/office/gethistorypaymentmainaccount', {
        auth: 'token',
        signal,
        body: { is_include_archive: archive, page_number: page, date_from: 0, date_to: 0 } as never,
      }),
    placeholderData: keepPreviousData,
  })
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={limit ?? 5} height="56px" />
  const items = limit ? data.items.slice(0, limit) : data.items
  if (items.length === 0) return <EmptyState icon="card">{text(archive ? 'history_empty' : 'history_empty_recent')}</EmptyState>
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <Days items={items} />
      {!limit && data.pages > 1 ? (
        <nav className={styles.paging} aria-label={text('pages')}>
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {text('newer')}
          </Button>
          <Num>{`${page} / ${data.pages}`}</Num>
          <Button disabled={page >= data.pages} onClick={() => setPage(page + 1)}>
            {text('older')}
          </Button>
        </nav>
      ) : null}
    </div>
  )
}

function Days({ items }: { items: readonly Item[] }) {
  const { lng, country } = useSite()
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = formatDate(item.date * 1000, 'P', { lng, country })
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days].map(([day, list]) => (
    <section key={day}>
      <h3 className={styles.day}>
        <Num>{day}</Num>
      </h3>
      <ul className={officeStyles.list}>
        {list.map((item) => (
          <HistoryItem key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ))
}

function HistoryItem({ item }: { item: Item }) {
  const text = useTexts<PaymentTexts>('payments')
  const { lng, country } = useSite()
  const { accounts } = useSession()
  const currency = accounts.find((account) => account.currency.code === item.currency)?.currency ?? { code: item.currency, exponent: 2 }
  const state = readState(item.status)
  return (
    <li className={officeStyles.item}>
      <span className={officeStyles.itemIcon}>
        <Icon name="arrow-down" size={18} />
      </span>
      <span className={officeStyles.itemText}>
        <strong>{item.system}</strong>
        <small>
          <Num>{formatDate(item.date * 1000, 'HH:mm', { lng, country })}</Num> · <Num>{`№ ${item.id}`}</Num>
        </small>
      </span>
      <Money
        minor={minorFromWire(item.sum, currency.exponent) ?? 0n}
        currency={currency}
        className={officeStyles.sum}
        sign={state === 'done'}
      />
      <StatusMark kind={STATE_KINDS[state]}>{text(`state_${state}`)}</StatusMark>
    </li>
  )
}
