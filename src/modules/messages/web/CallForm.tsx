import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkPhone, phoneDigits } from '#lib/phone.ts'
import { PhoneNumberField, phoneCountriesQuery, phoneMasksQuery, planOf, refusedBy } from '#modules/account/web/index.ts'
import { officeStyles, useForm } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SelectField } from '#ui/Select.tsx'
import type { callbackCall } from '../contract/support.ts'
import { useMessageTexts } from './texts.ts'

type AccountTexts = typeof import('../../../../locales/ru/account.json')

/** Number, name and time of a call; for visitors too. */
export function CallForm({ times }: { times: readonly number[] }) {
  const text = useMessageTexts()
  const account = useTexts<AccountTexts>('account')
  const { lng, country } = useSite()
  const countries = useQuery(phoneCountriesQuery(lng)).data ?? []
  const masks = useQuery(phoneMasksQuery(lng)).data ?? []
  const [done, setDone] = useState(false)
  const form = useForm<'country_code' | 'phone_number' | 'name' | 'call_at'>({
    initial: { country_code: country, phone_number: '', name: '', call_at: '0' },
    check: (values) => {
      const chosen = countries.find(({ iso }) => iso === values.country_code)
      const issue = checkPhone(values.phone_number, chosen ? planOf(chosen, masks) : null, true)
      if (issue?.key === 'required') return { phone_number: text('phone_missing') }
      if (issue) return { phone_number: account(issue.key, issue.params) }
      const refused = chosen ? refusedBy(masks, chosen.id, phoneDigits(values.phone_number)) : null
      return refused === null ? {} : { phone_number: refused }
    },
    captcha: true,
    submit: async ({ phone_number, country_code, name, call_at }, captchaToken) => {
      const body = { phone_number: phoneDigits(phone_number), country_code, name, call_at: Number(call_at) }
      await call<typeof callbackCall>('POST', '/web-api/support/callback', { body, captchaToken })
      setDone(true)
    },
  })
  if (done)
    return (
      <Notice kind="success" announce>
        {text('call_done')}
      </Notice>
    )
  const { values, errors } = form.state
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <PhoneNumberField
        id={form.idOf('phone_number')}
        required
        value={{ country: values.country_code, national: values.phone_number }}
        error={errors.phone_number ?? errors.country_code}
        onChange={({ country: chosen, national }) => {
          form.set('country_code', chosen)
          form.set('phone_number', national)
        }}
      />
      <TextField {...form.field('name')} label={text('call_name')} maxLength={60} autoComplete="given-name" dir="auto" />
      <SelectField {...form.field('call_at')} label={text('call_when')}>
        <option value="0">{text('call_soon')}</option>
        {times.map((time) => (
          <option key={time} value={time}>
            {formatDate(time * 1000, 'Pp', { lng, country })}
          </option>
        ))}
      </SelectField>
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" icon="phone" loading={form.state.busy}>
          {text('call_title')}
        </Button>
      </div>
    </form>
  )
}
