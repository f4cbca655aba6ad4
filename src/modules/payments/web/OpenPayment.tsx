import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useFeature } from '#platform/web/features.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { callOffDepositCall } from '../contract.ts'
import { DEPOSIT_KEY, HISTORY_KEY } from './queries.ts'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'

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

/** Two presses: the page of the payment closes with it. */
function CallOff({ id, label }: { id: string; label: string }) {
  const text = usePaymentTexts()
  const client = useQueryClient()
  const [step, setStep] = useState<'idle' | 'sure' | 'busy'>('idle')
  const [message, setMessage] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The button leaves with its payment, and would take the keyboard's place on the page along.
  useEffect(() => {
    const place = button.current?.closest<HTMLElement>('[data-payment]')
    return () => {
      if (document.activeElement === document.body) place?.focus()
    }
  }, [])
  const press = async () => {
    if (step === 'busy') return
    if (step === 'idle') return setStep('sure')
    setStep('busy')
    try {
      await call<typeof callOffDepositCall>('POST', '/web-api/office/canceldeposit', { auth: 'token', body: { id } })
    } catch (error) {
      setMessage(isApiError(error) ? error.message : text('problem_not_callable_off'))
    }
    setStep('idle')
    void client.invalidateQueries({ queryKey: HISTORY_KEY })
    void client.invalidateQueries({ queryKey: DEPOSIT_KEY })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.link}
        aria-busy={step === 'busy' || undefined}
        aria-label={`${text(step === 'idle' ? 'call_off' : 'call_off_sure')}: ${label}`}
        onClick={() => void press()}
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
