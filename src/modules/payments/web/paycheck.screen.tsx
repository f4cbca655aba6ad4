import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate, formatMoney } from '#platform/web/format.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num, Numbered } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type { paycheckCall, paychecksCall } from '../contract/cashier.ts'
import { MoneyLinks } from './MoneyLinks.tsx'
import { PaymentTax } from './PaymentTax.tsx'
import styles from './Payments.module.css'
import { TaxLine } from './TaxLine.tsx'
import { useUi } from '#ui/settings.tsx'
import { usePaymentTexts } from './texts.ts'
import { useCurrencies } from './use-currencies.ts'
import { useTransferTax } from './use-transfer-tax.ts'
import type { Route } from './+types/paycheck.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'paycheck_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true, feature: 'deposit' })
  return null
}

const CHECKS = ['paychecks'] as const

export default function PaycheckScreen() {
  const text = usePaymentTexts()
  return (
    <>
      <MoneyLinks />
      <OfficeCard title={text('paycheck_title')} lead={text('paycheck_lead')}>
        <PaycheckForm />
        <p>
          <SiteLink to="/information/cashTerminals" className={styles.link}>
            {text('terminals_title')}
          </SiteLink>
        </p>
      </OfficeCard>
      <OfficeCard title={text('paychecks_mine')}>
        <Credited />
      </OfficeCard>
    </>
  )
}

function PaycheckForm() {
  const text = usePaymentTexts()
  const { text: ui } = useUi()
  const { lng } = useSite()
  const { refresh } = useSession()
  const client = useQueryClient()
  const currencyOf = useCurrencies()
  const [done, setDone] = useState<string | null>(null)
  const tax = useTransferTax('deposit')
  const form = useForm<'code'>({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: ui('required', { label: text('paycheck_code') }) } : {}),
    submit: async ({ code }) => {
      setDone(null)
      const body = { code: code.trim() }
      const made = await moneyCall(() => call<typeof paycheckCall>('POST', '/web-api/office/paycheck', { auth: 'token', body }))
      const currency = currencyOf(made.currency)
      const minor = (sum: number) => minorFromWire(sum, currency.exponent) ?? 0n
      const sum = formatMoney(minor(made.sum) - minor(made.tax?.sum ?? 0), currency, lng)
      setDone(made.repeated ? text('paycheck_again') : text('paycheck_done', { sum }))
      form.set('code', '')
      refresh()
      void client.invalidateQueries({ queryKey: CHECKS })
    },
  })
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {done ? (
        <Notice kind="success" announce>
          {done}
        </Notice>
      ) : null}
      <TextField
        {...form.field('code')}
        label={text('paycheck_code')}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <TaxLine tax={tax} taxMinor={0n} money={String} />
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" loading={form.state.busy}>
          {text('paycheck_credit')}
        </Button>
      </div>
    </form>
  )
}

function Credited() {
  const text = usePaymentTexts()
  const { lng, country } = useSite()
  const [page, setPage] = useState(1)
  const currencyOf = useCurrencies()
  const { data, isError, refetch } = useQuery({
    queryKey: [...CHECKS, page],
    queryFn: ({ signal }) =>
      call<typeof paychecksCall>('POST', '/web-api/office/getpaychecks', { auth: 'token', signal, body: { page_number: page } }),
    placeholderData: keepPreviousData,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  if (data.items.length === 0) return <EmptyState icon="document">{text('paychecks_empty')}</EmptyState>
  return (
    <>
      <ul className={officeStyles.list}>
        {data.items.map((item) => (
          <li key={item.id} className={styles.row}>
            <span>
              <Numbered id={item.id} />
              <small>
                <Num>{formatDate(item.date * 1000, 'Pp', { lng, country })}</Num>
              </small>
              <PaymentTax tax={item.tax} currency={currencyOf(item.currency)} />
            </span>
            <Money minor={minorFromWire(item.sum, currencyOf(item.currency).exponent) ?? 0n} currency={currencyOf(item.currency)} sign />
          </li>
        ))}
      </ul>
      <Paging page={page} pages={data.pages} onChange={setPage} />
    </>
  )
}
