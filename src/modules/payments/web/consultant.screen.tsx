import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { SelectField } from '#ui/Select.tsx'
import type { consultantTopicsCall, createConsultantRequest } from '../contract/consultant.ts'
import { faultText, fieldsOfTopic, formFaults, hasCardNumber } from '../rules/consultant.ts'
import { CONSULTANT, CONSULTANT_PAGES, Payments, REQUESTS, Requests, useConsultantPayments } from './ConsultantParts.tsx'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'
import type { Route } from './+types/consultant.screen.ts'

const ELSEWHERE = 63

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'consultant_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Questions about money: what was asked and answered, the form of a topic, and the payments to ask about. */
export default function Consultant() {
  const text = usePaymentTexts()
  const { pathname } = useLocation()
  const here = CONSULTANT_PAGES.find(({ to }) => pathname.replace(/\/$/, '').endsWith(to)) ?? CONSULTANT_PAGES[0]
  const { data, error, refetch } = useQuery({
    queryKey: ['consultant-topics'],
    queryFn: ({ signal }) => call<typeof consultantTopicsCall>('GET', `${CONSULTANT}/topics`, { auth: 'token', signal }),
    retry: false,
  })
  if (error && isApiError(error) && error.code === ELSEWHERE) {
    return (
      <OfficeCard title={text('consultant_title')}>
        <Notice kind="info">
          {error.message}{' '}
          <SiteLink to="/office/support" className={styles.link}>
            {text('consultant_new')}
          </SiteLink>
        </Notice>
      </OfficeCard>
    )
  }
  return (
    <>
      <nav className={styles.links} aria-label={text('consultant_title')}>
        {CONSULTANT_PAGES.map(({ to, key }) => (
          <SiteLink key={key} to={to} aria-current={key === here.key ? 'page' : undefined}>
            {text(key)}
          </SiteLink>
        ))}
      </nav>
      <OfficeCard title={text(here.key)} {...(here.key === 'consultant_new' ? { lead: text('consultant_files') } : {})}>
        {error && !data ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : data ? (
          <Page page={here.key} topics={data.topics} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </OfficeCard>
    </>
  )
}

function Page({ page, topics }: { page: (typeof CONSULTANT_PAGES)[number]['key']; topics: readonly Topic[] }) {
  switch (page) {
    case 'consultant_mine':
      return <Requests />
    case 'consultant_new':
      return <RequestForm topics={topics} />
    case 'consultant_payments':
      return <Payments />
  }
}

/** The newest, and the page of older ones from which the address has brought its payment. */
function usePaymentsToAsk(params: URLSearchParams) {
  const page = Math.trunc(Number(params.get('page'))) || 1
  const newest = useConsultantPayments(1).payments
  const older = useConsultantPayments(Math.min(Math.max(page, 1), 10_000), page > 1).payments
  return newest && [...newest, ...(page > 1 ? (older ?? []) : [])].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
}

type Topic = Awaited<ReturnType<typeof call<typeof consultantTopicsCall>>>['topics'][number]

function RequestForm({ topics }: { topics: readonly Topic[] }) {
  const text = usePaymentTexts()
  const client = useQueryClient()
  const navigate = useSiteNavigate()
  const [topicId, setTopic] = useState(topics[0]!.id)
  const [params] = useSearchParams()
  const [paymentId, setPayment] = useState(params.get('payment')?.slice(0, 60) ?? '')
  const payments = usePaymentsToAsk(params)
  const topic = topics.find(({ id }) => id === topicId) ?? topics[0]!
  const names = ['paid_at', 'card_last_digits', 'bank', 'right_details', 'wanted_way'] as const
  type Name = (typeof names)[number] | 'comment' | 'transaction_id'
  const form = useForm<Name>({
    initial: { transaction_id: '', paid_at: '', card_last_digits: '', bank: '', right_details: '', wanted_way: '', comment: '' },
    keep: ['paid_at', 'bank', 'right_details', 'wanted_way', 'comment'],
    check: (values) => {
      const { comment } = values
      const fields = fieldsOfTopic(topicId, values)
      const faults = formFaults({ topicId, transactionId: topic.needs_transaction ? paymentId : '', comment, fields })
      const wrong = Object.fromEntries(faults.map((fault) => [fault.field, faultText(fault, text as (key: string) => string)]))
      return [comment, ...Object.values(fields)].some(hasCardNumber) ? { ...wrong, comment: text('fault_card_number') } : wrong
    },
    submit: async (values) => {
      const { comment } = values
      const fields = fieldsOfTopic(topicId, values)
      const made = await call<typeof createConsultantRequest>('POST', `${CONSULTANT}/create`, {
        auth: 'token',
        body: { topic_id: topicId, transaction_id: topic.needs_transaction ? paymentId : '', comment, fields },
      })
      void client.invalidateQueries({ queryKey: REQUESTS })
      navigate(`/office/support/${made.ticket_id}`)
    },
  })
  const paymentField = form.idOf('transaction_id')
  const isElsewhere = paymentId !== '' && !payments?.some(({ id }) => id === paymentId)
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <SelectField label={text('consultant_topic')} value={topicId} onChange={(topic) => setTopic(Number(topic))}>
        {topics.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {topic.needs_transaction ? (
        <SelectField
          id={paymentField}
          label={text('consultant_payment')}
          required
          error={form.field('transaction_id').error}
          hint={payments?.length === 0 && !isElsewhere ? text('consultant_no_payments') : undefined}
          value={paymentId}
          onChange={setPayment}
        >
          <option value="">{text('consultant_choose_payment')}</option>
          {isElsewhere ? <option value={paymentId}>{text('consultant_chosen_payment')}</option> : null}
          {payments?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      {topic.fields.map((field) =>
        (names as readonly string[]).includes(field.name) ? (
          <TextField
            key={field.name}
            {...form.field(field.name as Name)}
            label={field.label}
            required={field.required}
            hint={field.name === 'paid_at' ? text('paid_at_hint') : undefined}
            maxLength={field.max}
            autoComplete="off"
            dir="auto"
          />
        ) : null,
      )}
      <TextArea {...form.field('comment')} label={text('consultant_comment')} required maxLength={3000} onSend={() => form.onSubmit()} />
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" icon="send" loading={form.state.busy}>
          {text('consultant_send')}
        </Button>
      </div>
    </form>
  )
}
