import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { CheckBox, PasswordField, TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { signInCall } from '../contract.ts'
import { safeReturnUrl } from '../rules/return-url.ts'
import { AuthPage, authStyles } from './AuthPage.tsx'
import { encodePassword, prepareEncoding } from './encode-password.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useForm } from './use-form.ts'
import type { Route } from './+types/login.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'sign_in_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedOut: true })
  return null
}

export default function Login() {
  const text = useTexts<AuthTexts>('auth')
  const [search] = useSearchParams()
  const asked = safeReturnUrl(search.get('return'))
  const reason = search.get('reason')
  useEffect(() => {
    prepareEncoding()
    if (asked) void storage.set('returnUrl', asked)
  }, [asked])
  const withReturn = (path: string) => (asked ? `${path}?return=${encodeURIComponent(asked)}` : path)
  return (
    <AuthPage
      title={text('sign_in_title')}
      links={
        <>
          {text('no_account')} <SiteLink to={withReturn('/registration')}>{text('register')}</SiteLink>
        </>
      }
    >
      {reason === 'idle' ? <Notice kind="info">{text('signed_out_idle')}</Notice> : null}
      {reason === 'password' ? <Notice kind="success">{text('password_changed_sign_in')}</Notice> : null}
      {reason === 'expired' ? <Notice kind="info">{text('signed_out_expired')}</Notice> : null}
      {asked && reason === null ? <Notice kind="info">{text('sign_in_to_open')}</Notice> : null}
      <LoginForm asked={asked} />
    </AuthPage>
  )
}

function LoginForm({ asked }: { asked: string | null }) {
  const text = useTexts<AuthTexts>('auth')
  const { lng } = useSite()
  const navigate = useSiteNavigate()
  const [remember, setRemember] = useState(true)
  const form = useForm<'login' | 'password'>({
    initial: { login: '', password: '' },
    check: (values) => ({
      ...(values.login.trim() === '' ? { login: text('problem_login_required') } : {}),
      ...(values.password === '' ? { password: text('password_required') } : {}),
    }),
    captcha: true,
    submit: async (values, captchaToken) => {
      const password = await encodePassword(values.password)
      const reply = await call<typeof signInCall>('POST', '/user/auth', {
        body: { login: values.login.trim(), password, remember } as never,
        captchaToken,
      })
      if (reply.nextStep !== 'two_factor') return finishSignIn(reply, lng, asked)
      // The step's id opens nothing by itself, but it does not belong into an address either.
      await storage.set('draft-second-step', { authId: reply.authId, asked })
      navigate('/two-factor')
    },
    onRefused: (error) => (isApiError(error) && error.code === 41 ? { password: error.message } : false),
  })
  return (
    <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <TextField
        {...form.field('login')}
        label={text('login_label')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={254}
        enterKeyHint="next"
      />
      <PasswordField {...form.field('password')} label={text('password_label')} maxLength={200} enterKeyHint="go" />
      <div className={authStyles.row}>
        <CheckBox checked={remember} onChange={setRemember}>
          {text('remember')}
        </CheckBox>
        <SiteLink to="/password">{text('forgot')}</SiteLink>
      </div>
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('sign_in')}
      </Button>
    </form>
  )
}
