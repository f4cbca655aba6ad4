import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { EVENT, track } from '#platform/web/telemetry.ts'
import { useSession } from '#platform/web/session.tsx'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { depositStateCall } from '../contract.ts'
import { countOpened } from './count-opened.ts'
import { isFinal, readState, WATCH_KINDS } from './payment-view.ts'
import { keepFocus } from './kept-focus.ts'
import { OpenPayment } from './OpenPayment.tsx'
import { PaymentTax } from './PaymentTax.tsx'
import styles from './Payments.module.css'
import { DEPOSIT_KEY, HISTORY_KEY } from './queries.ts'
import { useCurrencies } from './use-currencies.ts'
import { usePaymentTexts } from './texts.ts'

const ASK_EVERY_MS = 2_000

const isUnknown = (error: unknown) => isApiError(error) && error.status === 404

/** Counted once a payment, also when its page is opened again. */
function isNews(id: string): boolean {
  const key = `counted-${id}`
  try {
    if (sessionStorage.getItem(key) !== null) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    return false
  }
}

/** After the provider's page: asks our server for the state until nothing more can happen; the address proves nothing. */
export function DepositWatch({ id, onClose }: { id: string; onClose: () => void }) {
  const text = usePaymentTexts()
  const client = useQueryClient()
  const { refresh } = useSession()
  const { data, error, errorUpdateCount, refetch } = useQuery({
    queryKey: [...DEPOSIT_KEY, id],
    queryFn: ({ signal }) => call<typeof depositStateCall>('POST', '/web-api/office/getdeposit', { auth: 'token', signal, body: { id } }),
    refetchInterval: ({ state: { data: last, error: refused } }) =>
      isUnknown(refused) || (last && isFinal(readState(last.state))) ? false : ASK_EVERY_MS,
    staleTime: 0,
  })
  // One that did not come is asked for again, and what is known stays; one that nobody knows is not.
  const isGone = isUnknown(error)
  const state = data ? readState(data.state) : null
  useEffect(() => {
    if (state === null) return
    void client.invalidateQueries({ queryKey: HISTORY_KEY })
    if (state === 'done') refresh()
  }, [state, client, refresh])
  const isFirst = data?.is_first
  useEffect(() => {
    if (state !== 'done' || isFirst === undefined || !isNews(id)) return
    track(isFirst ? EVENT.firstDeposit : EVENT.reDeposit)
  }, [state, isFirst, id])
  useEffect(() => countOpened(EVENT.paymentsReturn), [])
  const currency = useCurrencies()(data?.currency ?? '')
  return (
    <OfficeCard title={text('deposit_state')}>
      {isGone ? <Notice kind="error">{text('problem_unknown_deposit')}</Notice> : null}
      {data && state ? (
        <div ref={keepFocus} className={styles.watch}>
          <Money minor={minorFromWire(data.sum, currency.exponent) ?? 0n} currency={currency} className={styles.watchSum} />
          <PaymentTax tax={data.tax} currency={currency} />
          <Notice kind={WATCH_KINDS[state]} announce>
            {text(`watch_${state}`)}
          </Notice>
          <OpenPayment label={text('deposit_state')} payUrl={data.pay_url} callOff={data.call_off} />
        </div>
      ) : isGone ? null : errorUpdateCount > 0 ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
      {isGone || (state && state !== 'created') ? (
        <div>
          <Button onClick={onClose}>{text(state === 'done' ? 'deposit_more' : 'deposit_again')}</Button>
        </div>
      ) : null}
    </OfficeCard>
  )
}
