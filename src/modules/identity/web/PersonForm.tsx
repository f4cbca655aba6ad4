import { useState } from 'react'
import { officeStyles, useForm } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SelectField } from '#ui/Select.tsx'
import type { mobileIdCall, smartIdCall } from '../contract/services.ts'
import { isPersonalCode } from '../rules/form.ts'
import { useIdentityTexts } from './texts.ts'
import { useSessionPoll } from './use-session-poll.ts'
import styles from './Identity.module.css'

const COUNTRIES = ['EE', 'LV', 'LT'] as const

/** Smart-ID and Mobile-ID: the code of the session is shown while the telephone is asked. */
export function PersonForm({ way, onSent }: { way: 'smart_id' | 'mobile_id'; onSent: () => void }) {
  const text = useIdentityTexts()
  const [session, setSession] = useState<{ sessionId: string; verificationCode: string } | null>(null)
  const state = useSessionPoll({ way, sessionId: session?.sessionId ?? null, onEnd: onSent })
  const form = useForm<'personalCode' | 'country' | 'phone'>({
    initial: { personalCode: '', country: 'EE', phone: '' },
    check: ({ personalCode, country, phone }) => ({
      ...(isPersonalCode(personalCode.trim(), way === 'smart_id' ? country : 'EE') ? {} : { personalCode: text('problem_personal_code') }),
      ...(way === 'mobile_id' && !/^\+?37[02][\d\s()-]{6,14}$/.test(phone.trim()) ? { phone: text('problem_phone') } : {}),
    }),
    submit: async (values) => {
      const personalCode = values.personalCode.trim()
      setSession(
        way === 'smart_id'
          ? await call<typeof smartIdCall>('POST', '/identity-service/v1/smart-id/authentication', {
              auth: 'extended',
              body: { personalCode, country: values.country as (typeof COUNTRIES)[number] },
            })
          : await call<typeof mobileIdCall>('POST', '/identity-service/v1/mobile-id/authentication', {
              auth: 'extended',
              body: { personalCode, phone: values.phone.trim() },
            }),
      )
    },
  })
  if (session && state === 'running')
    return (
      <div className={styles.block}>
        <p className={styles.about}>{text(way === 'smart_id' ? 'smart_id_lead' : 'mobile_id_lead')}</p>
        <p className={styles.label}>{text('session_code')}</p>
        <p className={styles.code} data-testid="session-code">
          <Num>{session.verificationCode}</Num>
        </p>
        <StatusMark kind="pending">{text('session_running')}</StatusMark>
      </div>
    )
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      {session ? (
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
