import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OfficeCard, officeStyles, TakeFocus, useForm, useStepUp } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { convertCall } from '../../contract.ts'
import { BirthDate } from '../BirthDate.tsx'
import { EmailField } from '../registration/EmailField.tsx'
import { userConfigQuery, type UserConfig } from '../user-config.ts'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

/** A one-click account is made a full one: address, birth date and the paper of the country, once. */
export function ConvertCard({ config }: { config: UserConfig }) {
  const text = useTexts<AccountTexts>('account')
  const client = useQueryClient()
  const [done, setDone] = useState(false)
  const stepUp = useStepUp()
  const form = useForm<'email' | 'birth_date' | 'personal_code' | 'document_number'>({
    initial: { email: '', birth_date: '', personal_code: '', document_number: '' },
    check: ({ email }) => (config.email === '' && email.trim() === '' ? { email: text('email_required') } : {}),
    submit: async (body) => {
      await call<typeof convertCall>('POST', '/web-api/office/account/convert', { auth: 'token', body })
      setDone(true)
      await client.invalidateQueries(userConfigQuery)
    },
    onRefused: stepUp.onRefused,
  })
  if (done)
    return (
      <OfficeCard id="convert" title={text('convert')}>
        <Notice kind="success" announce>
          {text('convert_done')}
        </Notice>
        <TakeFocus id="convert" />
      </OfficeCard>
    )
  if (config.isFull) return null
  return (
    <OfficeCard id="convert" title={text('convert')} lead={text('convert_lead')}>
      <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
        <FormMessage text={form.state.message} />
        {config.email === '' ? (
          <EmailField {...form.field('email')} label={text('field_email')} onFix={(email) => form.set('email', email)} />
        ) : null}
        <BirthDate {...form.field('birth_date')} label={text('field_birth_date')} required />
        {config.paper?.fields.map((field) => (
          <TextField
            key={field}
            {...form.field(field)}
            label={text(field === 'document_number' ? `paper_${config.paper!.document}` : 'field_personal_code')}
            autoComplete="off"
            maxLength={100}
          />
        ))}
        <div className={officeStyles.actions}>
          <Button kind="primary" type="submit" loading={form.state.busy}>
            {text('convert_button')}
          </Button>
        </div>
      </form>
      {stepUp.modal(form.onSubmit)}
    </OfficeCard>
  )
}
