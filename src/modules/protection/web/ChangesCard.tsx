import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { changesQuery } from './queries.ts'
import { Value, type ProtectionTexts } from './Value.tsx'

/** What was changed and when. */
export function ChangesCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng, country } = useSite()
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(changesQuery(page))
  return (
    <OfficeCard title={text('changes')}>
      {isError && !data ? <ErrorState onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <SkeletonRows rows={3} /> : null}
      {data?.items.length === 0 ? <EmptyState icon="history">{text('changes_none')}</EmptyState> : null}
      <ul className={officeStyles.list}>
        {data?.items.map(({ id, date, what, details }) => (
          <li key={id} className={officeStyles.item}>
            <span className={officeStyles.itemText}>
              <strong>{text(`what_${what as 'limit_set'}`)}</strong>
              <small>{formatDate(date * 1000, 'Pp', { lng, country })}</small>
            </span>
            <span>
              {details['type']
                ? `${text(`kind_${details['type'] as 'deposit'}`)}, ${text(`per_${details['period'] as 'day'}`)}${details['amount'] ? ': ' : ''}`
                : null}
              {details['signal'] ? text(`signal_${details['signal'] as 'at_night'}`) : null}
              {details['amount'] ? <Kept amount={details['amount']} /> : null}
              {!details['type'] && details['period'] && details['period'] !== 'none' ? text(`period_${details['period'] as '24h'}`) : null}
            </span>
          </li>
        ))}
      </ul>
      {data && data.pages > 1 ? (
        <div className={officeStyles.actions}>
          <Button kind="plain" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {text('newer')}
          </Button>
          <Button kind="plain" disabled={page >= data.pages} onClick={() => setPage(page + 1)}>
            {text('older')}
          </Button>
        </div>
      ) : null}
    </OfficeCard>
  )
}

/** As it is kept: "300.00 EUR", or the minutes of a limit of time. */
function Kept({ amount }: { amount: string }) {
  const [number, currency] = amount.split(' ')
  return currency ? <Value amount={Number(number)} currency={currency} /> : <Value minutes={Number(number)} />
}
