import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { minorFromWire, parseMinor, type Minor } from '#lib/money.ts'
import { moneyInSentence, type CurrencyView } from '#lib/number-format.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatMoney } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { leaveFor } from '#platform/web/leave-for.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { EVENT, track } from '#platform/web/telemetry.ts'
import { useForm } from '#modules/auth/web/index.ts'
import { taxWords } from '#modules/payout/rules/rate-text.ts'
import { transferTaxAt, transferTaxMinor } from '#modules/payout/rules/tax.ts'
import { Button } from '#ui/Button.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { payBeginCall, payFormCall } from '../../contract/pay-and-play.ts'
import { RegistrationFieldView } from './fields.tsx'
import { checkForm, initialValues, submission, type FormDescription, type Origin, type Values } from './form-model.ts'
import styles from './Registration.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')
type TextOf = ReturnType<typeof useTexts<AccountTexts>>
type PayAnswer = Awaited<ReturnType<typeof call<typeof payFormCall>>>

const PATH = '/flexreg-api/v1/pay-and-play'
/** Ways that are shown at once; the others are below. */
const FIRST_WAYS = 6

function usePayForm(country: string, currency: string) {
  return useQuery({
    queryKey: ['pay-form', country, currency],
    queryFn: ({ signal }) => call<typeof payFormCall>('GET', `${PATH}/form`, { query: { country, currency }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Registration by a first deposit: what one click asks, a sum, a way to pay (RG-20). */
export function PayForm({ setupId, origin, known }: { setupId: number; origin: Origin; known: Readonly<Record<string, string>> }) {
  const { data, isError, refetch } = usePayForm('', '')
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} height="60px" />
  return <Fields setupId={setupId} origin={origin} known={known} first={data} />
}

const currencyOf = ({ currency, symbol, exponent }: PayAnswer): CurrencyView => ({ code: currency, symbol, exponent })

function issuesOf(description: FormDescription, values: Values, text: TextOf): Record<string, string> {
  const found = Object.entries(checkForm(description, values, Date.now()))
  return Object.fromEntries(
    found.map(([name, issue]) => [name, 'message' in issue ? issue.message : text(issue.key as never, issue.params)]),
  )
}

interface FieldsProps {
  setupId: number
  origin: Origin
  known: Readonly<Record<string, string>>
  first: PayAnswer
}

function Fields({ setupId, origin, known, first }: FieldsProps) {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const description = first.form as FormDescription
  const [way, setWay] = useState(0)
  const form = useForm<string>({
    initial: { ...initialValues([description]), ...known, sum: '' },
    check: (values) => ({
      ...issuesOf(description, values, text),
      ...((values['sum'] ?? '').trim() === '' ? { sum: text('pay_sum_required') } : {}),
    }),
    captcha: true,
    submit: async (values, captchaToken) => {
      const { fields, refCode, referral_user_id, promoCode, bonusId, firstBonusId } = submission(setupId, description, values, {
        encodedPassword: null,
        origin,
      })
      const sum = (values['sum'] ?? '').trim().replace(',', '.')
      const reply = await call<typeof payBeginCall>('POST', `${PATH}/begin`, {
        body: { fields, refCode, referral_user_id, promoCode, bonusId, firstBonusId, method_id: chosen?.id ?? 0, sum } as never,
        captchaToken,
      })
      track(EVENT.registration, { type: 'pay_and_play' })
      await leaveFor(reply.url)
    },
  })
  const { values } = form.state
  const offer = usePayForm(values['country'] ?? '', values['currency'] ?? '').data ?? first
  const chosen = offer.methods.find(({ id }) => id === way) ?? offer.methods[0]
  useEffect(() => setWay(0), [offer.currency])
  const fields = description.steps.flatMap((step) => step.fields.flat())
  const rest = fields.filter(({ name }) => name !== 'country' && name !== 'currency')
  const money = (sum: number) => moneyInSentence(minorFromWire(sum, offer.exponent) ?? 0n, currencyOf(offer), lng)
  const limits = chosen && {
    min: money(chosen.min),
    max: money(chosen.max),
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {fields
        .filter(({ name }) => name === 'country' || name === 'currency')
        .map((field) => (
          <RegistrationFieldView key={field.id} field={field} form={form} />
        ))}
      {chosen ? (
        <>
          <Ways methods={offer.methods} value={chosen.id} onChange={setWay} />
          <NumberField
            {...form.field('sum')}
            label={`${text('pay_sum')}, ${offer.currency}`}
            hint={limits ? text('pay_limits', limits) : undefined}
            rules={{ min: 0, accuracy: Math.min(offer.exponent, 8), maxLength: 16 }}
            enterKeyHint="next"
          />
          <TaxOfSum sum={values['sum'] ?? ''} offer={offer} />
        </>
      ) : (
        <Notice kind="warning">{text('pay_no_ways')}</Notice>
      )}
      {rest.map((field) => (
        <RegistrationFieldView key={field.id} field={field} form={form} />
      ))}
      <Button kind="accent" size="large" wide type="submit" icon="card" loading={form.state.busy} disabled={!chosen}>
        {text('pay_go')}
      </Button>
    </form>
  )
}

/** What is taken of a deposit that is begun now, and what the account gets: as the cashier says it (rules 5). */
function TaxOfSum({ sum, offer }: { sum: string; offer: PayAnswer }) {
  const text = useTexts<AccountTexts>('account')
  const { lng, country, config } = useSite()
  const now = useProductClock()
  const tax = transferTaxAt(config.taxes ?? [], country, now(), 'deposit')
  if (!tax) return null
  const minor = parseMinor(sum.trim().replace(',', '.'), offer.exponent) ?? 0n
  const taxMinor = transferTaxMinor(minor, tax)
  const by = taxWords(tax, lng)
  const money = (of: Minor) => formatMoney(of, currencyOf(offer), lng)
  return (
    <p className={styles.reckoned} data-testid="tax">
      {taxMinor > 0n ? text('pay_tax', { ...by, tax: money(taxMinor), sum: money(minor - taxMinor) }) : text('pay_tax_share', by)}
    </p>
  )
}

function Ways({ methods, value, onChange }: { methods: PayAnswer['methods']; value: number; onChange: (id: number) => void }) {
  const text = useTexts<AccountTexts>('account')
  const [all, setAll] = useState(false)
  const shown = all ? methods : methods.slice(0, FIRST_WAYS)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{text('pay_way')}</legend>
      <div className={styles.ways}>
        {shown.map(({ id, name }) => (
          <label key={id} className={styles.way} data-on={id === value || undefined}>
            <input type="radio" name="pay-way" value={id} checked={id === value} onChange={() => onChange(id)} />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
      {methods.length > shown.length ? (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {text('pay_all_ways')}
        </Button>
      ) : null}
    </fieldset>
  )
}
