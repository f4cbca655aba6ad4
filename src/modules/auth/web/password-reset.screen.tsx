import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { tellTabs } from '#platform/web/window-sync.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { peekResetCall, resetCall } from '../contract.ts'
import { checkPasswordLength } from '../rules/password.ts'
import { AuthPage, authStyles } from './AuthPage.tsx'
import { encodePassword, prepareEncoding } from './encode-password.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { PasswordStrength } from './PasswordStrength.tsx'
import { useForm } from './use-form.ts'
import type { Route } from './+types/password-reset.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')
type Link = { state: 'reading' } | { state: 'bad' } | { state: 'good'; hash: string; login: string }

const PATH = '/web-api/api/internal/v1/user/passwordreset'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'new_password_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args)
  return null
}

/** Behind the link of the letter: its secret stands after # and never reaches a server's log by itself. */
export default function PasswordReset() {
  const text = useTexts<AuthTexts>('auth')
  const [link, setLink] = useState<Link>({ state: 'reading' })
  useEffect(() => {
    prepareEncoding()
    const hash = new URLSearchParams(location.hash.slice(1)).get('hash') ?? ''
    if (hash === '') return setLink({ state: 'bad' })
    call<typeof peekResetCall>('GET', PATH, { query: { hash } }).then(
      (reply) => setLink({ state: 'good', hash, login: String(reply.data.attributes['login'] ?? '') }),
      () => setLink({ state: 'bad' }),
    )
  }, [])
  return (
    <AuthPage title={text('new_password_title')} links={<SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>}>
      {link.state === 'reading' ? <Skeleton height="160px" /> : null}
      {link.state === 'bad' ? (
        <>
          <Notice kind="error">{text('problem_hash_invalid')}</Notice>
          <SiteLink to="/password">{text('reset_new_link')}</SiteLink>
        </>
      ) : null}
      {link.state === 'good' ? <NewPasswordForm hash={link.hash} login={link.login} /> : null}
    </AuthPage>
  )
}

function NewPasswordForm({ hash, login }: { hash: string; login: string }) {
  const text = useTexts<AuthTexts>('auth')
  const { lng } = useSite()
  const form = useForm<'password' | 'password_confirmation'>({
    initial: { password: '', password_confirmation: '' },
    check: (values) => {
      const issue = checkPasswordLength(values.password)
      return {
        ...(issue ? { password: text(`problem_${issue}`) } : {}),
        ...(values.password !== values.password_confirmation ? { password_confirmation: text('problem_password_mismatch') } : {}),
      }
    },
    captcha: true,
    submit: async (values, captchaToken) => {
      const [password, confirmation] = await Promise.all([encodePassword(values.password), encodePassword(values.password_confirmation)])
      const body = { login: '', hash, sms_code: '', password, password_confirmation: confirmation }
      await call<typeof resetCall>('POST', PATH, { body: body as never, attributes: true, captchaToken })
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
      <PasswordField {...form.field('password')} label={text('new_password')} autoComplete="new-password" maxLength={200} />
      <PasswordStrength password={form.state.values.password} />
      <PasswordField {...form.field('password_confirmation')} label={text('repeat_password')} autoComplete="new-password" maxLength={200} />
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('save_password')}
      </Button>
    </form>
  )
}
