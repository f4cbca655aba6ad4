import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkPhone, phoneDigits } from '#lib/phone.ts'
import { PhoneNumberField, phoneCountriesQuery, phoneMasksQuery, planOf, refusedBy, type PhoneValue } from '#modules/account/web/index.ts'
import { ConfirmModal, OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { StatusMark } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { confirmPhoneCall, createPhoneCall } from '../contract/phone.ts'
import { userFlagsQuery } from './user-flags.ts'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')
type AuthTexts = typeof import('../../../../locales/ru/auth.json')
type AccountTexts = typeof import('../../../../locales/ru/account.json')

/** The server wants a proof of the last five minutes. */
const CONFIRM_FIRST = 48

type Step = { name: 'rest' } | { name: 'number' } | { name: 'code'; authId: string; length: number; national: string }

/** The phone: none → number → code from the SMS → bound. */
export function PhoneCard({ phone }: { phone: string }) {
  const text = useTexts<SecurityTexts>('security')
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'rest' })
  return (
    <OfficeCard
      id="phone"
      title={text('phone')}
      lead={text('phone_lead')}
      end={<StatusMark kind={phone ? 'success' : 'question'}>{phone ? <Num>{phone}</Num> : text('phone_none')}</StatusMark>}
    >
      {step.name === 'rest' && !phone ? (
        <div className={officeStyles.actions}>
          <Button kind="primary" icon="phone" onClick={() => setStep({ name: 'number' })}>
            {text('phone_add')}
          </Button>
        </div>
      ) : null}
      {step.name === 'number' ? (
        <NumberForm onCancel={() => setStep({ name: 'rest' })} onSent={(sent) => setStep({ name: 'code', ...sent })} />
      ) : null}
      {step.name === 'code' ? (
        <CodeForm
          {...step}
          onBack={() => setStep({ name: 'number' })}
          onDone={() => {
            setStep({ name: 'rest' })
            void client.invalidateQueries(userFlagsQuery)
          }}
        />
      ) : null}
    </OfficeCard>
  )
}

interface NumberFormProps {
  onSent: (sent: { authId: string; length: number; national: string }) => void
  onCancel: () => void
}

function NumberForm({ onSent, onCancel }: NumberFormProps) {
  const text = useTexts<SecurityTexts>('security')
  const account = useTexts<AccountTexts>('account')
  const site = useSite()
  const [confirming, setConfirming] = useState(false)
  const countries = useQuery(phoneCountriesQuery).data ?? []
  const masks = useQuery(phoneMasksQuery).data ?? []
  const form = useForm<'country_code' | 'phone_number'>({
    initial: { country_code: site.country, phone_number: '' },
    check: (values) => {
      const chosen = countries.find(({ iso }) => iso === values.country_code)
      const issue = checkPhone(values.phone_number, chosen ? planOf(chosen, masks) : null, true)
      if (issue?.key === 'required') return { phone_number: account('required', { label: account('phone_label') }) }
      if (issue) return { phone_number: account(issue.key, issue.params) }
      const refused = chosen ? refusedBy(masks, chosen.id, phoneDigits(values.phone_number)) : null
      return refused === null ? {} : { phone_number: refused }
    },
    captcha: true,
    submit: async ({ country_code, phone_number }, captchaToken) => {
      const reply = await call<typeof createPhoneCall>('POST', '/web-api/office/phone-actions/create-phone-number', {
        auth: 'token',
        body: { country_code, phone_number: phoneDigits(phone_number) },
        captchaToken,
      })
      onSent({ authId: reply.authId, length: reply.code_length, national: phone_number })
    },
    onRefused: (error) => {
      if (!isApiError(error) || error.code !== CONFIRM_FIRST) return false
      setConfirming(true)
      return true
    },
  })
  const value: PhoneValue = { country: form.state.values.country_code, national: form.state.values.phone_number }
  return (
    <>
      <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
        <FormMessage text={form.state.message} />
        <PhoneNumberField
          id={form.idOf('phone_number')}
          required
          showType
          value={value}
          error={form.state.errors.phone_number ?? form.state.errors.country_code}
          onChange={({ country, national }) => {
            form.set('country_code', country)
            form.set('phone_number', national)
          }}
        />
        <div className={officeStyles.actions}>
          <Button kind="primary" type="submit" loading={form.state.busy}>
            {text('send_sms')}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {text('cancel')}
          </Button>
        </div>
      </form>
      {confirming ? (
        <ConfirmModal
          onClose={() => setConfirming(false)}
          onConfirmed={() => {
            setConfirming(false)
            form.onSubmit()
          }}
        />
      ) : null}
    </>
  )
}

interface CodeFormProps {
  authId: string
  length: number
  national: string
  onDone: () => void
  onBack: () => void
}

function CodeForm({ authId, length, national, onDone, onBack }: CodeFormProps) {
  const text = useTexts<SecurityTexts>('security')
  const auth = useTexts<AuthTexts>('auth')
  const form = useForm<'sms_code'>({
    initial: { sms_code: '' },
    check: ({ sms_code: code }) => {
      if (code.trim() === '') return { sms_code: auth('auth_required_field') }
      return code.trim().length === length ? {} : { sms_code: text('six_digits') }
    },
    submit: async ({ sms_code }) => {
      await call<typeof confirmPhoneCall>('POST', '/web-api/office/phoneActions/createPhoneNumber/confirm', {
        auth: 'token',
        body: { authId, sms_code },
      })
      onDone()
    },
  })
  const field = form.idOf('sms_code')
  // The step before it had the focus and is gone.
  useEffect(() => document.getElementById(field)?.focus(), [field])
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <p className={officeStyles.lead}>
        {text('phone_sent')} <Num>{national}</Num>
      </p>
      <CodeField {...form.field('sms_code')} label={text('sms_code')} length={length} />
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" loading={form.state.busy}>
          {text('phone_confirm')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {text('phone_another')}
        </Button>
      </div>
    </form>
  )
}
