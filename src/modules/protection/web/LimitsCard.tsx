import { useQuery } from '@tanstack/react-query'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { OfficeCard, officeStyles, useProven } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { LimitForm } from './LimitForm.tsx'
import styles from './Protection.module.css'
import { limitsQuery, sendAction, sendRemoval, useProtectionChanged, type LimitView } from './queries.ts'
import { Value, type ProtectionTexts } from './Value.tsx'
import { WaitingNotice } from './WaitingNotice.tsx'

/** Limits that hold, what waits beside them, and the form for another. */
export function LimitsCard() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data, isError, refetch } = useQuery(limitsQuery)
  const limits = data?.limits.filter(({ period }) => period !== 'none')
  return (
    <OfficeCard id="limits" title={text('limits')} lead={text('limits_lead')}>
      {isError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {!limits && !isError ? <SkeletonRows rows={3} height="60px" /> : null}
      {limits?.length === 0 ? <EmptyState icon="shield">{text('limits_none')}</EmptyState> : null}
      {limits?.length ? (
        <ul className={officeStyles.list}>
          {limits.map((limit) => (
            <LimitRow key={limit.id} limit={limit} />
          ))}
        </ul>
      ) : null}
      {data ? <LimitForm limits={data.limits} /> : null}
    </OfficeCard>
  )
}

function LimitRow({ limit }: { limit: LimitView }) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng, country } = useSite()
  const changed = useProtectionChanged()
  const { busy, run, modal } = useProven()
  const { currency } = limit
  const used = limit.type === 'session' ? { minutes: limit.used } : { amount: limit.used, currency }
  const most = limit.amount ?? limit.minutes ?? 0
  return (
    <li className={styles.limit}>
      <div className={styles.limitHead}>
        <span className={officeStyles.itemText}>
          <strong>
            {text('limit_of', { kind: text(`kind_${limit.type as 'deposit'}`), period: text(`per_${limit.period as 'day'}`) })}
          </strong>
          <small>
            {text('used')} <Value {...used} /> {text('of')} <Value amount={limit.amount} minutes={limit.minutes} currency={currency} />
            {' · '}
            {limit.restartsAt
              ? text('restarts', { time: formatDate(limit.restartsAt * 1000, 'Pp', { lng, country }) })
              : text(`rolls_${limit.period as 'day'}`)}
          </small>
        </span>
        {limit.pending ? null : (
          <Button kind="quiet" size="small" loading={busy} onClick={() => run(() => sendRemoval(limit.id).then(changed))}>
            {text('remove')}
          </Button>
        )}
      </div>
      <meter
        className={styles.meter}
        min={0}
        max={most}
        low={0}
        optimum={0}
        high={most * 0.9}
        value={Math.min(limit.used ?? 0, most)}
        aria-label={text('used')}
      />
      {limit.pending ? <Pending limit={limit} pending={limit.pending} /> : null}
      {modal}
    </li>
  )
}

function Pending({ limit, pending }: { limit: LimitView; pending: NonNullable<LimitView['pending']> }) {
  const text = useTexts<ProtectionTexts>('protection')
  const changed = useProtectionChanged()
  const { busy, run, modal } = useProven()
  const act = (action: 'confirm' | 'cancel') => run(() => sendAction(action, limit.id).then(changed, passOn(changed)))
  return (
    <>
      <WaitingNotice pending={pending} busy={busy} act={act}>
        {pending.isRemoval ? text('pending_removal') : text('pending_raise')}{' '}
        {pending.isRemoval ? null : <Value amount={pending.amount} minutes={pending.minutes} currency={limit.currency} />}
      </WaitingNotice>
      {modal}
    </>
  )
}

/** The row may be another one by now; the refusal is still told. */
function passOn(changed: () => void): (error: unknown) => never {
  return (error) => {
    changed()
    throw error
  }
}
