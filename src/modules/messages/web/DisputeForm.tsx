import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import type { disputeCall } from '../contract/support.ts'
import { DISPUTE_ANSWER_DAYS, MAX_TEXT } from '../rules/ticket.ts'
import { ticketQuery, TICKETS } from './queries.ts'
import { TextArea } from '#ui/TextArea.tsx'
import { useUi } from '#ui/settings.tsx'
import { useMessageTexts } from './texts.ts'

/** Disagree with the settlement of a bet; the bet comes with the address (`?bet=`). Leads to its thread. */
export function DisputeForm() {
  const text = useMessageTexts()
  const { text: ui } = useUi()
  const client = useQueryClient()
  const navigate = useSiteNavigate()
  const [search] = useSearchParams()
  const form = useForm<'bet' | 'text'>({
    initial: { bet: (search.get('bet') ?? '').replace(/\D/g, '').slice(0, 18), text: '' },
    keep: ['bet', 'text'],
    check: (values) => ({
      ...(/^\d{1,18}$/.test(values.bet.trim()) ? {} : { bet: text('problem_unknown_bet') }),
      ...(values.text.trim() === '' ? { text: ui('required', { label: text('dispute_text') }) } : {}),
    }),
    submit: async (values) => {
      const body = { bet: values.bet.trim(), text: values.text }
      const thread = await call<typeof disputeCall>('POST', '/web-api/office/support/dispute', { auth: 'token', body })
      client.setQueryData(ticketQuery(thread.ticket.id).queryKey, thread)
      void client.invalidateQueries({ queryKey: TICKETS })
      navigate(`/office/support/${thread.ticket.id}`)
    },
  })
  return (
    <OfficeCard id="dispute" title={text('dispute_title')} lead={text('dispute_lead', { days: DISPUTE_ANSWER_DAYS })}>
      <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
        <FormMessage text={form.state.message} />
        <TextField {...form.field('bet')} label={text('dispute_bet')} inputMode="numeric" autoComplete="off" dir="ltr" maxLength={18} />
        <TextArea {...form.field('text')} label={text('dispute_text')} maxLength={MAX_TEXT} onSend={() => form.onSubmit()} />
        <div className={officeStyles.actions}>
          <Button kind="primary" type="submit" icon="send" loading={form.state.busy}>
            {text('send')}
          </Button>
        </div>
      </form>
    </OfficeCard>
  )
}
