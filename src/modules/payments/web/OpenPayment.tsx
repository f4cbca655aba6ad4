import { call } from '#platform/web/call.ts'
import { useFeature } from '#platform/web/features.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { callOffDepositCall } from '../contract.ts'
import { DEPOSIT_KEY, HISTORY_KEY } from './queries.ts'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'
import { useTwoPresses } from './use-two-presses.ts'

interface OpenPaymentProps {
  /** The payment in words: which of several a link is about. */
  label: string
  payUrl: string | undefined
  callOff: string | undefined
}

/** What may still be done with a payment that nobody has paid: its own page at the provider, or its end. */
export function OpenPayment({ label, payUrl, callOff }: OpenPaymentProps) {
  const text = usePaymentTexts()
  const mayPay = useFeature('deposit') && payUrl !== undefined
  if (!mayPay && callOff === undefined) return null
  return (
    <span className={styles.open}>
      {mayPay ? (
        <a className={styles.link} href={payUrl} aria-label={`${text('continue_payment')}: ${label}`}>
          {text('continue_payment')}
        </a>
      ) : null}
      {callOff === undefined ? null : <CallOff id={callOff} label={label} />}
    </span>
  )
}

/** The page of the payment closes with it. */
function CallOff({ id, label }: { id: string; label: string }) {
  const text = usePaymentTexts()
  const { step, message, press } = useTwoPresses({
    send: () => call<typeof callOffDepositCall>('POST', '/web-api/office/canceldeposit', { auth: 'token', body: { id } }),
    failed: text('problem_not_callable_off'),
    keys: [HISTORY_KEY, DEPOSIT_KEY],
  })
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-busy={step === 'busy' || undefined}
        aria-label={`${text(step === 'idle' ? 'call_off' : 'call_off_sure')}: ${label}`}
        onClick={press}
      >
        {text(step === 'idle' ? 'call_off' : 'call_off_sure')}
      </button>
      {message ? (
        <Notice kind="error" announce>
          {message}
        </Notice>
      ) : null}
    </>
  )
}
