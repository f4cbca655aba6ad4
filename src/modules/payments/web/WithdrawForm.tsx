import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { minorFromWire, minorText, parseMinor, type Minor } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { currencySign, formatDate, formatMoney } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession, type SessionAccount } from '#platform/web/session.tsx'
import { officeStyles, useForm, useStepUp } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import type { withdrawCall } from '../contract.ts'
import { PasswordFirst } from './DepositForm.tsx'
import { badSum } from './bad-sum.ts'
import { reckon, type ReckonedProps } from './fee.ts'
import { MethodTiles, type Method } from './MethodTiles.tsx'
import { HISTORY_KEY } from './queries.ts'
import styles from './Payments.module.css'
import { TaxLine } from './TaxLine.tsx'
import { WITHDRAWALS_KEY } from './WithdrawalList.tsx'
import { usePaymentTexts } from './texts.ts'

interface WithdrawFormProps {
  account: SessionAccount
  methods: readonly Method[]
  /** Wire number in the account's currency. */
  available: number
  /** Unix seconds before which nothing is sent; 0 = at once. */
  heldUntil: number
  tax: TransferTax | null
  onAsked: () => void
}

export function WithdrawForm({ account, methods, available, heldUntil, tax, onAsked }: WithdrawFormProps) {
  const text = usePaymentTexts()
  const { lng, country } = useSite()
  const { currency } = account
  const [methodId, setMethodId] = useState(methods[0]!.id)
  const [isPasswordWanted, wantPassword] = useState(false)
  const stepUp = useStepUp()
  const method = methods.find((other) => other.id === methodId) ?? methods[0]!
  const minor = (sum: number) => minorFromWire(sum, currency.exponent) ?? 0n
  const money = (sum: Minor) => formatMoney(sum, currency, lng)
  const [min, most, have] = [minor(method.min), minor(method.max), minor(available)]
  const max = have < most ? have : most
  const bounds = { min, most, have }
  const form = useWithdrawal({ account, method, bounds, money, onAsked, wantPassword, takeOver: stepUp.onRefused })
  const typed = parseMinor(form.state.values.sum.replace(',', '.'), currency.exponent)
  return (
    <>
      <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit}>
        {heldUntil > 0 ? (
          <Notice kind="info">{text('withdraw_held', { time: formatDate(heldUntil * 1000, 'Pp', { lng, country }) })}</Notice>
        ) : null}
        <MethodTiles methods={methods} value={method.id} onChange={setMethodId} account={account} />
        <div className={officeStyles.form}>
          <FormMessage text={form.state.message} />
          {isPasswordWanted ? <PasswordFirst /> : null}
          <p className={styles.available}>
            {text('available')}
            <strong>
              <Money minor={have} currency={currency} />
            </strong>
          </p>
          <NumberField
            {...form.field('sum')}
            label={text('sum')}
            hint={text('sum_bounds', { min: money(min), max: money(most) })}
            rules={{ min: 0, accuracy: Math.min(currency.exponent, 8), maxLength: 16 }}
            enterKeyHint={method.needs_address ? 'next' : 'go'}
            end={<SumEnd currency={currency} onAll={max >= min ? () => form.set('sum', minorText(max, currency.exponent)) : null} />}
          />
          {method.needs_address ? (
            <TextField
              {...form.field('destination')}
              label={text('destination')}
              hint={text('destination_hint')}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              maxLength={120}
              enterKeyHint="go"
            />
          ) : null}
          <Received typed={typed} fee={method.fee} tax={tax} money={money} />
          <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
            {typed !== null && typed > 0n ? text('withdraw_sum', { sum: money(typed) }) : text('withdraw')}
          </Button>
        </div>
      </form>
      {stepUp.modal(form.onSubmit)}
    </>
  )
}

/** What of the sum arrives after the fee and the tax; nothing to say where it is all of it. */
function Received({ typed, fee, tax, money }: ReckonedProps) {
  const text = usePaymentTexts()
  const { sum, feeMinor, taxMinor } = reckon(typed, fee, tax)
  const total = money(sum - feeMinor - taxMinor)
  return (
    <>
      <TaxLine tax={tax} taxMinor={taxMinor} money={money} />
      {feeMinor > 0n ? <p className={styles.total}>{text('get_after_fee', { total, fee: money(feeMinor) })}</p> : null}
      {feeMinor === 0n && taxMinor > 0n ? <p className={styles.total}>{text('tax_sent', { sum: total })}</p> : null}
    </>
  )
}

function SumEnd({ currency, onAll }: { currency: SessionAccount['currency']; onAll: (() => void) | null }) {
  const text = usePaymentTexts()
  const { lng } = useSite()
  return (
    <>
      {onAll ? (
        <button type="button" className={styles.all} onClick={onAll}>
          {text('withdraw_all')}
        </button>
      ) : null}
      <bdi dir="ltr" className={styles.sign}>
        {currencySign(currency, lng)}
      </bdi>
    </>
  )
}

interface Wanted extends Pick<WithdrawFormProps, 'account' | 'onAsked'> {
  method: Method
  /** The least and the most of the way, and what there is. */
  bounds: { min: Minor; most: Minor; have: Minor }
  money: (sum: Minor) => string
  /** An own password comes first. */
  wantPassword: (wanted: boolean) => void
  /** A fresh proof comes first: it is asked for. */
  takeOver: (error: unknown) => boolean
}

/** Way and sum; the key of the request is made once, so a double press or a lost answer never asks twice. */
function useWithdrawal({ account, method, bounds: { min, most, have }, money, onAsked, wantPassword, takeOver }: Wanted) {
  const text = usePaymentTexts()
  const { refresh } = useSession()
  const client = useQueryClient()
  const { currency } = account
  const request = useRef<{ key: string; of: string } | null>(null)
  return useForm<'sum' | 'destination'>({
    initial: { sum: '', destination: '' },
    check: ({ sum, destination }) => {
      if (method.needs_address && destination.trim().length < 10) return { destination: text('problem_destination') }
      const wanted = parseMinor(sum.replace(',', '.'), currency.exponent)
      if (wanted === null || wanted <= 0n) return { sum: badSum(text, sum, wanted, currency.exponent) }
      if (wanted > have) return { sum: text('problem_not_enough') }
      return wanted < min || wanted > most ? { sum: text('sum_bounds', { min: money(min), max: money(most) }) } : {}
    },
    submit: async ({ sum, destination }) => {
      wantPassword(false)
      const of = `${account.id}:${method.id}:${sum}:${destination}`
      // Another sum or way is another request.
      if (request.current?.of !== of) request.current = { key: crypto.randomUUID(), of }
      const body = {
        account_id: account.id,
        method_id: method.id,
        sum: sum.replace(',', '.'),
        request_key: request.current.key,
        destination: destination.trim(),
      }
      await moneyCall(() => call<typeof withdrawCall>('POST', '/web-api/office/withdraw', { auth: 'token', body }))
      refresh()
      void client.invalidateQueries({ queryKey: WITHDRAWALS_KEY })
      void client.invalidateQueries({ queryKey: HISTORY_KEY })
      onAsked()
    },
    onRefused: (error) => {
      if (takeOver(error)) return true
      if (!isApiError(error) || error.code !== 403 || error.status === 401) return false
      wantPassword(true)
      return true
    },
  })
}
