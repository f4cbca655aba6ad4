import { useQueryClient } from '@tanstack/react-query'
import { officeStyles, useForm } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import type { openTicketCall } from '../contract/support.ts'
import { MAX_SUBJECT, MAX_TEXT, type TICKET_KINDS } from '../rules/ticket.ts'
import { ticketQuery, TICKETS } from './queries.ts'
import { TextArea } from '#ui/TextArea.tsx'
import { useUi } from '#ui/settings.tsx'
import { useMessageTexts } from './texts.ts'

/** Opens a question and leads to its thread. */
export function AskForm({ kind }: { kind: (typeof TICKET_KINDS)[number] }) {
  const text = useMessageTexts()
  const { text: ui } = useUi()
  const client = useQueryClient()
  const navigate = useSiteNavigate()
  const form = useForm<'subject' | 'text'>({
    initial: { subject: '', text: '' },
    keep: ['subject', 'text'],
    check: (values) => ({
      ...(values.subject.trim() === '' ? { subject: ui('required', { label: text('subject') }) } : {}),
      ...(values.text.trim() === '' ? { text: ui('required', { label: text('text') }) } : {}),
    }),
    submit: async (values) => {
      const thread = await call<typeof openTicketCall>('POST', '/web-api/office/support/open', { auth: 'token', body: { kind, ...values } })
      client.setQueryData(ticketQuery(thread.ticket.id).queryKey, thread)
      void client.invalidateQueries({ queryKey: TICKETS })
      navigate(`/office/support/${thread.ticket.id}`)
    },
  })
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <TextField {...form.field('subject')} label={text('subject')} maxLength={MAX_SUBJECT} autoComplete="off" dir="auto" />
      <TextArea {...form.field('text')} label={text('text')} maxLength={MAX_TEXT} onSend={() => form.onSubmit()} />
      <div className={officeStyles.actions}>
        <Button kind="primary" type="submit" icon="send" loading={form.state.busy}>
          {text('send')}
        </Button>
      </div>
    </form>
  )
}
