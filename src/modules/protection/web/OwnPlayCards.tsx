import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles, tellRefusal } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Choice } from './Choice.tsx'
import styles from './Protection.module.css'
import { checkEveryQuery, monthsQuery, sendCheckEvery, signalsQuery, useProtectionChanged } from './queries.ts'
import { Value, type ProtectionTexts } from './Value.tsx'

const AT_ONCE = 3
const ON_REQUEST = 12
const COLUMNS = [
  { of: 'deposits', key: 'position_deposits' },
  { of: 'withdrawals', key: 'position_withdrawals' },
  { of: 'stakes', key: 'month_stakes' },
  { of: 'returns', key: 'month_returns' },
] as const

/** What stands out in the player's week beside his own; nothing is shown when nothing does. */
export function SignalsCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data } = useQuery(signalsQuery)
  if (!data || data.signals.length === 0) return null
  return (
    <OfficeCard title={text('signals')} lead={text('signals_lead')}>
      <ul className={officeStyles.list}>
        {data.signals.map(({ code, title, advice }) => (
          <li key={code} className={officeStyles.item}>
            <span className={officeStyles.itemText}>
              <strong>{title}</strong>
              <span>{advice}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={officeStyles.actions}>
        <SiteLink to="/office/limits#limits" className={styles.link}>
          {text('signals_limit')}
        </SiteLink>
        <SiteLink to="/office/limits#break" className={styles.link}>
          {text('signals_break')}
        </SiteLink>
      </div>
    </OfficeCard>
  )
}

/** Three months at once, twelve on request (XT-42). */
export function MonthsCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng } = useSite()
  const [months, setMonths] = useState(AT_ONCE)
  const { data, isError, refetch } = useQuery(monthsQuery(months))
  const name = new Intl.DateTimeFormat([lng, 'en'], { month: 'long', year: 'numeric', timeZone: 'UTC', numberingSystem: 'latn' })
  return (
    <OfficeCard title={text('months')}>
      {data ? (
        <div className={styles.months}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text('month')}</th>
                {COLUMNS.map(({ of, key }) => (
                  <th key={of} scope="col">
                    {text(key)}
                  </th>
                ))}
                <th scope="col">{text('month_net')}</th>
              </tr>
            </thead>
            <tbody>
              {data.months.map((one) => (
                <tr key={one.month}>
                  <th scope="row">{name.format(new Date(`${one.month}-01T00:00:00Z`))}</th>
                  {COLUMNS.map(({ of, key }) => (
                    <td key={of} data-label={text(key)}>
                      <Value amount={one[of]} currency={data.currency} />
                    </td>
                  ))}
                  <td data-label={text('month_net')}>
                    <Value amount={one.net} currency={data.currency} sign />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={AT_ONCE} />
      )}
      {months === AT_ONCE ? (
        <div className={officeStyles.actions}>
          <Button kind="plain" onClick={() => setMonths(ON_REQUEST)}>
            {text('months_more')}
          </Button>
        </div>
      ) : null}
    </OfficeCard>
  )
}

/** How often the reality check comes (XT-41). */
export function CheckEveryCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng } = useSite()
  const changed = useProtectionChanged()
  const { data, isError, refetch } = useQuery(checkEveryQuery)
  const choose = (minutes: number) => {
    sendCheckEvery(minutes)
      .then(changed)
      .catch((error: unknown) => tellRefusal(error, lng))
  }
  return (
    <OfficeCard title={text('check_every')}>
      {data ? (
        <Choice
          name="check-every"
          legend={text('check_every_lead')}
          value={data.minutes}
          onChange={choose}
          items={data.choices.map((minutes) => ({ value: minutes, label: text('check_every_minutes', { count: minutes }) }))}
        />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={1} />
      )}
    </OfficeCard>
  )
}
