import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { MINUTE } from '#lib/time.ts'
import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { formatDate } from '#platform/web/format.ts'
import { zoneOffset } from '#platform/web/zone-offset.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { Num, Numbered } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Paging } from '#ui/Paging.tsx'
import type { supportInfoCall, TicketReply } from '../contract/support.ts'
import type { CallTypes } from '#platform/shared/endpoint.ts'
import { minutesOf } from '../rules/hours.ts'
import { TICKET_KINDS, type TicketKind } from '../rules/ticket.ts'
import { PLACEMENTS } from '../rules/contacts.ts'
import { AskForm } from './AskForm.tsx'
import { DisputeForm } from './DisputeForm.tsx'
import { CallForm } from './CallForm.tsx'
import { ContactList } from './ContactList.tsx'
import { ConsultantFace } from './Consultant.tsx'
import { supportInfoQuery, TICKETS, ticketsQuery } from './queries.ts'
import { useMessageTexts } from './texts.ts'
import { useTicketNews } from './unread.ts'
import styles from './Messages.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'office_support')

export async function loader(args: LoaderFunctionArgs) {
  guard(args)
  return null
}

type Info = CallTypes<typeof supportInfoCall>['reply']

/** Who is there and when, a call, and for players questions with their answers; a visitor sees it outside of the office. */
export default function Support() {
  const text = useMessageTexts()
  const { lng } = useSite()
  const { pathname } = useLocation()
  const { player, signIn } = useSession()
  const info = useQuery(supportInfoQuery(lng))
  const inOffice = pathname.includes('/office/')
  return (
    <div className={styles.page}>
      {inOffice ? null : <h1 className={styles.title}>{text('support')}</h1>}
      <OfficeCard title={text('contacts')}>
        {info.isError ? (
          <ErrorState onRetry={() => void info.refetch()} />
        ) : info.data ? (
          <>
            <Hours info={info.data} />
            <ContactList placement={PLACEMENTS.support} />
          </>
        ) : (
          <SkeletonRows rows={2} />
        )}
      </OfficeCard>
      {player ? (
        <>
          {pathname.endsWith('/dispute') ? <DisputeForm /> : null}
          <Ask first={pathname.endsWith('/share-idea') ? 'idea' : pathname.endsWith('/admin-request') ? 'request' : 'question'} />
          <Tickets />
        </>
      ) : (
        <OfficeCard title={text('ask')} lead={text('ask_lead')}>
          <EmptyState icon="chat" action={{ label: text('sign_in'), onPress: signIn }}>
            {text('sign_in_to_ask')}
          </EmptyState>
        </OfficeCard>
      )}
      {info.data && info.data.callTimes.length > 0 ? (
        <OfficeCard id="call" title={text('call_title')} lead={text('call_lead')}>
          <CallForm times={info.data.callTimes} />
        </OfficeCard>
      ) : null}
    </div>
  )
}

function Hours({ info }: { info: Info }) {
  const text = useMessageTexts()
  const { lng, country } = useSite()
  const now = useProductClock()
  // A time of day in the zone of the support: no day and no zone of the reader's own moves it.
  const clock = (time: string) => formatDate(minutesOf(time) * MINUTE, 'HH:mm', { lng, country, timeZone: 'UTC' })
  // Isolated: a page that runs from right to left keeps the order of the two times.
  const hours = info.start
    ? text('support_hours', { hours: `\u2066${clock(info.start)}–${clock(info.end)}\u2069`, zone: zoneOffset(now(), info.timeZone) })
    : text('support_always')
  return (
    <>
      <div className={styles.info}>
        {info.isOpen ? (
          <StatusMark kind="success">{text('support_open')}</StatusMark>
        ) : (
          <StatusMark kind="pending">{text('support_closed')}</StatusMark>
        )}
        <span>{hours}</span>
        <a className={styles.link} href={`mailto:${info.email}`}>
          <bdi dir="ltr">{info.email}</bdi>
        </a>
      </div>
      {info.isOpen ? null : <p>{text('support_shut', { time: formatDate(info.opensAt * 1000, 'Pp', { lng, country }) })}</p>}
      {info.consultants.length > 0 ? (
        <ul className={styles.people}>
          {info.consultants.map((person) => (
            <li key={person.id} className={styles.person}>
              <ConsultantFace person={person} name={person.name} />
              {person.name}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

type AskedKind = (typeof TICKET_KINDS)[number]

const TITLES = { question: 'ask', idea: 'idea_title', request: 'request_title' } as const
const LEADS = { question: 'ask_lead', idea: 'idea_lead', request: 'request_lead' } as const

function Ask({ first }: { first: AskedKind }) {
  const text = useMessageTexts()
  const [kind, setKind] = useState<AskedKind>(first)
  useEffect(() => setKind(first), [first])
  return (
    <OfficeCard id="ask" title={text(TITLES[kind])} lead={text(LEADS[kind])}>
      <ChipRow label={text('kind')}>
        {TICKET_KINDS.map((key) => (
          <Chip key={key} selected={kind === key} onClick={() => setKind(key)}>
            {text(`kind_${key}`)}
          </Chip>
        ))}
      </ChipRow>
      <AskForm kind={kind} />
    </OfficeCard>
  )
}

const MARKS: Readonly<Record<string, StatusKind>> = { waiting: 'pending', answered: 'success', closed: 'question' }
const KIND_ICONS: Readonly<Record<TicketKind, IconName>> = { question: 'chat', idea: 'bolt', request: 'document', dispute: 'alert' }

function Tickets() {
  const text = useMessageTexts()
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const news = useTicketNews()
  const { data, isError, refetch } = useQuery({ ...ticketsQuery(page), placeholderData: keepPreviousData })
  useEffect(() => void client.invalidateQueries({ queryKey: TICKETS }), [news, client])
  return (
    <OfficeCard title={text('my_questions')}>
      {isError && !data ? <ErrorState onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <SkeletonRows rows={3} height="60px" /> : null}
      {data && data.items.length === 0 ? <EmptyState icon="chat">{text('questions_empty')}</EmptyState> : null}
      {data && data.items.length > 0 ? (
        <ul>
          {data.items.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      ) : null}
      {data ? <Paging page={page} pages={data.pages} onChange={setPage} /> : null}
    </OfficeCard>
  )
}

function TicketRow({ ticket }: { ticket: TicketReply }) {
  const text = useMessageTexts()
  const { lng, country } = useSite()
  return (
    <li>
      <SiteLink to={`/office/support/${ticket.id}`} className={styles.ticket} data-unread={ticket.isNew ? '' : undefined}>
        <span className={styles.icon}>
          <Icon name={KIND_ICONS[ticket.kind]} size={18} />
        </span>
        <span className={styles.name}>
          <strong dir="auto">{ticket.subject}</strong>
          <small>
            {ticket.isNew ? <span className={styles.new}>{text('new')}</span> : null}
            <Numbered id={ticket.id} />
            <Num>{formatDate(ticket.updated * 1000, 'Pp', { lng, country })}</Num>
            {ticket.due > 0 && ticket.state === 'waiting' ? (
              <span>{text('dispute_due', { date: formatDate(ticket.due * 1000, 'P', { lng, country }) })}</span>
            ) : null}
          </small>
        </span>
        <StatusMark kind={MARKS[ticket.state] ?? 'question'}>{text(`state_${ticket.state}` as 'state_waiting')}</StatusMark>
      </SiteLink>
    </li>
  )
}
