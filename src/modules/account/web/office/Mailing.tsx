import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { CheckBox } from '#ui/Field.tsx'
import { Num } from '#ui/Num.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { mailingCall } from '../../contract.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const MAILING_KEY = ['mailing'] as const
const CHANNELS = ['email', 'sms', 'push'] as const
type Channel = (typeof CHANNELS)[number]

function mailing(changes: Partial<Record<Channel, boolean>>) {
  return call<typeof mailingCall>('POST', '/web-api/user/mailing', { auth: 'token', body: changes as never })
}

/** News by mail, SMS and browser: each a choice of its own, with the day of the consent. */
export function Mailing() {
  const text = useTexts<AccountTexts>('account')
  const { lng, country } = useSite()
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({ queryKey: MAILING_KEY, queryFn: () => mailing({}) })
  const save = useMutation({
    mutationFn: mailing,
    onSuccess: (reply) => client.setQueryData(MAILING_KEY, reply),
    onError: (error) => showToast({ kind: 'error', text: error.message }),
  })
  if (isError && !data)
    return (
      <OfficeCard title={text('news')}>
        <ErrorState onRetry={() => void refetch()} />
      </OfficeCard>
    )
  return (
    <OfficeCard id="mailing" title={text('news')} lead={text('news_lead')}>
      <div className={officeStyles.form}>
        {CHANNELS.map((channel) => (
          <CheckBox
            key={channel}
            toggle
            disabled={!data}
            checked={(save.isPending ? save.variables[channel] : undefined) ?? data?.[channel] ?? false}
            onChange={(on) => save.mutate({ [channel]: on })}
          >
            {text(`news_${channel}`)}
            {data?.[channel] && data.since[channel] > 0 ? (
              <small>
                {' · '}
                {text('news_since')} <Num>{formatDate(data.since[channel] * 1000, 'P', { lng, country })}</Num>
              </small>
            ) : null}
          </CheckBox>
        ))}
      </div>
    </OfficeCard>
  )
}
