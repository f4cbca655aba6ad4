import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate, formatMoney } from '#platform/web/format.ts'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type {
  consultantRequestsCall,
  consultantTopicsCall,
  consultantTransactionsCall,
  createConsultantRequest,
} from '../contract/consultant.ts'
import { fieldsOfTopic, formFaults, hasCardNumber } from '../rules/consultant.ts'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'
import { useCurrencies } from './use-currencies.ts'
import type { Route } from './+types/consultant.screen.ts'

const SelectModal = lazyPart(async () => (await import('#ui/SelectModal.tsx')).SelectModal)
const BASE = '/web-api/office/payment-consultant'
const REQUESTS = ['consultant-requests'] as const
const ELSEWHERE = 63

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'consultant_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Questions about money: the form of the topic above, what was asked and answered below. */
export default function Consultant() {
  const text = usePaymentTexts()
  const { data, error, refetch } = useQuery({
    queryKey: ['consultant-topics'],
    queryFn: ({ signal }) => call<typeof consultantTopicsCall>('GET', `${BASE}/topics`, { auth: 'token', signal }),
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
      <OfficeCard title={text('consultant_new')} lead={text('consultant_files')}>
        {error ? <ErrorState onRetry={() => void refetch()} /> : null}
        {data ? <RequestForm topics={data.topics} /> : error ? null : <SkeletonRows rows={4} />}
      </OfficeCard>
      <OfficeCard title={text('consultant_mine')}>{data ? <Requests /> : <SkeletonRows rows={2} />}</OfficeCard>
    </>
  )
}

type Topic = Awaited<ReturnType<typeof call<typeof consultantTopicsCall>>>['topics'][number]

function RequestForm({ topics }: { topics: readonly Topic[] }) {
  const text = usePaymentTexts()
  const client = useQueryClient()
  const navigate = useSiteNavigate()
  const [topicId, setTopic] = useState(topics[0]!.id)
  const [payment, setPayment] = useState<{ id: string; name: string } | null>(null)
  const [choosing, setChoosing] = useState<'topic' | 'payment' | null>(null)
  const topic = topics.find(({ id }) => id === topicId) ?? topics[0]!
  const names = ['paid_at', 'card_last_digits', 'bank', 'right_details', 'wanted_way'] as const
  type Name = (typeof names)[number] | 'comment' | 'transaction_id'
  const form = useForm<Name>({
    initial: { paid_at: '', card_last_digits: '', bank: '', right_details: '', wanted_way: '', comment: '', transaction_id: '' },
    check: (values) => {
      const { comment } = values
      const fields = fieldsOfTopic(topicId, values)
      const faults = formFaults({ topicId, transactionId: topic.needs_transaction ? (payment?.id ?? '') : '', comment, fields })
      const wrong = Object.fromEntries(faults.map(({ field, key }) => [field, text(`fault_${key}`)]))
      return [comment, ...Object.values(fields)].some(hasCardNumber) ? { ...wrong, comment: text('fault_card_number') } : wrong
    },
    submit: async (values) => {
      const { comment } = values
      const fields = fieldsOfTopic(topicId, values)
      const made = await call<typeof createConsultantRequest>('POST', `${BASE}/create`, {
        auth: 'token',
        body: { topic_id: topicId, transaction_id: topic.needs_transaction ? (payment?.id ?? '') : '', comment, fields },
      })
      void client.invalidateQueries({ queryKey: REQUESTS })
      navigate(`/office/support/${made.ticket_id}`)
    },
  })
  const paymentFault = form.field('transaction_id').error
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <Button icon="chevron-down" aria-haspopup="dialog" onClick={() => setChoosing('topic')}>
        {text('consultant_topic')}: {topic.title}
      </Button>
      {topic.needs_transaction ? (
        <Button icon="chevron-down" aria-haspopup="dialog" onClick={() => setChoosing('payment')}>
          {payment ? payment.name : text('consultant_choose_payment')}
        </Button>
      ) : null}
      {topic.needs_transaction && paymentFault ? <Notice kind="error">{paymentFault}</Notice> : null}
      {topic.fields.map((field) =>
        (names as readonly string[]).includes(field.name) ? (
          <TextField
            key={field.name}
            {...form.field(field.name as Name)}
            label={field.label}
            required={field.required}
            maxLength={field.max}
            autoComplete="off"
            dir="auto"
          />
        ) : null,
      )}
      <TextField {...form.field('comment')} label={text('consultant_comment')} maxLength={3000} autoComplete="off" dir="auto" />
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" icon="send" loading={form.state.busy}>
          {text('consultant_send')}
        </Button>
      </div>
      {choosing === 'topic' ? (
        <Suspense>
          <SelectModal
            title={text('consultant_topic')}
            options={topics.map(({ id, title }) => ({ value: id, name: title }))}
            value={topicId}
            onSelect={(id: string | number) => setTopic(Number(id))}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      ) : null}
      {choosing === 'payment' ? (
        <PaymentChoice value={payment?.id ?? null} onChoose={(id, name) => setPayment({ id, name })} onClose={() => setChoosing(null)} />
      ) : null}
    </form>
  )
}

function PaymentChoice({
  value,
  onChoose,
  onClose,
}: {
  value: string | null
  onChoose: (id: string, name: string) => void
  onClose: () => void
}) {
  const text = usePaymentTexts()
  const { lng, country } = useSite()
  const currencyOf = useCurrencies()
  const { data } = useQuery({
    queryKey: ['consultant-transactions'],
    queryFn: ({ signal }) =>
      call<typeof consultantTransactionsCall>('POST', `${BASE}/transactions`, { auth: 'token', signal, body: { page_number: 1 } }),
  })
  const options = (data?.items ?? []).map((item) => {
    const currency = currencyOf(item.currency)
    const sum = formatMoney(minorFromWire(item.sum, currency.exponent) ?? 0n, currency, lng)
    return { value: item.transaction_id, name: `${item.system}, ${sum}, ${formatDate(item.date * 1000, 'Pp', { lng, country })}` }
  })
  return (
    <Suspense>
      <SelectModal
        title={text('consultant_choose_payment')}
        searchable
        loading={!data}
        options={options}
        value={value}
        onSelect={(id: string | number) => onChoose(String(id), options.find((option) => option.value === id)?.name ?? '')}
        onClose={onClose}
      />
    </Suspense>
  )
}

const MARKS = { open: 'pending', answered: 'success', closed: 'question' } as const

function Requests() {
  const text = usePaymentTexts()
  const { lng, country } = useSite()
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery({
    queryKey: [...REQUESTS, page],
    queryFn: ({ signal }) =>
      call<typeof consultantRequestsCall>('POST', `${BASE}/requests`, { auth: 'token', signal, body: { page_number: page } }),
    staleTime: 0,
  })
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  if (data.items.length === 0) return <EmptyState icon="support">{text('consultant_empty')}</EmptyState>
  return (
    <>
      <ul className={officeStyles.list}>
        {data.items.map((item) => (
          <li key={item.id} className={styles.row}>
            <span>
              <SiteLink to={`/office/support/${item.ticket_id}`} className={styles.link}>
                {item.topic}
              </SiteLink>
              <small>
                <Num>{formatDate(item.date * 1000, 'Pp', { lng, country })}</Num>
                {item.answer ? <span dir="auto"> · {item.answer.slice(0, 140)}</span> : null}
              </small>
            </span>
            <StatusMark kind={MARKS[item.status]}>{text(`consultant_${item.status}`)}</StatusMark>
          </li>
        ))}
      </ul>
      <Paging page={page} pages={data.pages} onChange={setPage} />
    </>
  )
}
