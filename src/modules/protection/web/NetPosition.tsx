import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#platform/web/i18n.ts'
import { officeStyles } from '#modules/auth/web/index.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { PanicButton } from './PanicButton.tsx'
import styles from './Protection.module.css'
import { positionQuery } from './queries.ts'
import { Value, type ProtectionTexts } from './Value.tsx'

/** How the player stands, in the account's menu: this session and all time, and a break in one press. */
export function NetPosition() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data } = useQuery(positionQuery)
  return (
    <>
      <dl className={styles.position} data-testid="net-position">
        <div>
          <dt>{text('position_session')}</dt>
          <dd>{data ? <Value amount={data.session} currency={data.currency} sign /> : <Skeleton width="60px" height="1em" />}</dd>
        </div>
        <div>
          <dt>{text('position_all')}</dt>
          <dd>{data ? <Value amount={data.allTime} currency={data.currency} sign /> : <Skeleton width="60px" height="1em" />}</dd>
        </div>
      </dl>
      <div className={styles.panicLine}>
        <PanicButton />
      </div>
    </>
  )
}

/** The same with what was paid in and out. */
export function PositionFacts() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data, isError, refetch } = useQuery(positionQuery)
  if (!data) return isError ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton width="100%" height="80px" />
  const { currency } = data
  return (
    <dl className={officeStyles.facts}>
      <dt>{text('position_session')}</dt>
      <dd>
        <Value amount={data.session} currency={currency} sign />
      </dd>
      <dt>{text('position_all')}</dt>
      <dd>
        <Value amount={data.allTime} currency={currency} sign />
      </dd>
      <dt>{text('position_deposits')}</dt>
      <dd>
        <Value amount={data.deposits} currency={currency} />
      </dd>
      <dt>{text('position_withdrawals')}</dt>
      <dd>
        <Value amount={data.withdrawals} currency={currency} />
      </dd>
    </dl>
  )
}
