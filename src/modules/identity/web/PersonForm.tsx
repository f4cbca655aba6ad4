import { useState } from 'react'
import { officeStyles, useForm } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SelectField } from '#ui/Select.tsx'
import type { RunningSessionReply } from '../contract.ts'
import type { mobileIdCall, smartIdCall } from '../contract/services.ts'
import { isPersonalCode } from '../rules/form.ts'
import { useIdentityTexts } from './texts.ts'
import { useSessionPoll } from './use-session-poll.ts'
import styles from './Identity.module.css'

const COUNTRIES = ['EE', 'LV', 'LT'] as const
type PersonWay = 'smart_id' | 'mobile_id'
type Asked = Record<'personalCode' | 'country' | 'phone', string>

function startSession(way: PersonWay, { personalCode, country, phone }: Asked) {
  return way === 'smart_id'
    ? call<typeof smartIdCall>('POST', '/identity-service/v1/smart-id/authentication', {
        auth: 'extended',
        body: { personalCode, country: country as (typeof COUNTRIES)[number] },
      })
    : call<typeof mobileIdCall>('POST', '/identity-service/v1/mobile-id/authentication', {
        auth: 'extended',
        body: { personalCode, phone },
      })
}

/** `until`: Unix seconds; 0 until the status says it. */
interface Session {
  id: string
  code: string
  until: number
}

/** What runs as this page began it or as the status tells it: that of a page before this one, or of another tab. */
function useRunning(told: RunningSessionReply | undefined) {
  const [seen, setSeen] = useState<RunningSessionReply | undefined>()
  const [session, setSession] = useState<Session | null>(null)
  if (told?.session_id !== seen?.session_id) {
    setSeen(told)
    // One that is told no longer has ended; how, its own answer says.
    if (told) setSession({ id: told.session_id, code: told.code, until: told.until })
  }
  return [session, setSession] as const
}

/** Smart-ID and Mobile-ID: the code of the session is shown while the telephone is asked, also after the page was read anew. */
export function PersonForm({ way, running, onSent }: { way: PersonWay; running: RunningSessionReply | undefined; onSent: () => void }) {
  const text = useIdentityTexts()
  const [session, setSession] = useRunning(running)
  // Whoever has asked the wrong telephone need not wait for the end.
  const [left, setLeft] = useState('')
  const state = useSessionPoll({ way, sessionId: session?.id ?? null, onEnd: onSent })
  const form = useForm<keyof Asked>({
    initial: { personalCode: '', country: 'EE', phone: '' },
    check: ({ personalCode, country, phone }) => ({
      ...(isPersonalCode(personalCode.trim(), way === 'smart_id' ? country : 'EE') ? {} : { personalCode: text('problem_personal_code') }),
      ...(way === 'mobile_id' && !/^\+?37[02][\d\s()-]{6,14}$/.test(phone.trim()) ? { phone: text('problem_phone') } : {}),
    }),
    submit: async ({ personalCode, country, phone }) => {
      const begun = await startSession(way, { personalCode: personalCode.trim(), country, phone: phone.trim() })
      setSession({ id: begun.sessionId, code: begun.verificationCode, until: 0 })
      onSent()
    },
  })
  if (session && state === 'running' && session.id !== left)
    return <RunningSession way={way} session={session} onAgain={() => setLeft(session.id)} />
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      {session && state !== 'running' ? (
        <Notice kind={state === 'ok' ? 'success' : 'warning'} announce>
          {text(`session_${state}`)}
        </Notice>
      ) : null}
      <FormMessage text={form.state.message} />
      {way === 'smart_id' ? (
        <SelectField
          id={form.idOf('country')}
          label={text('country')}
          value={form.state.values.country}
          onChange={(country) => form.set('country', country)}
        >
          {COUNTRIES.map((code) => (
            <option key={code} value={code}>
              {text(`country_${code}`)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextField
        {...form.field('personalCode')}
        label={text('personal_code')}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={20}
      />
      {way === 'mobile_id' ? (
        <TextField {...form.field('phone')} label={text('phone')} type="tel" autoComplete="tel" dir="ltr" maxLength={20} />
      ) : null}
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" loading={form.state.busy}>
          {text('session_start')}
        </Button>
      </div>
    </form>
  )
}

function RunningSession({ way, session, onAgain }: { way: PersonWay; session: Session; onAgain: () => void }) {
  const text = useIdentityTexts()
  const { lng, country } = useSite()
  return (
    <div className={styles.block}>
      <p className={styles.about}>{text(way === 'smart_id' ? 'smart_id_lead' : 'mobile_id_lead')}</p>
      <p className={styles.label}>{text('session_code')}</p>
      <p className={styles.code} data-testid="session-code">
        <Num>{session.code}</Num>
      </p>
      <StatusMark kind="pending">{text('session_running')}</StatusMark>
      {session.until > 0 ? (
        <p className={styles.about}>{text('session_until', { time: formatDate(session.until * 1000, 'HH:mm', { lng, country }) })}</p>
      ) : null}
      <div className={officeStyles.actions}>
        <Button onClick={onAgain}>{text('session_again')}</Button>
      </div>
    </div>
  )
}
