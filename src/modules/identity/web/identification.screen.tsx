import { useState } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice, StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import type { AttemptReply, IdentificationReply } from '../contract.ts'
import { lastDay } from '../rules/form.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { FaceForm } from './FaceForm.tsx'
import { PersonForm } from './PersonForm.tsx'
import { useStatus } from './queries.ts'
import { ScanForm } from './ScanForm.tsx'
import { useIdentityTexts } from './texts.ts'
import styles from './Identity.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'office_identification')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Where identification stands, what is missing, the ways to it, and every step with its date; news arrive by themselves. */
export default function Identification() {
  const text = useIdentityTexts()
  const { data, error, isError, refetch, again } = useStatus()
  if (isError && !data)
    return (
      <OfficeCard title={text('title')}>
        {isApiError(error) && error.status === 404 ? (
          <EmptyState icon="check-circle">{text('problem_not_asked')}</EmptyState>
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        )}
      </OfficeCard>
    )
  if (!data)
    return (
      <OfficeCard title={text('title')}>
        <SkeletonRows rows={4} height="48px" />
      </OfficeCard>
    )
  return (
    <>
      <Status data={data} />
      {data.missing.length > 0 ? <Ways data={data} onSent={again} /> : null}
      <History data={data} />
    </>
  )
}

const MARKS: Readonly<Record<string, StatusKind>> = {
  none: 'question',
  pending: 'pending',
  approved: 'success',
  refused: 'error',
  expired: 'warning',
}

function Status({ data }: { data: IdentificationReply }) {
  const text = useIdentityTexts()
  const { lng, country } = useSite()
  const refused = data.attempts.find(({ state }) => state === 'refused' || state === 'revoked')
  const blocks = data.required_for.map((block) => text(`block_${block}` as 'block_play'))
  return (
    <OfficeCard
      title={text('status')}
      end={<StatusMark kind={MARKS[data.status] ?? 'question'}>{text(`status_${data.status}` as 'status_none')}</StatusMark>}
      lead={data.status === 'none' ? text('lead') : undefined}
    >
      <p className={styles.about} role="status">
        {text(`about_${data.status}` as 'about_none')}
      </p>
      {data.status === 'refused' && refused ? (
        <Notice kind="warning">
          {refused.message}
          {refused.comment ? <span dir="auto">. {refused.comment}</span> : null}
        </Notice>
      ) : null}
      {data.missing.length > 0 ? (
        <div className={styles.block}>
          <p className={styles.label}>{text('missing')}</p>
          <ul className={styles.missing}>
            {data.missing.map((need) => (
              <li key={need}>
                <Icon name={need === 'face' ? 'camera' : 'document'} size={18} />
                {text(`need_${need}` as 'need_document')}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {data.missing.includes('document') ? (
        <div className={styles.block}>
          <p className={styles.label}>{text('accepted_papers')}</p>
          <ul className={styles.papers}>
            {data.doc_types.map((type) => (
              <li key={type.doc_type}>{type.title}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {data.status === 'approved' ? null : (
        <p className={styles.about}>{blocks.length > 0 ? text('required_for', { what: blocks.join(', ') }) : text('required_nothing')}</p>
      )}
      {data.status === 'approved' && data.valid_until > 0 ? (
        <p className={styles.about}>
          {text('valid_until', { date: formatDate(lastDay(data.valid_until * 1000), 'P', { lng, country, timeZone: 'UTC' }) })}
        </p>
      ) : null}
    </OfficeCard>
  )
}

const PROVES: Readonly<Record<string, readonly string[]>> = {
  documents: ['document'],
  scan: ['document'],
  face: ['face'],
  smart_id: ['document', 'face'],
  mobile_id: ['document', 'face'],
}

/** The ways that prove what is missing, one open at a time. */
function Ways({ data, onSent }: { data: IdentificationReply; onSent: () => void }) {
  const text = useIdentityTexts()
  // What is proved already is not asked again; what the brand does not need may be proved all the same.
  const ways = data.methods.filter((method) => PROVES[method]?.some((need) => data.missing.includes(need) || !data.needs.includes(need)))
  // Whose code waits for its telephone is shown first.
  const [chosen, setChosen] = useState(data.sessions[0]?.kind ?? data.flowType)
  const way = ways.includes(chosen) ? chosen : (ways[0] ?? 'documents')
  const waits = data.attempts.some(({ kind, state }) => kind === way && state === 'pending')
  // Papers may be several; every other way proves once.
  const isDone = way !== 'documents' && data.attempts.find(({ kind }) => kind === way)?.state === 'approved'
  return (
    <OfficeCard id="how" title={text('how')}>
      <ChipRow label={text('how_label')}>
        {ways.map((method) => (
          <Chip key={method} selected={method === way} onClick={() => setChosen(method)}>
            {text(`kind_${method}` as 'kind_documents')}
          </Chip>
        ))}
      </ChipRow>
      {way !== 'documents' && data.simulated ? <Notice kind="info">{text('simulated')}</Notice> : null}
      {waits ? (
        <Notice kind="info">{text('waiting_kind')}</Notice>
      ) : isDone ? (
        <Notice kind="success">{text('accepted_kind')}</Notice>
      ) : (
        <Way way={way} data={data} onSent={onSent} />
      )}
    </OfficeCard>
  )
}

function Way({ way, data, onSent }: { way: string; data: IdentificationReply; onSent: () => void }) {
  switch (way) {
    case 'scan':
      return <ScanForm data={data} onSent={onSent} />
    case 'face':
      return <FaceForm data={data} onSent={onSent} />
    case 'smart_id':
    case 'mobile_id':
      return <PersonForm key={way} way={way} running={data.sessions.find(({ kind }) => kind === way)} onSent={onSent} />
    default:
      return <DocumentForm data={data} onSent={onSent} />
  }
}

function History({ data }: { data: IdentificationReply }) {
  const text = useIdentityTexts()
  const { lng, country } = useSite()
  return (
    <OfficeCard title={text('history')}>
      {data.attempts.length > 0 ? <Attempts attempts={data.attempts} /> : null}
      {data.steps.length === 0 ? (
        <EmptyState icon="document">{text('history_empty')}</EmptyState>
      ) : (
        <ol className={styles.steps}>
          {data.steps.map((step, n) => (
            <li key={`${step.date}:${step.what}:${data.steps.length - n}`}>
              <time dateTime={new Date(step.date * 1000).toISOString()}>
                <Num>{formatDate(step.date * 1000, 'Pp', { lng, country })}</Num>
              </time>
              <span>
                {step.text}
                {step.comment ? (
                  <>
                    . <bdi>{step.comment}</bdi>
                  </>
                ) : null}
              </span>
            </li>
          ))}
        </ol>
      )}
    </OfficeCard>
  )
}

const ATTEMPT_MARKS: Readonly<Record<string, StatusKind>> = {
  started: 'pending',
  pending: 'pending',
  approved: 'success',
  refused: 'error',
  timeout: 'warning',
  revoked: 'warning',
}

function Attempts({ attempts }: { attempts: readonly AttemptReply[] }) {
  const text = useIdentityTexts()
  return (
    <ul className={styles.missing} aria-label={text('attempts')}>
      {attempts.slice(0, 5).map((attempt) => (
        <li key={attempt.id}>
          <StatusMark kind={ATTEMPT_MARKS[attempt.state] ?? 'question'}>{text(`request_${attempt.state}` as 'request_pending')}</StatusMark>
          <span>
            {attempt.title}
            {attempt.files > 0 ? <span className={styles.hint}> · {text('files_count', { count: attempt.files })}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
