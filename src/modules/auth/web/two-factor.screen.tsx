import { guard } from '#modules/brand/web/index.ts'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField, TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import type { secondStepCall } from '../contract.ts'
import type { socialSecondStepCall } from '../contract/social.ts'
import { AuthPage, authStyles } from './AuthPage.tsx'
import { finishSignIn } from './finish-sign-in.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useForm } from './use-form.ts'
import type { Route } from './+types/two-factor.screen.ts'

type AuthTexts = typeof import('../../../../locales/ru/auth.json')

const CODE_LENGTH = 6

interface Step {
  authId: string
  asked: string | null
  /** Begun at another service. */
  social?: boolean
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'auth', 'second_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedOut: true })
  return null
}

/** The second step of a sign-in: the code of the app, or one of the recovery codes. */
export default function TwoFactor() {
  const text = useTexts<AuthTexts>('auth')
  const navigate = useSiteNavigate()
  const [step, setStep] = useState<Step | null>(null)
  const [recovery, setRecovery] = useState(false)
  useEffect(() => {
    void storage.get('draft-second-step').then((found) => {
      if (found) setStep(found as Step)
      else navigate('/login', { replace: true })
    })
    // Once: without a first step there is nothing to do here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
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

function secondStep(step: Step, code: string): Promise<{ userId: number }> {
  const body = { authId: step.authId, app_code: code, sms_code: '' }
  return step.social
    ? call<typeof socialSecondStepCall>('POST', '/socauth/twofactor', { body })
    : call<typeof secondStepCall>('POST', '/user/twoauth', { body })
}

function CodeForm({ step, recovery }: { step: Step | null; recovery: boolean }) {
  const text = useTexts<AuthTexts>('auth')
  const { lng } = useSite()
  const form = useForm<'app_code'>({
    initial: { app_code: '' },
    check: ({ app_code: code }) => (code.trim() === '' ? { app_code: text('auth_required_field') } : {}),
    submit: async (values) => {
      if (!step) return
      const reply = await secondStep(step, values.app_code.trim())
      await storage.remove('draft-second-step')
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
        />
      ) : (
        <CodeField {...field} label={text('app_code')} length={CODE_LENGTH} />
      )}
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('confirm')}
      </Button>
    </form>
  )
}
