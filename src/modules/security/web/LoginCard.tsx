import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OfficeCard, useForm, useStepUp } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { userConfigQuery } from '#modules/account/web/index.ts'
import { CheckBox, TextField } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { changeLoginCall } from '../contract/identity.ts'
import { CardForm } from './CardForm.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

/** A login of one's own choice, and whether the address may be used as one. */
export function LoginCard({ login, authByEmail, hasMail }: { login: string; authByEmail: boolean; hasMail: boolean }) {
  const text = useTexts<SecurityTexts>('security')
  const client = useQueryClient()
  const stepUp = useStepUp()
  const [byEmail, setByEmail] = useState(authByEmail)
  const [saved, setSaved] = useState(false)
  const form = useForm<'login'>({
    initial: { login },
    check: ({ login: chosen }) => {
      setSaved(false)
      return [...chosen.trim()].length < 3 ? { login: text('problem_login_short') } : {}
    },
    submit: async ({ login: chosen }) => {
      const body = { login: chosen, auth_by_email: byEmail }
      const reply = await call<typeof changeLoginCall>('POST', '/web-api/office/account/login', { auth: 'token', body })
      form.fill({ login: reply.login })
      setSaved(true)
      await client.invalidateQueries(userConfigQuery)
    },
    onRefused: stepUp.onRefused,
  })
  const field = form.field('login')
  return (
    <OfficeCard id="login" title={text('login')} lead={text('login_lead')}>
      <CardForm form={form} submit={text('save')}>
        {saved ? (
          <Notice kind="success" announce>
            {text('login_saved')}
          </Notice>
        ) : null}
        <TextField
          {...field}
          onChange={(typed) => {
            setSaved(false)
            field.onChange(typed)
          }}
          label={text('login_field')}
          autoComplete="username"
          dir="ltr"
          maxLength={32}
          enterKeyHint="go"
        />
        {hasMail ? (
          <CheckBox
            checked={byEmail}
            onChange={(on) => {
              setSaved(false)
              setByEmail(on)
            }}
          >
            {text('login_by_email')}
          </CheckBox>
        ) : null}
      </CardForm>
      {stepUp.modal(form.onSubmit)}
    </OfficeCard>
  )
}
