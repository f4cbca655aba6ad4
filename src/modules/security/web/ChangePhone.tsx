import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { officeStyles, SendAgain, useForm } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Num } from '#ui/Num.tsx'
import type { confirmUpdateCall, sendUpdateCodeCall, updatePhoneCall } from '../contract/phone.ts'
import { CardForm } from './CardForm.tsx'
import { CodeForm, NumberForm } from './phone-forms.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')
type AuthTexts = typeof import('../../../../locales/ru/auth.json')

/** What every step of one change carries. */
interface Change {
  authId: string
  toApps: boolean
}

type Step =
  | { name: 'number' }
  | ({ name: 'old_phone' | 'new_phone'; phone: string; length: number } & Change)
  | ({ name: 'question'; question: string } & Change)

const CODE_LENGTH = 6
/** The server refuses another code before. */
const RESEND_AFTER_S = 60

async function sendCode({ authId, toApps }: Change): Promise<{ phone: string; length: number }> {
  const sent = await call<typeof sendUpdateCodeCall>('POST', '/web-api/office/phoneActions/updatePhoneNumber/sendCode', {
    auth: 'token',
    body: { authId, is_send_sms_to_apps: toApps },
  })
  return { phone: sent.phone, length: sent.code_length }
}

const confirm = (body: { authId: string; sms_code?: string; user_answer?: string }) =>
  call<typeof confirmUpdateCall>('POST', '/web-api/office/phoneActions/updatePhoneNumber/confirm', { auth: 'token', body })

/** A new number → the code of the old one → the code of the new one → the answer where a question is set. */
export function ChangePhone({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const text = useTexts<SecurityTexts>('security')
  const [step, setStep] = useState<Step>({ name: 'number' })
  const resend = useMutation({ mutationFn: sendCode, onError: (error) => showToast({ kind: 'error', text: error.message }) })
  const cancel = (
    <Button kind="quiet" onClick={onCancel}>
      {text('cancel')}
    </Button>
  )
  if (step.name === 'number')
    return (
      <NumberForm
        onCancel={onCancel}
        ask={async ({ shown: _shown, captchaToken, ...body }) => {
          const path = '/web-api/office/phone-actions/update-phone-number'
          const { authId } = await call<typeof updatePhoneCall>('POST', path, { auth: 'token', body, captchaToken })
          const change = { authId: authId ?? '', toApps: body.is_send_sms_to_apps }
          setStep({ name: 'old_phone', ...change, ...(await sendCode(change)) })
        }}
      />
    )
  const change = { authId: step.authId, toApps: step.toApps }
  if (step.name === 'question')
    return (
      <AnswerForm
        question={step.question}
        onCancel={onCancel}
        answer={async (user_answer) => {
          await confirm({ authId: step.authId, user_answer })
          onDone()
        }}
      />
    )
  return (
    <CodeForm
      key={step.name}
      length={step.length}
      label={text(step.name === 'old_phone' ? 'phone_old_code' : 'phone_new_code')}
      lead={
        <>
          {text('phone_code_to')} <Num>{step.phone}</Num>
        </>
      }
      confirm={async (sms_code) => {
        const next = await confirm({ authId: step.authId, sms_code })
        if (next.nextStep === 'none') return onDone()
        if (next.nextStep === 'question') return setStep({ name: 'question', ...change, question: next.question ?? '' })
        // The proof counts already: when the next code does not leave at once, it can be asked for again.
        const sent = await resend.mutateAsync(change).catch(() => ({ phone: text('phone_new'), length: CODE_LENGTH }))
        setStep({ name: 'new_phone', ...change, ...sent })
      }}
      actions={
        <>
          <SendAgain
            key={`${step.name}-${resend.submittedAt}`}
            afterS={RESEND_AFTER_S}
            loading={resend.isPending}
            onAgain={() => resend.mutate(change)}
          />
          {cancel}
        </>
      }
    />
  )
}

interface AnswerFormProps {
  question: string
  answer: (answer: string) => Promise<void>
  onCancel: () => void
}

function AnswerForm({ question, answer, onCancel }: AnswerFormProps) {
  const text = useTexts<SecurityTexts>('security')
  const auth = useTexts<AuthTexts>('auth')
  const form = useForm<'user_answer'>({
    initial: { user_answer: '' },
    check: ({ user_answer }) => (user_answer.trim() === '' ? { user_answer: auth('auth_required_field') } : {}),
    submit: ({ user_answer }) => answer(user_answer),
  })
  return (
    <CardForm form={form} submit={text('phone_confirm')} focus="user_answer" onCancel={onCancel}>
      <p className={officeStyles.lead}>{question}</p>
      <TextField {...form.field('user_answer')} label={text('your_answer')} maxLength={100} autoComplete="off" enterKeyHint="go" />
    </CardForm>
  )
}
