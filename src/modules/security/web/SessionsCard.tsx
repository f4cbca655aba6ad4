import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { displayName, formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import type { closeAllCall, closeSessionCall } from '#modules/auth/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { sessionsQuery } from './sessions-query.ts'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

/** Where the player is signed in: device, place, time; each can be ended, or all others at once. */
export function SessionsCard() {
  const text = useTexts<SecurityTexts>('security')
  const { lng, country } = useSite()
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(sessionsQuery)
  const options = {
    onSuccess: async () => {
      await client.invalidateQueries(sessionsQuery)
      // The button that was pressed went with its row.
      document.getElementById('sessions')?.focus()
    },
    onError: (error: Error) => void showToast({ kind: 'error', text: error.message }),
  }
  const close = useMutation({
    ...options,
    mutationFn: (id: string) =>
      call<typeof closeSessionCall>('POST', '/web-api/office/closesession', { auth: 'token', body: { session_id: id } }),
  })
  const closeAll = useMutation({
    ...options,
    mutationFn: () => call<typeof closeAllCall>('POST', '/web-api/office/disconnecteverywhere', { auth: 'token' }),
  })
  const others = data?.sessions.some((session) => !session.isCurrent) ?? false
  return (
    <OfficeCard
      id="sessions"
      title={text('sessions')}
      end={
        others ? (
          <Button kind="danger" loading={closeAll.isPending} onClick={() => closeAll.mutate()}>
            {text('close_all')}
          </Button>
        ) : null
      }
    >
      {isError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {data ? null : isError ? null : <SkeletonRows rows={2} height="56px" />}
      <ul className={officeStyles.list} data-testid="sessions">
        {data?.sessions.map((session) => (
          <li key={session.session_id} className={officeStyles.item}>
            <span className={officeStyles.itemIcon}>
              <Icon name={/Android|iOS/.test(session.device) ? 'phone' : 'device'} size={18} />
            </span>
            <span className={officeStyles.itemText}>
              <strong>
                <bdi>{session.device || text('device_unknown')}</bdi>
              </strong>
              <small>
                {session.country ? `${displayName(session.country, 'region', lng)}\u00a0· ` : ''}
                <Num>{session.ip}</Num>
                {'\u00a0· '}
                <Num>{formatDate(session.date * 1000, 'Pp', { lng, country })}</Num>
              </small>
            </span>
            {session.isCurrent ? (
              <StatusMark kind="selected">{text('this_session')}</StatusMark>
            ) : (
              <Button
                size="small"
                loading={close.isPending && close.variables === session.session_id}
                onClick={() => close.mutate(session.session_id)}
              >
                {text('close_session')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </OfficeCard>
  )
}
