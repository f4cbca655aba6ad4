import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { minorFromWire, parseMinor, shortMinorText, type Minor } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSession, type SessionAccount } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { officeStyles, useForm } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { currencySign, formatMoney } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { leaveFor } from '#platform/web/leave-for.ts'
import { EVENT, track } from '#platform/web/telemetry.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import type { startDepositCall } from '../contract.ts'
import type { DepositState } from '../rules/deposit-state.ts'
import { depositPresets } from '../rules/presets.ts'
import { badSum } from './bad-sum.ts'
import { feeOf, reckon, type ReckonedProps } from './fee.ts'
import { MethodTiles, type Method } from './MethodTiles.tsx'
import { readState, WATCH_KINDS } from './payment-view.ts'
import styles from './Payments.module.css'
import { HISTORY_KEY } from './queries.ts'
import { TaxLine } from './TaxLine.tsx'
import { usePaymentTexts } from './texts.ts'

interface DepositFormProps {
  account: SessionAccount
  methods: readonly Method[]
  /** Number of the way that was chosen before; an unknown one is the first. */
  method: number
  /** What the coupon lacks, as decimal text. */
  wanted: string
  tax: TransferTax | null
}

/** Way and sum; the provider's page opens in this tab and comes back. */
export function DepositForm({ account, methods, method: chosen, wanted, tax }: DepositFormProps) {
  const text = usePaymentTexts()
  const { lng } = useSite()
  const { currency } = account
  const [methodId, setMethodId] = useState(chosen)
  const [isPasswordWanted, wantPassword] = useState(false)
  /** What became of the payment of an earlier press, whose answer was lost. */
  const [over, setOver] = useState<DepositState | null>(null)
  const { refresh } = useSession()
  const client = useQueryClient()
  const request = useRef<{ key: string; of: string } | null>(null)
  const method = methods.find((other) => other.id === methodId) ?? methods[0]!
  const min = minorFromWire(method.min, currency.exponent) ?? 0n
  const max = minorFromWire(method.max, currency.exponent) ?? 0n
  const money = (sum: Minor) => formatMoney(sum, currency, lng)
  const form = useForm<'sum'>({
    initial: { sum: atLeast(wanted, min, currency.exponent) },
    check: ({ sum }) => {
      const minor = parseMinor(sum.replace(',', '.'), currency.exponent)
      if (minor === null || minor <= 0n) return { sum: badSum(text, sum, minor, currency.exponent) }
      return minor < min || minor > max ? { sum: text('sum_bounds', { min: money(min), max: money(max) }) } : {}
    },
    submit: async ({ sum }) => {
      wantPassword(false)
      setOver(null)
      const of = `${account.id}:${method.id}:${sum}`
      // Another sum or way is another payment; a press whose answer was lost is the same one.
      if (request.current?.of !== of) request.current = { key: crypto.randomUUID(), of }
      const body = { account_id: account.id, method_id: method.id, sum: sum.replace(',', '.'), request_key: request.current.key }
      const { url, state } = await moneyCall(() =>
        call<typeof startDepositCall>('POST', '/web-api/office/deposit', { auth: 'token', body }),
      )
      // Whoever comes back by the browser's arrow pays anew, and so does who presses again after a payment that is over.
      request.current = null
      if (url !== undefined) return goToProvider(url, method.id)
      setOver(readState(state))
      refresh()
      void client.invalidateQueries({ queryKey: HISTORY_KEY })
    },
    onRefused: (error) => {
      if (!isApiError(error) || error.code !== 403 || error.status === 401) return false
      wantPassword(true)
      return true
    },
  })
  const typed = parseMinor(form.state.values.sum.replace(',', '.'), currency.exponent)
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <MethodTiles methods={methods} value={method.id} onChange={setMethodId} account={account} />
      <div className={officeStyles.form}>
        <FormMessage text={form.state.message} />
        {isPasswordWanted ? <PasswordFirst /> : null}
        {over ? (
          <Notice kind={WATCH_KINDS[over]} announce>
            {text(`watch_${over}`)}
          </Notice>
        ) : null}
        <NumberField
          {...form.field('sum')}
          label={text('sum')}
          hint={[text('sum_bounds', { min: money(min), max: money(max) }), ...(method.fee === 0 ? [text('no_fee')] : [])].join(' · ')}
          rules={{ min: 0, accuracy: Math.min(currency.exponent, 8), maxLength: 16 }}
          enterKeyHint="go"
          end={
            <bdi dir="ltr" className={styles.sign}>
              {currencySign(currency, lng)}
            </bdi>
          }
        />
        <Reckoned typed={typed} fee={method.fee} tax={tax} money={money} />
        <Presets min={min} max={max} typed={typed} currency={currency} onChoose={(sum) => form.set('sum', sum)} />
        <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
          {typed !== null && typed > 0n
            ? text(method.fee > 0 ? 'pay_sum' : 'deposit_sum', { sum: money(typed + feeOf(typed, method.fee)) })
            : text('deposit')}
        </Button>
      </div>
    </form>
  )
}

/** What is paid with the fee, and what of it the account gets after the tax. */
function Reckoned({ typed, fee, tax, money }: ReckonedProps) {
  const text = usePaymentTexts()
  const { sum, feeMinor, taxMinor } = reckon(typed, fee, tax)
  return (
    <>
      {feeMinor > 0n ? (
        <p className={styles.total}>{text('pay_with_fee', { total: money(sum + feeMinor), fee: money(feeMinor) })}</p>
      ) : null}
      <TaxLine tax={tax} taxMinor={taxMinor} money={money} />
      {taxMinor > 0n ? <p className={styles.total}>{text('tax_credited', { sum: money(sum - taxMinor) })}</p> : null}
    </>
  )
}

/** What is lacking, and never less than the way takes. */
function atLeast(wanted: string, min: Minor, exponent: number): string {
  const minor = parseMinor(wanted.replace(',', '.'), exponent)
  return minor !== null && minor > 0n && minor < min ? shortMinorText(min, exponent) : wanted
}

async function goToProvider(url: string, method: number): Promise<void> {
  track(EVENT.toPayments, { method })
  await leaveFor(url)
  // The button stays busy until the other page is there.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}

/** The temporary password opens no cashier. */
export function PasswordFirst() {
  const text = usePaymentTexts()
  return (
    <Notice kind="warning" announce>
      {text('change_password_first')}{' '}
      <SiteLink to="/office/security#password" className={styles.link}>
        {text('to_security')}
      </SiteLink>
    </Notice>
  )
}

interface PresetsProps {
  min: Minor
  max: Minor
  typed: Minor | null
  currency: SessionAccount['currency']
  onChoose: (sum: string) => void
}

function Presets({ min, max, typed, currency, onChoose }: PresetsProps) {
  return (
    <div className={styles.presets}>
      {depositPresets(min, max).map((sum) => (
        <button
          key={String(sum)}
          type="button"
          aria-pressed={typed === sum}
          onClick={() => onChoose(shortMinorText(sum, currency.exponent))}
        >
          <Money minor={sum} currency={currency} />
        </button>
      ))}
    </div>
  )
}
