import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { resetCall } from '../contract.ts'
import { AuthPage, authStyles } from './AuthPage.tsx'
import { prepareEncoding } from './encode-password.ts'
import { NewPasswordForm, RESET_PATH } from './NewPasswordForm.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { PhoneLoginField } from './PhoneLoginField.tsx'
import { SendAgain } from './SendAgain.tsx'
import { TakeFocus } from './TakeFocus.tsx'
import { useForm } from './use-form.ts'
import { firstWay, useLoginTypes, WayTabs, type Way } from './WayTabs.tsx'
import type { Route } from './+types/password.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'reset_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args)
  return null
}

/** Asks for the letter with the link, or for a code to the phone. The answer is the same for known and unknown logins. */
export default function PasswordRequest() {
  const text = useTexts<AuthTexts>('auth')
  const [way, setWay] = useState<Way>(firstWay(useLoginTypes()))
  return (
    <AuthPage
      title={text('reset_title')}
      titleId={TITLE}
      lead={text(way === 'phone' ? 'reset_lead_phone' : 'reset_lead')}
      links={<SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>}
    >
      <WayTabs label={text('reset_title')} value={way} onChange={setWay} />
      {way === 'phone' ? <ByPhone /> : <ByLetter />}
    </AuthPage>
  )
}

const ask = (given: { login: string; login_type: 'email' | 'phone' | null }, captchaToken: string | undefined) =>
  call<typeof resetCall>('POST', RESET_PATH, {
    body: { ...given, country_code: '', hash: '', sms_code: '', password: '', password_confirmation: '' } as never,
    attributes: true,
    captchaToken,
  })

class PhoneTyped extends Error {}

const TITLE = 'reset-title'

function ByLetter() {
  const text = useTexts<AuthTexts>('auth')
  const [isSent, setSent] = useState(false)
  const [isAgain, setAgain] = useState(false)
  const form = useForm<'login'>({
    initial: { login: '' },
    check: ({ login }) => (login.trim() === '' ? { login: text('problem_login_required') } : {}),
    captcha: true,
    submit: async ({ login }, captchaToken) => {
      const { attributes } = (await ask({ login: login.trim(), login_type: null }, captchaToken)).data
      // A number of a phone was typed here: its code needs the other form.
      if (attributes['nextStep'] === 'sms') throw new PhoneTyped()
      setSent(true)
    },
    onRefused: (error) => (error instanceof PhoneTyped ? { login: text('reset_use_phone') } : false),
  })
  if (isSent)
    return (
      <>
        <TakeFocus id={TITLE} />
        <Notice kind="success" announce>
          {text('reset_sent')}
        </Notice>
        <Button
          wide
          onClick={() => {
            setSent(false)
            setAgain(true)
          }}
        >
          {text('reset_again')}
        </Button>
      </>
    )
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
        enterKeyHint="send"
      />
      {isAgain ? <TakeFocus id={form.idOf('login')} /> : null}
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('reset_send')}
      </Button>
    </form>
  )
}

function ByPhone() {
  const text = useTexts<AuthTexts>('auth')
  const [sent, setSent] = useState<{ hash: string; length: number; resendAfterS: number } | null>(null)
  useEffect(prepareEncoding, [])
  const form = useForm<'login'>({
    initial: { login: '' },
    check: ({ login }) => (login.trim() === '' ? { login: text('phone_required') } : {}),
    captcha: true,
    submit: async ({ login }, captchaToken) => {
      const { attributes } = (await ask({ login: login.trim(), login_type: 'phone' }, captchaToken)).data
      const { hash, code_length, resend_after } = attributes
      setSent({ hash: String(hash), length: Number(code_length), resendAfterS: Number(resend_after) })
    },
  })
  if (sent)
    return (
      <>
        <Notice kind="info" announce>
          {text('sms_sent')}
        </Notice>
        <FormMessage text={form.state.message} />
        <NewPasswordForm key={sent.hash} hash={sent.hash} login="" codeLength={sent.length} />
        <SendAgain key={`again-${sent.hash}`} afterS={sent.resendAfterS} loading={form.state.busy} onAgain={form.onSubmit} />
      </>
    )
  return (
    <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <PhoneLoginField {...form.field('login')} enterKeyHint="send" />
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('send_code')}
      </Button>
    </form>
  )
}
