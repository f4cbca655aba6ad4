import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { forgetToken } from '#platform/web/service-token.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField, PasswordField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Modal } from '#ui/Overlay.tsx'
import type { confirmCall } from '../contract.ts'
import { authStyles } from './AuthPage.tsx'
import { encodePassword, prepareEncoding } from './encode-password.ts'
import { useForm } from './use-form.ts'

/** What the server answers when the second factor is on and its code is missing. */
const WRONG_APP_CODE = 3

interface ConfirmModalProps {
  /** The session was idle; otherwise what is done asks for a fresh proof. */
  idle?: boolean
  onConfirmed: () => void
  onClose: () => void
}

/** Proves again who is there: before money moves in a session that was idle, and before an important change. The code is asked for after the right password. */
export function ConfirmModal({ idle = false, onConfirmed, onClose }: ConfirmModalProps) {
  const text = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  const [withCode, setWithCode] = useState(false)
  useEffect(prepareEncoding, [])
  const form = useForm<'password' | 'app_code'>({
    initial: { password: '', app_code: '' },
    check: (values) => (values.password === '' ? { password: text('password_required') } : {}),
    captcha: true,
    submit: async (values, captchaToken) => {
      const password = await encodePassword(values.password)
      await call<typeof confirmCall>('POST', '/web-api/user/confirm', { body: { password, app_code: values.app_code }, captchaToken })
      forgetToken()
      onConfirmed()
    },
    onRefused: (error) => {
      if (withCode || !isApiError(error) || error.code !== WRONG_APP_CODE) return false
      setWithCode(true)
      return { app_code: text('auth_required_field') }
    },
  })
  return (
    <Modal title={text('confirm_title')} size="small" onClose={onClose}>
      <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
        <p className={authStyles.lead}>{text(idle ? 'problem_session_idle' : 'problem_confirm')}</p>
        <FormMessage text={form.state.message} />
        <PasswordField {...form.field('password')} label={text('password_label')} maxLength={200} enterKeyHint={withCode ? 'next' : 'go'} />
        {withCode ? <CodeField {...form.field('app_code')} label={text('app_code')} length={6} enterKeyHint="go" /> : null}
        <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
          {text('confirm')}
        </Button>
      </form>
    </Modal>
  )
}
