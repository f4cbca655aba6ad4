import { guard } from '#modules/brand/web/index.ts'
import { useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { resetCall } from '../contract.ts'
import { AuthPage, authStyles } from './AuthPage.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { useForm } from './use-form.ts'
import type { Route } from './+types/password.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'reset_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args)
  return null
}

/** Asks for the letter with the link. The answer is the same for known and unknown logins. */
export default function PasswordRequest() {
  const text = useTexts<AuthTexts>('auth')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm<'login'>({
    initial: { login: '' },
    check: ({ login }) => (login.trim() === '' ? { login: text('problem_login_required') } : {}),
    captcha: true,
    submit: async ({ login }, captchaToken) => {
      const body = { login: login.trim(), hash: '', sms_code: '', password: '', password_confirmation: '' }
      await call<typeof resetCall>('POST', '/web-api/api/internal/v1/user/passwordreset', {
        body: body as never,
        attributes: true,
        captchaToken,
      })
      setSentTo(login.trim())
    },
  })
  return (
    <AuthPage
      title={text('reset_title')}
      lead={sentTo === null ? text('reset_lead') : undefined}
      links={<SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>}
    >
      {sentTo !== null ? (
        <>
          <Notice kind="success" announce>
            {text('reset_sent')}
          </Notice>
          <Button wide onClick={() => setSentTo(null)}>
            {text('reset_again')}
          </Button>
        </>
      ) : (
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
          />
          <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
            {text('reset_send')}
          </Button>
        </form>
      )}
    </AuthPage>
  )
}
