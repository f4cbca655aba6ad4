import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { tellTabs } from '#platform/web/window-sync.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Num } from '#ui/Num.tsx'
import type { resetCall } from '../contract.ts'
import { authStyles } from './AuthPage.tsx'
import { encodePassword } from './encode-password.ts'
import { NewPasswordFields, useNewPasswordCheck } from './NewPasswordFields.tsx'
import { TakeFocus } from './TakeFocus.tsx'
import { useForm } from './use-form.ts'

export const RESET_PATH = '/web-api/api/internal/v1/user/passwordreset'

/** The new password, with what proves the player: `hash` of a letter's link, or `hash` and the code that an SMS brought. */
export function NewPasswordForm({ hash, login, codeLength = 0 }: { hash: string; login: string; codeLength?: number }) {
  const text = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  const { lng } = useSite()
  const checkNew = useNewPasswordCheck()
  const form = useForm<'sms_code' | 'password' | 'password_confirmation'>({
    initial: { sms_code: '', password: '', password_confirmation: '' },
    check: (values) => ({
      ...(codeLength > 0 && values.sms_code.trim() === '' ? { sms_code: text('auth_required_field') } : {}),
      ...checkNew(values),
    }),
    captcha: true,
    submit: async (values, captchaToken) => {
      const [password, confirmation] = await Promise.all([encodePassword(values.password), encodePassword(values.password_confirmation)])
      const body = { login: '', hash, sms_code: values.sms_code.trim(), password, password_confirmation: confirmation }
      await call<typeof resetCall>('POST', RESET_PATH, { body: body as never, attributes: true, captchaToken })
      // Every session has ended, also those of other tabs.
      tellTabs('signedOut', {})
      location.assign(`/${lng}/login?reason=password`)
    },
  })
  return (
    <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      {login ? (
        <p className={authStyles.lead}>
          {text('for_account')} <Num>{login}</Num>
        </p>
      ) : null}
      <FormMessage text={form.state.message} />
      {codeLength > 0 ? (
        <>
          <CodeField {...form.field('sms_code')} label={text('sms_code_label')} length={codeLength} enterKeyHint="next" />
          <TakeFocus id={form.idOf('sms_code')} />
        </>
      ) : null}
      <NewPasswordFields form={form} />
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('save_password')}
      </Button>
    </form>
  )
}
