import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Money, Num, Numbered } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type { cancelWithdrawalCall, withdrawalsCall } from '../contract.ts'
import { moneyOf } from '../rules/withdrawal-state.ts'
import { keepFocus } from './kept-focus.ts'
import { PayoutTime } from './MethodTiles.tsx'
import { PaymentTax, type OwnTax } from './PaymentTax.tsx'
import { readWithdrawalState, withdrawalMark } from './payment-view.ts'
import { HISTORY_KEY } from './queries.ts'
import { useUi } from '#ui/settings.tsx'
import styles from './Payments.module.css'
import { useCurrencies } from './use-currencies.ts'
import { usePaymentTexts } from './texts.ts'
import { useTwoPresses } from './use-two-presses.ts'

export const WITHDRAWALS_KEY = ['withdrawals'] as const
/** While something is on its way the page looks again by itself. */
const ASK_EVERY_MS = 5_000

interface Item {
  id: string
  number: number
  sum: number
  fee: number
  tax?: OwnTax | undefined
  currency: string
  system: string
  state: string
  reason: string
  send_after: number
  waits_for_cover: boolean
  hours: number
  can_cancel: boolean
  steps: { state: string; date: number }[]
}

/** Requests with every step of their way, newest first. */
export function WithdrawalList() {
  const text = usePaymentTexts()
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery({
    queryKey: [...WITHDRAWALS_KEY, page],
    queryFn: ({ signal }) =>
      call<typeof withdrawalsCall>('POST', '/web-api/office/getwithdrawals', { auth: 'token', signal, body: { page_number: page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => moneyOf(readWithdrawalState(item.state)) === 'waits') ? ASK_EVERY_MS : false,
    staleTime: 0,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} height="120px" />
  if (data.items.length === 0) return <EmptyState icon="withdraw">{text('requests_empty')}</EmptyState>
  return (
    <div ref={keepFocus} className={styles.requests}>
      {data.items.map((item) => (
        <Request key={item.id} item={item} />
      ))}
      <Paging page={page} pages={data.pages} onChange={setPage} />
    </div>
  )
}

function Request({ item }: { item: Item }) {
  const text = usePaymentTexts()
  const { lng, country } = useSite()
  const currency = useCurrencies()(item.currency)
  const state = readWithdrawalState(item.state)
  const mark = withdrawalMark(state)
  const { text: numberText } = useUi()
  const at = (seconds: number) => formatDate(seconds * 1000, 'Pp', { lng, country })
  const held = (state === 'requested' || state === 'approved') && item.send_after > 0
  return (
    <article className={styles.request} data-payment={item.id} aria-label={numberText('number', { id: item.number })}>
      <header className={styles.requestHead}>
        <span>
          <strong>
            <Money minor={minorFromWire(item.sum, currency.exponent) ?? 0n} currency={currency} />
          </strong>
          <small>
            {item.system} · <Numbered id={item.number} />
          </small>
          <PaymentTax tax={item.tax} currency={currency} />
        </span>
        <StatusMark kind={mark.kind}>{text(mark.key)}</StatusMark>
      </header>
      {item.reason ? <Notice kind="warning">{item.reason}</Notice> : null}
      <ol className={styles.steps}>
        {item.steps.map((step) => (
          <li key={step.state}>
            <span>
              {text(`step_${readWithdrawalState(step.state)}`)}
              {step.state === 'sent' && state === 'sent' ? <PayoutTime hours={item.hours} /> : null}
            </span>
            <time dateTime={new Date(step.date * 1000).toISOString()}>
              <Num>{at(step.date)}</Num>
            </time>
          </li>
        ))}
      </ol>
      {held ? <Notice kind="info">{text('waits_until', { time: at(item.send_after) })}</Notice> : null}
      {item.waits_for_cover ? <Notice kind="warning">{text('waits_for_cover')}</Notice> : null}
      {item.can_cancel ? <CancelButton id={item.id} /> : null}
    </article>
  )
}

/** Two presses, because it gives up the place in the queue. */
function CancelButton({ id }: { id: string }) {
  const text = usePaymentTexts()
  const { refresh } = useSession()
  const { step, message, press } = useTwoPresses({
    async send() {
      await call<typeof cancelWithdrawalCall>('POST', '/web-api/office/cancelwithdrawal', { auth: 'token', body: { id } })
      refresh()
      showToast({ kind: 'success', text: text('step_cancelled') })
    },
    failed: text('problem_not_cancellable'),
    keys: [WITHDRAWALS_KEY, HISTORY_KEY],
  })
  return (
    <div>
      {message ? (
        <Notice kind="error" announce>
          {message}
        </Notice>
      ) : null}
      <Button loading={step === 'busy'} onClick={press}>
        {text(step === 'idle' ? 'cancel' : 'cancel_sure')}
      </Button>
    </div>
  )
}
