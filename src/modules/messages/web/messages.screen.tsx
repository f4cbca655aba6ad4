import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type { deleteMessageCall, MessageReply, readMessagesCall } from '../contract.ts'
import { FollowedGames } from './FollowedGames.tsx'
import { MESSAGES, messagesQuery } from './queries.ts'
import { useMessageTexts } from './texts.ts'
import { useUnread } from './unread.ts'
import styles from './Messages.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'office_messages')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true })
  return null
}

const ICONS: Readonly<Record<string, IconName>> = {
  bets: 'coupon',
  money: 'wallet',
  account: 'user',
  support: 'support',
  promotion: 'promo',
  house: 'info',
}

/** What the house has told the player, and what has happened in the games that he follows. */
export default function Messages() {
  return (
    <>
      <Inbox />
      <FollowedGames />
    </>
  )
}

/** Newest first; a press opens a message and it counts as read. */
function Inbox() {
  const text = useMessageTexts()
  const { lng } = useSite()
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const unread = useUnread()
  const { data, isError, isPlaceholderData, refetch } = useQuery({ ...messagesQuery(lng, page), placeholderData: keepPreviousData })
  // A new message, or one that was read in another tab. A list that is still on its way is left to come: asked anew it would
  // only come later, and the first call after a start is a slow one.
  const listed = data?.unread
  useEffect(() => {
    if (listed !== undefined && listed !== unread) void client.invalidateQueries({ queryKey: MESSAGES })
  }, [listed, unread, client])
  const read = useMutation({
    mutationFn: (id: number | null) =>
      call<typeof readMessagesCall>('POST', '/web-api/office/messages/read', { auth: 'token', body: { message_id: id } as never }),
    // One that is only opened says nothing: its text is there all the same.
    onError: (error, id) => void (id === null && showToast({ kind: 'error', text: error.message })),
    onSettled: () => client.invalidateQueries({ queryKey: MESSAGES }),
  })
  const remove = useMutation({
    mutationFn: (id: number) =>
      call<typeof deleteMessageCall>('POST', '/web-api/office/messages/delete', { auth: 'token', body: { message_id: id } as never }),
    onError: (error) => showToast({ kind: 'error', text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: MESSAGES }),
  })
  if (isError && !data)
    return (
      <OfficeCard title={text('title')}>
        <ErrorState onRetry={() => void refetch()} />
      </OfficeCard>
    )
  const count = data?.unread ?? 0
  return (
    <OfficeCard
      title={data ? (count > 0 ? text('unread_number', { count }) : text('none_unread')) : text('title')}
      end={
        count > 0 ? (
          <Button kind="quiet" icon="check" loading={read.isPending && read.variables === null} onClick={() => read.mutate(null)}>
            {text('read_all')}
          </Button>
        ) : null
      }
    >
      {!data ? <SkeletonRows rows={6} height="64px" /> : null}
      {data && data.items.length === 0 ? <EmptyState icon="inbox">{text('empty')}</EmptyState> : null}
      {data && data.items.length > 0 ? (
        <ul className={styles.list} aria-busy={isPlaceholderData || undefined}>
          {data.items.map((message) => (
            <Message key={message.id} message={message} onRead={() => read.mutate(message.id)} onDelete={() => remove.mutate(message.id)} />
          ))}
        </ul>
      ) : null}
      {data ? <Paging page={page} pages={data.pages} onChange={setPage} /> : null}
    </OfficeCard>
  )
}

function Message({ message, onRead, onDelete }: { message: MessageReply; onRead: () => void; onDelete: () => void }) {
  const text = useMessageTexts()
  const { lng, country } = useSite()
  const [open, setOpen] = useState(false)
  const id = useId()
  const press = () => {
    if (!open && !message.isRead) onRead()
    setOpen(!open)
  }
  return (
    <li className={styles.message} data-unread={message.isRead ? undefined : ''}>
      <div className={styles.messageHead}>
        <button type="button" className={styles.opener} aria-expanded={open} aria-controls={id} onClick={press}>
          <span className={styles.icon}>
            <Icon name={ICONS[message.kind] ?? 'info'} size={18} />
          </span>
          <span className={styles.name}>
            <strong>{message.title}</strong>
            {open ? null : <span className={styles.preview}>{message.text}</span>}
            <small>
              {message.isRead ? null : <span className={styles.new}>{text('new')}</span>}
              <time dateTime={new Date(message.date * 1000).toISOString()}>
                <Num>{formatDate(message.date * 1000, 'Pp', { lng, country })}</Num>
              </time>
            </small>
          </span>
          <Icon name="chevron-down" size={16} className={styles.chevron} />
        </button>
        <IconButton icon="trash" size={18} label={text('delete_named', { title: message.title })} onClick={onDelete} />
      </div>
      <div id={id} className={styles.body} hidden={!open}>
        <p>
          <Said text={message.text} address={message.outside} />
        </p>
        {message.link ? (
          <SiteLink to={message.link} className={styles.link}>
            {text('open_page')}
          </SiteLink>
        ) : null}
      </div>
    </li>
  )
}

/** The text, with the address that it names as a link. */
function Said({ text, address }: { text: string; address: string }) {
  const at = address === '' ? -1 : text.indexOf(address)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      {/* No `bdi`: it never breaks, and an address may be wider than a phone. */}
      <a className={styles.link} dir="ltr" href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>
      {text.slice(at + address.length)}
    </>
  )
}
