import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { OfficeCard, useForm } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { formatFileSize } from '#lib/file-size.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import { Num, Numbered } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState, useAnnounce } from '#ui/States.tsx'
import type { closeTicketCall, LineReply, replyCall, ThreadReply } from '../contract/support.ts'
import { MAX_TEXT } from '../rules/ticket.ts'
import { ConsultantFace } from './Consultant.tsx'
import { ticketQuery, TICKETS } from './queries.ts'
import { sendFile, FILE_KINDS } from './send-file.ts'
import { TextArea } from '#ui/TextArea.tsx'
import { useUi } from '#ui/settings.tsx'
import { useMessageTexts } from './texts.ts'
import { useTicketNews } from './unread.ts'
import styles from './Messages.module.css'

export const meta: MetaFunction = ({ matches, params }) => pageTitle(matches, 'account', 'office_support', params['ticket'])

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true })
  if (!/^\d{1,15}$/.test(args.params['ticket'] ?? '')) throw new Response(null, { status: 404 })
  return null
}

/** A question with its lines; answers arrive by themselves. */
export default function Ticket() {
  const text = useMessageTexts()
  const id = Number(useParams()['ticket'])
  const client = useQueryClient()
  const announce = useAnnounce()
  const news = useTicketNews()
  const { data, error, isError, refetch } = useQuery(ticketQuery(id))
  useEffect(() => {
    if (news.startsWith(`${id}:`)) void client.invalidateQueries({ queryKey: ticketQuery(id).queryKey })
  }, [news, id, client])
  const last = data?.lines.at(-1)
  const lastId = useRef<number | null>(null)
  useEffect(() => {
    if (!last) return
    if (lastId.current !== null && last.id > lastId.current && !last.mine) announce(`${text('msg_support_answered_title')}: ${last.text}`)
    lastId.current = last.id
  }, [last, announce, text])
  if (isError && !data)
    return (
      <OfficeCard title={text('thread')}>
        {isApiError(error) && error.status === 404 ? (
          <EmptyState icon="chat">{text('problem_unknown_ticket')}</EmptyState>
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        )}
        <BackLink />
      </OfficeCard>
    )
  return (
    <OfficeCard
      title={<span dir="auto">{data ? data.ticket.subject : text('thread')}</span>}
      lead={
        data ? (
          <>
            {text(`kind_${data.ticket.kind}`)} <Numbered id={id} />. {text(`state_${data.ticket.state}` as 'state_waiting')}
          </>
        ) : undefined
      }
    >
      <BackLink />
      {data && data.ticket.due > 0 ? <Dispute ticket={data.ticket} /> : null}
      {data ? (
        <ol className={styles.lines} aria-label={text('thread')}>
          {data.lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      ) : (
        <SkeletonRows rows={4} height="72px" />
      )}
      {data?.ticket.state === 'closed' ? <Notice kind="info">{text('closed_hint')}</Notice> : null}
      {data && data.ticket.state !== 'closed' ? <Reply id={id} /> : null}
    </OfficeCard>
  )
}

function BackLink() {
  const text = useMessageTexts()
  return (
    <SiteLink to="/office/support" className={styles.link}>
      {text('back_to_support')}
    </SiteLink>
  )
}

/** The bet that is disputed, and by when its player is answered. */
function Dispute({ ticket }: { ticket: ThreadReply['ticket'] }) {
  const text = useMessageTexts()
  const { lng, country } = useSite()
  return (
    <p className={styles.info}>
      <SiteLink to={`/coupon/${ticket.bet}`} className={styles.link}>
        {text('dispute_bet')} <Num>{ticket.bet}</Num>
      </SiteLink>
      {ticket.state === 'waiting' ? (
        <StatusMark kind="pending">{text('dispute_due', { date: formatDate(ticket.due * 1000, 'P', { lng, country }) })}</StatusMark>
      ) : null}
    </p>
  )
}

function Line({ line }: { line: LineReply }) {
  const text = useMessageTexts()
  const { lng, country } = useSite()
  const name = line.mine ? text('you') : (line.consultant?.name ?? text('consultant'))
  return (
    <li className={styles.line} data-mine={line.mine ? '' : undefined}>
      <span className={styles.by}>
        {line.mine ? null : <ConsultantFace person={line.consultant} name={name} />}
        {name}
        <time dateTime={new Date(line.date * 1000).toISOString()}>
          <Num>{formatDate(line.date * 1000, 'Pp', { lng, country })}</Num>
        </time>
      </span>
      {line.text ? (
        <div className={styles.bubble} dir="auto">
          {line.text}
        </div>
      ) : null}
      {line.file ? (
        <a className={styles.file} href={`/web-api/office/support/file?file_id=${line.file.id}`} download={line.file.name}>
          <Icon name={line.file.type === 'application/pdf' ? 'document' : 'image'} size={18} />
          {line.file.name}
          <Num>{formatFileSize(line.file.size, lng)}</Num>
        </a>
      ) : null}
    </li>
  )
}

function Reply({ id }: { id: number }) {
  const text = useMessageTexts()
  const { text: ui } = useUi()
  const client = useQueryClient()
  const [message, setMessage] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const settled = {
    onMutate: () => setMessage(null),
    onSuccess: (thread: ThreadReply) => {
      client.setQueryData(ticketQuery(id).queryKey, thread)
      void client.invalidateQueries({ queryKey: TICKETS })
    },
    onError: (error: Error) => setMessage(error.message),
  }
  const form = useForm<'text'>({
    initial: { text: '' },
    keep: ['text'],
    check: (values) => (values.text.trim() === '' ? { text: ui('required', { label: text('answer') }) } : {}),
    submit: async (values) => {
      settled.onMutate()
      const body = { ticket_id: id, ...values } as never
      settled.onSuccess(await call<typeof replyCall>('POST', '/web-api/office/support/reply', { auth: 'token', body }))
      form.set('text', '')
    },
  })
  const close = useMutation({
    ...settled,
    mutationFn: () =>
      call<typeof closeTicketCall>('POST', '/web-api/office/support/close', { auth: 'token', body: { ticket_id: id } as never }),
  })
  const file = useMutation({ ...settled, mutationFn: (chosen: File) => sendFile(id, chosen, text('file_failed')) })
  return (
    <form className={styles.page} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message ?? message} />
      <TextArea {...form.field('text')} label={text('answer')} maxLength={MAX_TEXT} onSend={() => form.onSubmit()} />
      <div className={styles.tools}>
        <Button kind="primary" type="submit" icon="send" loading={form.state.busy}>
          {text('send')}
        </Button>
        <Button icon="upload" loading={file.isPending} onClick={() => picker.current?.click()}>
          {text('attach')}
        </Button>
        <Button kind="quiet" icon="check" loading={close.isPending} onClick={() => close.mutate()}>
          {text('close_ticket')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={FILE_KINDS}
          aria-label={text('attach')}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (chosen) file.mutate(chosen)
          }}
        />
      </div>
      <p className={styles.hint}>{text('file_hint')}</p>
    </form>
  )
}
