import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { displayName } from '#platform/web/format.ts'
import { PickField } from '#platform/web/PickField.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { SearchField } from '#ui/Field.tsx'
import { Flag } from '#ui/Icon.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type { terminalsCall } from '../contract/cashier.ts'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'
import type { Route } from './+types/terminals.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'terminals_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args)
  return null
}

/** Where cash is taken, and how to pay in and out, as files. */
export default function Terminals() {
  const text = usePaymentTexts()
  const { lng } = useSite()
  const file = (name: string) => `/web-api/payments/instructions/${name}.txt?lng=${lng}`
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text('terminals_title')}</h1>
      <OfficeCard title={text('instructions')}>
        <p className={styles.files}>
          <a className={styles.link} href={file('deposit')} download>
            {text('instruction_deposit')}
          </a>
          <a className={styles.link} href={file('withdrawal')} download>
            {text('instruction_withdrawal')}
          </a>
        </p>
      </OfficeCard>
      <OfficeCard title={text('method_cash_desk')}>
        <Places />
      </OfficeCard>
    </div>
  )
}

function Places() {
  const text = usePaymentTexts()
  const { lng } = useSite()
  const [search, setSearch] = useState('')
  const [country, setCountry] = useState('')
  const [page, setPage] = useState(1)
  const words = useDeferredValue(search)
  const { data, isError, refetch } = useQuery({
    queryKey: ['terminals', country, words, page],
    queryFn: ({ signal }) =>
      call<typeof terminalsCall>('GET', '/web-api/payments/cash-terminals', {
        signal,
        query: { search: words, page_number: page, ...(country ? { country } : {}) },
      }),
    placeholderData: keepPreviousData,
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <div className={styles.form}>
      <div className={styles.tools}>
        <SearchField
          id="terminals-search"
          label={text('terminals_search')}
          hideLabel
          placeholder={text('terminals_search')}
          maxLength={100}
          value={search}
          onChange={(value) => (setSearch(value), setPage(1))}
        />
        <PickField
          label={text('terminals_country')}
          hideLabel
          searchable
          options={data.countries.map((code) => ({
            value: code,
            name: displayName(code, 'region', lng),
            start: <Flag country={code} size={20} />,
          }))}
          value={data.country}
          onChange={(chosen) => (setCountry(chosen), setPage(1))}
        />
      </div>
      {data.items.length === 0 ? <EmptyState icon="search">{text('terminals_empty')}</EmptyState> : null}
      <ul className={styles.places}>
        {data.items.map((place) => (
          <li key={`${place.city} ${place.name}`}>
            <strong dir="auto">{place.name}</strong>
            <span dir="auto">
              {place.city}, {place.address}
            </span>
            <small dir="auto">{place.hours}</small>
          </li>
        ))}
      </ul>
      <Paging page={page} pages={data.pages} onChange={setPage} />
    </div>
  )
}
