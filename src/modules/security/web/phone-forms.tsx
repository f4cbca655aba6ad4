import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { checkPhone, phoneDigits } from '#lib/phone.ts'
import { PhoneNumberField, phoneCountriesQuery, phoneMasksQuery, planOf, refusedBy, type PhoneValue } from '#modules/account/web/index.ts'
import { officeStyles, useForm, useStepUp } from '#modules/auth/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { CheckBox, CodeField } from '#ui/Field.tsx'
import { CardForm } from './CardForm.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')
type AuthTexts = typeof import('../../../../locales/ru/auth.json')
type AccountTexts = typeof import('../../../../locales/ru/account.json')

export interface AskedNumber {
  country_code: string
  /** Digits without the code of the country. */
  phone_number: string
  is_send_sms_to_apps: boolean
  /** Whole, with the code of the country, parted as it was typed. */
  shown: string
  captchaToken: string | undefined
}

/** A number, and where its code goes. `ask` sends both and moves on. */
export function NumberForm({ ask, onCancel }: { ask: (given: AskedNumber) => Promise<void>; onCancel: () => void }) {
  const text = useTexts<SecurityTexts>('security')
  const account = useTexts<AccountTexts>('account')
  const site = useSite()
  const stepUp = useStepUp()
  const [toApps, setToApps] = useState(false)
  const countries = useQuery(phoneCountriesQuery(site.lng)).data ?? []
  const masks = useQuery(phoneMasksQuery(site.lng)).data ?? []
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
    submit: ({ country_code, phone_number }, captchaToken) =>
      ask({
        country_code,
        phone_number: phoneDigits(phone_number),
        is_send_sms_to_apps: toApps,
        shown: `${countries.find(({ iso }) => iso === country_code)?.phoneCode ?? ''} ${phone_number}`.trim(),
        captchaToken,
      }),
    onRefused: stepUp.onRefused,
  })
  const value: PhoneValue = { country: form.state.values.country_code, national: form.state.values.phone_number }
  return (
    <>
      <CardForm form={form} submit={text(toApps ? 'send_code' : 'send_sms')} focus="phone_number" onCancel={onCancel}>
        <PhoneNumberField
          id={form.idOf('phone_number')}
          enterKeyHint="send"
          required
          showType
          value={value}
          error={form.state.errors.phone_number ?? form.state.errors.country_code}
          onChange={({ country, national }) => {
            form.set('country_code', country)
            form.set('phone_number', national)
          }}
        />
        <CheckBox checked={toApps} onChange={setToApps}>
          {text('phone_to_app')}
        </CheckBox>
      </CardForm>
      {stepUp.modal(form.onSubmit)}
    </>
  )
}

interface CodeFormProps {
  length: number
  lead: ReactNode
  label: string
  confirm: (code: string) => Promise<void>
  actions: ReactNode
}

export function CodeForm({ length, lead, label, confirm, actions }: CodeFormProps) {
  const text = useTexts<SecurityTexts>('security')
  const auth = useTexts<AuthTexts>('auth')
  const form = useForm<'sms_code'>({
    initial: { sms_code: '' },
    check: ({ sms_code: code }) => {
      if (code.trim() === '') return { sms_code: auth('auth_required_field') }
      return code.trim().length === length ? {} : { sms_code: text('six_digits') }
    },
    submit: ({ sms_code }) => confirm(sms_code),
  })
  return (
    <CardForm form={form} submit={text('phone_confirm')} focus="sms_code" actions={actions}>
      <p className={officeStyles.lead}>{lead}</p>
      <CodeField {...form.field('sms_code')} label={label} length={length} enterKeyHint="go" />
    </CardForm>
  )
}
