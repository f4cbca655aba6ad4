import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { userConfigQuery } from '#modules/account/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { confirmPhoneCall, createPhoneCall } from '../contract/phone.ts'
import { ChangePhone } from './ChangePhone.tsx'
import { CodeForm, NumberForm } from './phone-forms.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

type Step =
  | { name: 'rest' }
  | { name: 'number' }
  | { name: 'code'; authId: string; length: number; shown: string; toApps: boolean }
  | { name: 'change' }
  | { name: 'changed' }

/** The phone: none → number → code that came → bound → change by both numbers and the answer. */
export function PhoneCard({ phone }: { phone: string }) {
  const text = useTexts<SecurityTexts>('security')
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'rest' })
  const done = (next: Step) => {
    setStep(next)
    void client.invalidateQueries(userConfigQuery)
  }
  return (
    <OfficeCard
      id="phone"
      title={text('phone')}
      lead={text('phone_lead')}
      end={<StatusMark kind={phone ? 'success' : 'question'}>{phone ? <Num>{phone}</Num> : text('phone_none')}</StatusMark>}
    >
      {step.name === 'changed' ? (
        <Notice kind="success" announce>
          {text('phone_changed')}
        </Notice>
      ) : null}
      {step.name === 'rest' || step.name === 'changed' ? (
        <div className={officeStyles.actions}>
          <Button kind={phone ? 'plain' : 'primary'} icon="phone" onClick={() => setStep(phone ? { name: 'change' } : { name: 'number' })}>
            {text(phone ? 'phone_change' : 'phone_add')}
          </Button>
        </div>
      ) : null}
      {step.name === 'change' ? <ChangePhone onCancel={() => setStep({ name: 'rest' })} onDone={() => done({ name: 'changed' })} /> : null}
      {step.name === 'number' ? (
        <NumberForm
          onCancel={() => setStep({ name: 'rest' })}
          ask={async ({ shown, captchaToken, ...body }) => {
            const path = '/web-api/office/phone-actions/create-phone-number'
            const reply = await call<typeof createPhoneCall>('POST', path, { auth: 'token', body, captchaToken })
            setStep({ name: 'code', authId: reply.authId, length: reply.code_length, shown, toApps: body.is_send_sms_to_apps })
          }}
        />
      ) : null}
      {step.name === 'code' ? (
        <CodeForm
          length={step.length}
          label={text(step.toApps ? 'code' : 'sms_code')}
          lead={
            <>
              {text('phone_sent')} <Num>{step.shown}</Num>
            </>
          }
          confirm={async (sms_code) => {
            const path = '/web-api/office/phoneActions/createPhoneNumber/confirm'
            await call<typeof confirmPhoneCall>('POST', path, { auth: 'token', body: { authId: step.authId, sms_code } })
            done({ name: 'rest' })
          }}
          actions={
            <Button kind="quiet" onClick={() => setStep({ name: 'number' })}>
              {text('phone_another')}
            </Button>
          }
        />
      ) : null}
    </OfficeCard>
  )
}
