import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { userConfigQuery } from '#modules/account/web/index.ts'
import {
  encodePassword,
  NewPasswordFields,
  OfficeCard,
  prepareEncoding,
  useForm,
  useNewPasswordCheck,
  Username,
} from '#modules/auth/web/index.ts'
import type { changePasswordCall } from '#modules/auth/contract.ts'
import { CheckBox, PasswordField } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CardForm } from './CardForm.tsx'
import { sessionsQuery } from './sessions-query.ts'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')
type AuthTexts = typeof import('../../../../locales/ru/auth.json')

const EMPTY = { old_password: '', password: '', password_confirmation: '' }

export function PasswordCard({ username, email, mustChange }: { username: string; email: string; mustChange: boolean }) {
  const text = useTexts<SecurityTexts>('security')
  const auth = useTexts<AuthTexts>('auth')
  const client = useQueryClient()
  const { player } = useSession()
  const [endOthers, setEndOthers] = useState(true)
  const [closed, setClosed] = useState<number | null>(null)
  useEffect(prepareEncoding, [])
  const checkNew = useNewPasswordCheck()
  const form = useForm<keyof typeof EMPTY>({
    initial: EMPTY,
    check: (values) => ({
      ...(values.old_password === '' ? { old_password: auth('password_required') } : {}),
      ...checkNew(values),
    }),
    captcha: true,
    submit: async (values, captchaToken) => {
      setClosed(null)
      const [old, password, confirmation] = await Promise.all(
        [values.old_password, values.password, values.password_confirmation].map(encodePassword),
      )
      const body = { old_password: old!, password: password!, password_confirmation: confirmation!, end_other_sessions: endOthers }
      const reply = await call<typeof changePasswordCall>('PUT', '/api/web/user/v1/password', { auth: 'token', body, captchaToken })
      form.fill(EMPTY)
      setClosed(reply.closed_sessions)
      await Promise.all([client.invalidateQueries(userConfigQuery), client.invalidateQueries(sessionsQuery)])
    },
  })
  return (
    <OfficeCard id="password" title={text('password')} lead={mustChange ? text('password_temporary') : undefined}>
      <CardForm form={form} submit={text('change_password')}>
        {closed !== null ? (
          <Notice kind="success" announce>
            {text(closed > 0 ? 'password_changed_closed' : 'password_changed')}
          </Notice>
        ) : null}
        <Username value={username} />
        <PasswordField {...form.field('old_password')} label={text('old_password')} maxLength={200} enterKeyHint="next" />
        <NewPasswordFields form={form} own={[username, email, String(player?.id ?? '')]} />
        <CheckBox checked={endOthers} onChange={setEndOthers}>
          {text('end_other_sessions')}
        </CheckBox>
      </CardForm>
    </OfficeCard>
  )
}
