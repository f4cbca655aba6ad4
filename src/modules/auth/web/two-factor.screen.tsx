import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { CodeField, TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { codeAgainCall, secondStepCall } from '../contract.ts'
import type { socialSecondStepCall } from '../contract/social.ts'
import { AuthPage, authStyles } from './AuthPage.tsx'
import { finishSignIn } from './finish-sign-in.ts'
import { dropSecondStep, keepSecondStep, keptSecondStep, secondStepOf, type SecondStep } from './second-step.ts'
import { SendAgain } from './SendAgain.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { useForm } from './use-form.ts'
import type { Route } from './+types/two-factor.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

const CODE_LENGTH = 6

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'second_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedOut: true })
  return null
}

/** The second step of a sign-in: the code of the app or one of the recovery codes, or the code that went to the player's address. */
export default function TwoFactor() {
  const navigate = useSiteNavigate()
  const [step, setStep] = useState<SecondStep | null>(null)
  useEffect(() => {
    void keptSecondStep().then((found) => {
      if (found) setStep(found)
      else navigate('/login', { replace: true })
    })
    // Once: without a first step there is nothing to do here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return step?.sentTo === undefined ? <ByApp step={step} /> : <BySentCode step={step} sentTo={step.sentTo} onAgain={setStep} />
}

function ByApp({ step }: { step: SecondStep | null }) {
  const text = useTexts<AuthTexts>('auth')
  const [recovery, setRecovery] = useState(false)
  return (
    <AuthPage
      title={text('second_title')}
      lead={text(recovery ? 'recovery_lead' : 'second_lead')}
      links={<SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>}
    >
      <CodeForm key={recovery ? 'recovery' : 'app'} step={step} recovery={recovery} />
      <button type="button" className={authStyles.link} onClick={() => setRecovery(!recovery)}>
        {text(recovery ? 'use_app_code' : 'use_recovery_code')}
      </button>
    </AuthPage>
  )
}

function secondStep(step: SecondStep, codes: { app_code: string; sms_code: string }): Promise<{ userId: number }> {
  const body = { authId: step.authId, ...codes }
  return step.social
    ? call<typeof socialSecondStepCall>('POST', '/socauth/twofactor', { body })
    : call<typeof secondStepCall>('POST', '/user/twoauth', { body })
}

function CodeForm({ step, recovery }: { step: SecondStep | null; recovery: boolean }) {
  const text = useTexts<AuthTexts>('auth')
  const { lng } = useSite()
  const form = useForm<'app_code'>({
    initial: { app_code: '' },
    check: ({ app_code: code }) => (code.trim() === '' ? { app_code: text('auth_required_field') } : {}),
    submit: async (values) => {
      if (!step) return
      const reply = await secondStep(step, { app_code: values.app_code.trim(), sms_code: '' })
      await dropSecondStep()
      await finishSignIn(reply, lng, step.asked)
    },
    onRefused: (error) => (isApiError(error) && error.code === 3 && recovery ? { app_code: text('recovery_wrong') } : false),
  })
  const set = (code: string) => {
    form.set('app_code', code)
  }
  const field = { ...form.field('app_code'), onChange: set, autoFocus: true }
  return (
    <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      {recovery ? (
        <TextField
          {...field}
          label={text('recovery_code')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={20}
          enterKeyHint="go"
        />
      ) : (
        <CodeField {...field} label={text('app_code')} length={CODE_LENGTH} enterKeyHint="go" />
      )}
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('confirm')}
      </Button>
    </form>
  )
}

/** Seconds until another code may be asked for, of a refusal that tells them. */
function waitOf(response: unknown): number | null {
  const { retryAfter } = (response ?? {}) as { retryAfter?: unknown }
  return typeof retryAfter === 'number' ? retryAfter : null
}

interface BySentCodeProps {
  step: SecondStep
  sentTo: string
  onAgain: (step: SecondStep) => void
}

/** A right password in a place where the player has never been: a code to his address says that it is he (SES-10). */
function BySentCode({ step, sentTo, onAgain }: BySentCodeProps) {
  const text = useTexts<AuthTexts>('auth')
  const { lng } = useSite()
  const [isSending, setIsSending] = useState(false)
  const form = useForm<'sms_code'>({
    initial: { sms_code: '' },
    check: ({ sms_code: code }) => (code.trim() === '' ? { sms_code: text('auth_required_field') } : {}),
    submit: async (values) => {
      const reply = await secondStep(step, { app_code: '', sms_code: values.sms_code.trim() })
      await dropSecondStep()
      await finishSignIn(reply, lng, step.asked)
    },
  })
  const sendAgain = async () => {
    setIsSending(true)
    try {
      const reply = await call<typeof codeAgainCall>('POST', '/web-api/user/signincode', { body: { authId: step.authId } })
      const next = { ...step, ...secondStepOf(reply, step.asked) }
      await keepSecondStep(next)
      form.fill({ sms_code: '' })
      onAgain(next)
    } catch (error) {
      form.refuse({}, isApiError(error) ? error.message : text('code_not_sent'))
      const resendAfterS = isApiError(error) ? waitOf(error.response) : null
      if (resendAfterS !== null) onAgain({ ...step, resendAfterS })
    } finally {
      setIsSending(false)
    }
  }
  const byLetter = step.by === 'email'
  const field = { ...form.field('sms_code'), autoFocus: true }
  return (
    <AuthPage
      title={text('second_title')}
      lead={text(byLetter ? 'strange_lead_email' : 'strange_lead_sms')}
      links={<SiteLink to="/login">{text('back_to_sign_in')}</SiteLink>}
    >
      <form className={authStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
        <FormMessage text={form.state.message} />
        <Notice kind="info">
          {text('code_sent_to')} <bdi dir="ltr">{sentTo}</bdi>
        </Notice>
        <CodeField {...field} label={text(byLetter ? 'letter_code_label' : 'sms_code_label')} length={CODE_LENGTH} enterKeyHint="go" />
        <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
          {text('confirm')}
        </Button>
        <SendAgain
          key={`${step.authId} ${step.resendAfterS}`}
          afterS={step.resendAfterS ?? 0}
          loading={isSending}
          onAgain={() => void sendAgain()}
        />
      </form>
    </AuthPage>
  )
}
