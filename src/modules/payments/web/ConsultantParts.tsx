import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate, formatMoney } from '#platform/web/format.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { officeStyles } from '#modules/auth/web/index.ts'
import { StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type { consultantRequestsCall, consultantTransactionsCall } from '../contract/consultant.ts'
import { depositMark, readState, readWithdrawalState, withdrawalMark } from './payment-view.ts'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'
import { useCurrencies } from './use-currencies.ts'

export const CONSULTANT = '/web-api/office/payment-consultant'
export const REQUESTS = ['consultant-requests'] as const
const MARKS = { open: 'pending', answered: 'success', closed: 'question' } as const

/** The three pages of the consultant, by their published addresses (specification §2). */
export const CONSULTANT_PAGES = [
  { to: '/office/payment-consultant', key: 'consultant_mine' },
  { to: '/office/payment-consultant/create', key: 'consultant_new' },
  { to: '/office/payment-consultant/transactions', key: 'consultant_payments' },
] as const

/** What was asked and answered. */
export function Requests() {
  const text = usePaymentTexts()
  const { lng, country } = useSite()
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery({
    queryKey: [...REQUESTS, page],
    queryFn: ({ signal }) =>
      call<typeof consultantRequestsCall>('POST', `${CONSULTANT}/requests`, { auth: 'token', signal, body: { page_number: page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  if (data.items.length === 0) return <EmptyState icon="support">{text('consultant_empty')}</EmptyState>
  return (
    <>
      <ul className={officeStyles.list}>
        {data.items.map((item) => (
          <li key={item.id} className={styles.row}>
            <span>
              <SiteLink to={`/office/support/${item.ticket_id}`} className={styles.link}>
                {item.topic}
              </SiteLink>
              <small>
                <Num>{formatDate(item.date * 1000, 'Pp', { lng, country })}</Num>
                {item.answer ? <span dir="auto"> · {item.answer.slice(0, 140)}</span> : null}
              </small>
            </span>
            <StatusMark kind={MARKS[item.status]}>{text(`consultant_${item.status}`)}</StatusMark>
          </li>
        ))}
      </ul>
      <Paging page={page} pages={data.pages} onChange={setPage} />
    </>
  )
}

/** Payments that a question can be about, as one line of text each. */
export function useConsultantPayments(page: number, enabled = true) {
  const { lng, country } = useSite()
  const currencyOf = useCurrencies()
  const query = useQuery({
    queryKey: ['consultant-transactions', page],
    queryFn: ({ signal }) =>
      call<typeof consultantTransactionsCall>('POST', `${CONSULTANT}/transactions`, { auth: 'token', signal, body: { page_number: page } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const payments = query.data?.items.map((item) => {
    const currency = currencyOf(item.currency)
    const minor = minorFromWire(item.sum, currency.exponent) ?? 0n
    const sum = formatMoney(item.type === 'deposit' ? minor : -minor, currency, lng, { sign: true })
    const date = formatDate(item.date * 1000, 'Pp', { lng, country })
    const mark = item.type === 'deposit' ? depositMark(readState(item.status)) : withdrawalMark(readWithdrawalState(item.status))
    return { id: item.transaction_id, system: item.system, sum, date, mark, name: `${item.system}, ${sum}, ${date}` }
  })
  return { ...query, payments, pages: query.data?.pages ?? 0 }
}

/** Each with a way to ask about it. */
export function Payments() {
  const text = usePaymentTexts()
  const [page, setPage] = useState(1)
  const { payments, pages, isError, refetch } = useConsultantPayments(page)
  if (isError && !payments) return <ErrorState onRetry={() => void refetch()} />
  if (!payments) return <SkeletonRows rows={4} />
  if (payments.length === 0) return <EmptyState icon="card">{text('history_empty')}</EmptyState>
  return (
    <>
      <ul className={officeStyles.list}>
        {payments.map((one) => (
          <li key={one.id} className={styles.row}>
            <span>
              {one.system}
              <small>
                <Num>{one.date}</Num>
              </small>
            </span>
            <span className={styles.asked}>
              <Num>{one.sum}</Num>
              <StatusMark kind={one.mark.kind}>{text(one.mark.key)}</StatusMark>
              <SiteLink
                to={`/office/payment-consultant/create?payment=${encodeURIComponent(one.id)}${page > 1 ? `&page=${page}` : ''}`}
                className={styles.link}
              >
                {text('consultant_ask')}
              </SiteLink>
            </span>
          </li>
        ))}
      </ul>
      <Paging page={page} pages={pages} onChange={setPage} />
    </>
  )
}
