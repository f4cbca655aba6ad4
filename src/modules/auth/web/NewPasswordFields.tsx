import { useTexts } from '#platform/web/i18n.ts'
import { PasswordField } from '#ui/Field.tsx'
import { checkPasswordLength } from '../rules/password.ts'
import { PasswordStrength } from './PasswordStrength.tsx'
import type { Form } from './use-form.ts'

type NewPassword = 'password' | 'password_confirmation'

/** A new password, how strong it is, and the same once more: the end of every form that sets one. `own`: what it must not be built on. */
export function NewPasswordFields<F extends string>({ form, own = [] }: { form: Form<F | NewPassword>; own?: readonly string[] }) {
  const text = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  const { values, errors } = form.state
  const same = { autoComplete: 'new-password', maxLength: 200 } as const
  return (
    <>
      <PasswordField {...form.field('password')} {...same} label={text('new_password')} enterKeyHint="next" />
      <PasswordStrength password={values.password} isRefused={errors.password !== undefined} own={own} />
      <PasswordField {...form.field('password_confirmation')} {...same} label={text('repeat_password')} enterKeyHint="go" />
    </>
  )
}

/** What can be said of it before it is sent. */
export function useNewPasswordCheck(): (values: Record<NewPassword, string>) => Partial<Record<NewPassword, string>> {
  const text = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  return ({ password, password_confirmation }) => {
    const issue = checkPasswordLength(password)
    return {
      ...(issue ? { password: text(`problem_${issue}`) } : {}),
      ...(password !== password_confirmation ? { password_confirmation: text('problem_password_mismatch') } : {}),
    }
  }
}
