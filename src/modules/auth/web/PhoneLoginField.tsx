import { useTexts } from '#platform/web/i18n.ts'
import { TextField } from '#ui/Field.tsx'
import type { FieldProps } from './use-form.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

/** The number by which a player is found: at sign-in, for a code, for a new password. */
export function PhoneLoginField(field: FieldProps & { enterKeyHint: 'next' | 'send' }) {
  const text = useTexts<AuthTexts>('auth')
  return (
    <TextField
      {...field}
      label={text('phone_login_label')}
      hint={text('phone_login_hint')}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      dir="ltr"
      maxLength={30}
    />
  )
}
