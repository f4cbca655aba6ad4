import { useWayTo } from '#modules/brand/web/index.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { moneyInSentence } from '#lib/number-format.ts'
import { call } from '#platform/web/call.ts'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { officeStyles } from '#modules/auth/web/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { StatusMark } from '#ui/Notice.tsx'
import { Money, Num, Numbered } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type { historyCall } from '../contract.ts'
import { depositMark, isOut, readState, readWithdrawalState, withdrawalMark, type Movement } from './payment-view.ts'
import { keepFocus } from './kept-focus.ts'
import { OpenPayment } from './OpenPayment.tsx'
import { PaymentTax, type OwnTax } from './PaymentTax.tsx'
import styles from './Payments.module.css'
import { HISTORY_KEY } from './queries.ts'
import { useCurrencies } from './use-currencies.ts'
import { usePaymentTexts } from './texts.ts'

const MAIN = '/web-api/office/gethistorypaymentmainaccount'
const VIRTUAL = '/web-api/office/gethistorypaymentvirtualaccount'

interface Item extends Movement {
  id: number
  date: number
  currency: string
  status: string
  system: string
  tax?: OwnTax | undefined
  returned_sum?: number | undefined
  returned_date?: number | undefined
  claim_url?: string | undefined
  pay_url?: string | undefined
  call_off?: string | undefined
}

/** Payments by day, newest first. `limit` shows the beginning only, without pages. */
export function PaymentHistory({ archive, limit, virtual = false }: { archive: boolean; limit?: number; virtual?: boolean }) {
  const text = usePaymentTexts()
  const wayTo = useWayTo()
  const toDeposit = useFeature('deposit') ? wayTo(text('to_deposit'), '/office/recharge') : undefined
  const [page, setPage] = useState(1)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [...HISTORY_KEY, archive, page, virtual],
    queryFn: ({ signal }) =>
      call<typeof historyCall>('POST', virtual ? VIRTUAL : MAIN, {
        auth: 'token',
        signal,
        body: { is_include_archive: archive, page_number: page, date_from: 0, date_to: 0 } as never,
      }),
    placeholderData: keepPreviousData,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={limit ?? 5} height="56px" />
  const items = limit ? data.items.slice(0, limit) : data.items
  if (items.length === 0)
    return (
      <EmptyState icon="card" action={limit || virtual ? undefined : toDeposit}>
        {text(virtual ? 'rewards_history_empty' : archive ? 'history_empty' : 'history_empty_recent')}
      </EmptyState>
    )
  return (
    <div ref={keepFocus} aria-busy={isPlaceholderData || undefined}>
      <Days items={items} />
      {limit ? null : <Paging page={page} pages={data.pages} onChange={setPage} />}
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
          <HistoryItem key={`${item.type}${item.id}`} item={item} />
        ))}
      </ul>
    </section>
  ))
}

function HistoryItem({ item }: { item: Item }) {
  const text = usePaymentTexts()
  const { lng, country } = useSite()
  const currency = useCurrencies()(item.currency)
  const isPayout = item.type === 'withdrawal'
  const isPayment = isPayout || item.type === 'deposit'
  const out = isOut(item)
  const mark = isPayout ? withdrawalMark(readWithdrawalState(item.status)) : depositMark(readState(item.status))
  const sum = minorFromWire(Math.abs(item.sum), currency.exponent) ?? 0n
  return (
    <li className={officeStyles.item} {...(isPayment ? { 'data-payment': `${item.type}${item.id}` } : {})}>
      <span className={officeStyles.itemIcon}>
        <Icon name={out ? 'arrow-up' : 'arrow-down'} size={18} />
      </span>
      <span className={officeStyles.itemText}>
        <strong>{item.system}</strong>
        <small>
          <Num>{formatDate(item.date * 1000, 'HH:mm', { lng, country })}</Num>
          {/* Only a payment has a number that people ask by; a posting of points is known to the ledger alone. */}
          {isPayment ? (
            <>
              {' '}
              · <Numbered id={item.id} />
            </>
          ) : null}
        </small>
        <PaymentTax tax={item.tax} currency={currency} />
        {item.returned_date === undefined ? null : (
          <small data-testid="returned">
            {text('history_returned', {
              sum: moneyInSentence(minorFromWire(item.returned_sum ?? 0, currency.exponent) ?? 0n, currency, lng),
              date: formatDate(item.returned_date * 1000, 'P', { lng, country }),
            })}
          </small>
        )}
        {item.claim_url === undefined ? null : (
          <a className={styles.link} href={item.claim_url} target="_blank" rel="noopener noreferrer">
            {text('history_claim')}
          </a>
        )}
        <OpenPayment label={`${item.system}, ${moneyInSentence(sum, currency, lng)}`} payUrl={item.pay_url} callOff={item.call_off} />
      </span>
      <Money minor={out ? -sum : sum} currency={currency} className={officeStyles.sum} sign={mark.kind === 'success'} />
      {isPayment ? <StatusMark kind={mark.kind}>{text(mark.key)}</StatusMark> : null}
    </li>
  )
}
