import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { CheckBox, CodeField, PasswordField, TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { signInCall } from '../contract.ts'
import type { checkCodeCall, sendCodeCall } from '../contract/sms.ts'
import { authStyles } from './AuthPage.tsx'
import { encodePassword } from './encode-password.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { isPasskeyDismissed, passkeysOffered, passkeysWork, signInByPasskey } from './passkey.ts'
import { keepSecondStep, secondStepOf } from './second-step.ts'
import { PhoneLoginField } from './PhoneLoginField.tsx'
import { SendAgain } from './SendAgain.tsx'
import { TakeFocus } from './TakeFocus.tsx'
import { useForm } from './use-form.ts'
import { firstWay, useLoginTypes, WayTabs, type Way } from './WayTabs.tsx'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

/** The ways in that the brand names: by address or number with a password, by phone, by a key of the device. */
export function LoginWays({ asked }: { asked: string | null }) {
  const text = useTexts<AuthTexts>('auth')
  const types = useLoginTypes()
  const [way, setWay] = useState<Way>(firstWay(types))
  // One box for all ways: whoever has emptied it on a computer of others is not remembered by a code or a key either.
  const [remember, setRemember] = useState(true)
  return (
    <>
      <WayTabs label={text('sign_in_title')} value={way} onChange={setWay} />
      <PasswordForm key={way} {...{ way, asked, remember, setRemember }} />
      <PasskeyButton asked={asked} remember={remember} />
    </>
  )
}

/** A finished first step: home, or on to the second one. */
function useFirstStep(asked: string | null) {
  const { lng } = useSite()
  const navigate = useSiteNavigate()
  return async (reply: Parameters<typeof secondStepOf>[0] & { userId: number }) => {
    const step = secondStepOf(reply, asked)
    if (!step) return finishSignIn(reply, lng, asked)
    await keepSecondStep(step)
    navigate('/two-factor')
  }
}

/** One code for an account that the house has blocked and for too many tries; only these end by themselves. */
const ACCOUNT_BLOCKED = 42
const hasEnd = (response: unknown) => typeof (response as { until?: unknown } | null)?.until === 'number'

interface PasswordFormProps {
  way: Way
  asked: string | null
  remember: boolean
  setRemember: (remember: boolean) => void
}

function PasswordForm({ way, asked, remember, setRemember }: PasswordFormProps) {
  const text = useTexts<AuthTexts>('auth')
  const types = useLoginTypes()
  const firstStep = useFirstStep(asked)
  const [bySms, setBySms] = useState(false)
  const [isBlocked, setIsBlocked] = useState(false)
  const form = useForm<'login' | 'password'>({
    initial: { login: '', password: '' },
    check: (values) => ({
      ...(values.login.trim() === '' ? { login: text(way === 'phone' ? 'phone_required' : 'problem_login_required') } : {}),
      ...(values.password === '' ? { password: text('password_required') } : {}),
    }),
    captcha: true,
    submit: async (values, captchaToken) => {
      const password = await encodePassword(values.password)
      const login_type = way === 'phone' ? { login_type: 'phone' } : {}
      await firstStep(
        await call<typeof signInCall>('POST', '/user/auth', {
          body: { login: values.login.trim(), password, remember, ...login_type } as never,
          captchaToken,
        }),
      )
    },
    onRefused: (error) => {
      setIsBlocked(isApiError(error) && error.code === ACCOUNT_BLOCKED && !hasEnd(error.response))
      return isApiError(error) && error.code === 41 ? { password: error.message } : false
    },
  })
  if (bySms) return <SmsForm {...{ asked, remember }} typed={form.state.values.login} onPassword={() => setBySms(false)} />
  return (
    <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {isBlocked ? <SiteLink to="/block-appeal">{text('appeal_open')}</SiteLink> : null}
      {way === 'phone' ? (
        <PhoneLoginField {...form.field('login')} enterKeyHint="next" />
      ) : (
        <TextField
          {...form.field('login')}
          label={text(types.includes('id') ? (types.includes('email') ? 'login_label' : 'login_label_id') : 'login_label_email')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={254}
          enterKeyHint="next"
        />
      )}
      <PasswordField {...form.field('password')} label={text('password_label')} maxLength={200} enterKeyHint="go" />
      <div className={authStyles.row}>
        <CheckBox checked={remember} onChange={setRemember}>
          {text('remember')}
        </CheckBox>
        {/* The letter leads to another page: only for it the way back is kept, for whoever signs in here next could find it. */}
        <SiteLink to="/password" onClick={() => void (asked && storage.set('returnUrl', asked))}>
          {text('forgot')}
        </SiteLink>
      </div>
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('sign_in')}
      </Button>
      {way === 'phone' ? (
        <button type="button" className={authStyles.link} onClick={() => setBySms(true)}>
          {text('by_sms')}
        </button>
      ) : null}
    </form>
  )
}

interface Sent {
  authId: string
  length: number
  phone: string
  resendAfterS: number
}

interface SmsFormProps {
  asked: string | null
  remember: boolean
  typed: string
  onPassword: () => void
}

/** A code to the phone instead of a password. */
function SmsForm({ asked, remember, typed, onPassword }: SmsFormProps) {
  const text = useTexts<AuthTexts>('auth')
  const firstStep = useFirstStep(asked)
  const [last, setLast] = useState<Sent | null>(null)
  const [phone, setPhone] = useState(typed.trim())
  // A number that was corrected has no code yet: it is asked for like the first one.
  const sent = last?.phone === phone ? last : null
  const form = useForm<'phone' | 'sms_code'>({
    initial: { phone: typed, sms_code: '' },
    check: (values) => ({
      ...(values.phone.trim() === '' ? { phone: text('phone_required') } : {}),
      ...(sent && values.sms_code.trim() === '' ? { sms_code: text('auth_required_field') } : {}),
    }),
    captcha: sent === null,
    submit: async (values, captchaToken) => {
      if (sent) {
        const body = { authId: sent.authId, sms_code: values.sms_code, remember }
        return firstStep(await call<typeof checkCodeCall>('POST', '/sms-auth/check-code', { body }))
      }
      const body = { phone, country_code: '', is_send_sms_to_apps: false }
      const reply = await call<typeof sendCodeCall>('POST', '/sms-auth/send-code', { body, captchaToken })
      setLast({ authId: reply.authId, length: reply.code_length, phone, resendAfterS: reply.resend_after })
    },
  })
  return (
    <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <PhoneLoginField
        {...form.field('phone')}
        onChange={(value) => {
          setPhone(value.trim())
          form.set('phone', value)
        }}
        enterKeyHint={sent ? 'next' : 'send'}
      />
      {sent ? (
        <>
          <Notice kind="info">{text('sms_sent')}</Notice>
          <CodeField {...form.field('sms_code')} label={text('sms_code_label')} length={sent.length} enterKeyHint="go" />
          <TakeFocus key={sent.authId} id={form.idOf('sms_code')} />
        </>
      ) : null}
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text(sent ? 'sign_in' : 'send_code')}
      </Button>
      {sent ? (
        <SendAgain
          key={sent.authId}
          afterS={sent.resendAfterS}
          onAgain={() => {
            // A form without a code on its way is the one that asks for a code.
            flushSync(() => setLast(null))
            form.onSubmit()
          }}
        />
      ) : null}
      <button type="button" className={authStyles.link} onClick={onPassword}>
        {text('by_password')}
      </button>
    </form>
  )
}

/** A key that the device keeps: no password, no captcha. */
function PasskeyButton({ asked, remember }: { asked: string | null; remember: boolean }) {
  const text = useTexts<AuthTexts>('auth')
  const { config } = useSite()
  const firstStep = useFirstStep(asked)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // The button has its place from the first sight: one that comes later moves what stands under it.
  const [works, setWorks] = useState(() => passkeysOffered(config))
  useEffect(() => setWorks(passkeysWork(config)), [config])
  if (!works) return null
  const signIn = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await firstStep(await signInByPasskey(remember))
    } catch (error) {
      if (!isPasskeyDismissed(error)) setProblem(isApiError(error) ? error.message : text('passkey_failed'))
      setBusy(false)
    }
  }
  return (
    <div className={authStyles.form}>
      {problem ? (
        <Notice kind="error" announce>
          {problem}
        </Notice>
      ) : null}
      <Button size="large" wide icon="key" loading={busy} onClick={() => void signIn()}>
        {text('by_passkey')}
      </Button>
    </div>
  )
}
