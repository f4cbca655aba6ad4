import { useState } from 'react'
import { EmailField } from '#modules/account/web/index.ts'
import { OfficeCard, officeStyles, useForm, useStepUp } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import type { changeEmailCall } from '../contract/identity.ts'
import { CardForm } from './CardForm.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')
type AuthTexts = typeof import('../../../../locales/ru/auth.json')

/** The address: asked for → letter → its link (email.screen.tsx) → changed. */
export function EmailCard({ email, confirmed }: { email: string; confirmed: boolean }) {
  const text = useTexts<SecurityTexts>('security')
  const [step, setStep] = useState<'rest' | 'form' | 'letter'>('rest')
  return (
    <OfficeCard
      id="email"
      title={text('email')}
      lead={text('email_lead')}
      end={<StatusMark kind={email && confirmed ? 'success' : 'question'}>{email ? <bdi>{email}</bdi> : text('email_none')}</StatusMark>}
    >
      {step === 'letter' ? (
        <Notice kind="info" announce>
          {text('email_letter')}
        </Notice>
      ) : null}
      {step === 'form' ? (
        <EmailForm onCancel={() => setStep('rest')} onSent={() => setStep('letter')} />
      ) : (
        <div className={officeStyles.actions}>
          <Button onClick={() => setStep('form')}>{text('email_change')}</Button>
        </div>
      )}
    </OfficeCard>
  )
}

function EmailForm({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) {
  const text = useTexts<SecurityTexts>('security')
  const auth = useTexts<AuthTexts>('auth')
  const stepUp = useStepUp()
  const form = useForm<'umail'>({
    initial: { umail: '' },
    check: ({ umail }) => (umail.trim() === '' ? { umail: auth('auth_required_field') } : {}),
    captcha: true,
    submit: async (body, captchaToken) => {
      await call<typeof changeEmailCall>('POST', '/web-api/office/account/email', { auth: 'token', body, captchaToken })
      onSent()
    },
    onRefused: stepUp.onRefused,
  })
  return (
    <>
      <CardForm form={form} submit={text('continue')} focus="umail" onCancel={onCancel}>
        <EmailField
          {...form.field('umail')}
          enterKeyHint="send"
          label={text('email_new')}
          onFix={(address) => form.set('umail', address)}
        />
      </CardForm>
      {stepUp.modal(form.onSubmit)}
    </>
  )
}
