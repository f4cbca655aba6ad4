import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { CheckBox } from '#ui/Field.tsx'
import { Num } from '#ui/Num.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { mailingCall } from '../../contract.ts'
import { useSwitch } from './use-switch.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const MAILING_KEY = ['mailing'] as const
const CHANNELS = ['email', 'sms', 'push'] as const
type Changes = Partial<Record<(typeof CHANNELS)[number], boolean>>
type Choices = Awaited<ReturnType<typeof mailing>>

function mailing(changes: Changes) {
  return call<typeof mailingCall>('POST', '/web-api/user/mailing', { auth: 'token', body: changes as never })
}

/** News by mail, SMS and browser: each a choice of its own, with the day of the consent. */
export function Mailing() {
  const text = useTexts<AccountTexts>('account')
  const { lng, country } = useSite()
  const { data, isError, refetch } = useQuery({ queryKey: MAILING_KEY, queryFn: () => mailing({}) })
  const save = useSwitch<Choices, Changes>({
    queryKey: MAILING_KEY,
    apply: (choices, changes) => ({ ...choices, ...changes }),
    undo: (changes, before) =>
      Object.fromEntries(CHANNELS.filter((channel) => channel in changes).map((channel) => [channel, before[channel]])),
    send: mailing,
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
          <CheckBox key={channel} toggle disabled={!data} checked={data?.[channel] ?? false} onChange={(on) => save({ [channel]: on })}>
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
