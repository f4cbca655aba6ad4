import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { OfficeCard, officeStyles, useProven } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { asRead } from '../rules/retention.ts'
import { askForCopy, askToErase, cancelErase, overviewQuery, saveCopy, usePrivacyChanged, type Overview } from './queries.ts'

type PrivacyTexts = typeof import('../../../../locales/ru/privacy.json')
type UiTexts = typeof import('../../../../locales/ru/ui.json')

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'privacy', 'title')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true })
  return null
}

/** What is kept of the player: consents, a copy, keeping times, and the way to be forgotten. */
export default function PrivacyScreen() {
  const { data, isError, refetch } = useQuery(overviewQuery)
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return (
    <>
      <CopyCard exports={data.exports} />
      <ConsentsCard consents={data.consents} />
      <KeptCard retention={data.retention} />
      <EraseCard erasure={data.erasure} kept={data.kept} />
    </>
  )
}

function useDay(): (seconds: number) => string {
  const { lng, country } = useSite()
  return (seconds) => formatDate(seconds * 1000, 'Pp', { lng, country })
}

function CopyCard({ exports }: Pick<Overview, 'exports'>) {
  const text = useTexts<PrivacyTexts>('privacy')
  const generic = useTexts<UiTexts>('ui')('server_generic')
  const day = useDay()
  const changed = usePrivacyChanged()
  const { busy, run, modal } = useProven()
  return (
    <OfficeCard title={text('copy')} lead={text('copy_lead')}>
      {exports.length === 0 ? <EmptyState icon="history">{text('copy_none')}</EmptyState> : null}
      <ul className={officeStyles.list}>
        {exports.map(({ id, state, askedAt, expiresAt, size }) => (
          <li key={id} className={officeStyles.item}>
            <span className={officeStyles.itemText}>
              <strong>{day(askedAt)}</strong>
              <small>
                {state === 'waiting'
                  ? text('copy_waiting')
                  : state === 'done'
                    ? `${text('copy_done', { date: day(expiresAt) })} · ${text('copy_size', { size: Math.ceil(size / 1024) })}`
                    : text('copy_expired')}
              </small>
            </span>
            {state === 'done' ? (
              <Button kind="plain" loading={busy} onClick={() => run(() => saveCopy(id, generic))}>
                {text('copy_download')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {/* Gone, not disabled: a button that is disabled under the keyboard drops it to the top of the page. */}
      {exports.some(({ state }) => state === 'waiting') ? null : (
        <div className={officeStyles.actions}>
          <Button kind="primary" loading={busy} onClick={() => run(() => askForCopy().then(changed))}>
            {text('copy_ask')}
          </Button>
        </div>
      )}
      {modal}
    </OfficeCard>
  )
}

/** Documents with a name; another one is shown by its code. */
const DOCUMENTS = ['regRules', 'regPolitics', 'age'] as const

function ConsentsCard({ consents }: Pick<Overview, 'consents'>) {
  const text = useTexts<PrivacyTexts>('privacy')
  const day = useDay()
  const nameOf = (kind: Overview['consents'][number]['kind'], what: string) => {
    if (kind === 'cookies') return text('consent_cookies')
    if (kind === 'mailing') return `${text('consent_mailing')}: ${text(`channel_${what as 'email'}`)}`
    const document = DOCUMENTS.find((known) => known === what)
    return `${text('consent_document')}: ${document ? text(`document_${document}`) : what}`
  }
  return (
    <OfficeCard title={text('consents')} lead={text('consents_lead')}>
      {consents.length === 0 ? <EmptyState icon="history">{text('consents_none')}</EmptyState> : null}
      <ul className={officeStyles.list}>
        {consents.map(({ kind, what, accepted, version, at }) => (
          <li key={`${kind}:${what}:${version}:${at}`} className={officeStyles.item}>
            <span className={officeStyles.itemText}>
              <strong>{nameOf(kind, what)}</strong>
              <small>
                {day(at)} · <bdi dir="ltr">{version}</bdi>
              </small>
            </span>
            {/* Cookies are a choice of four, no yes or no. */}
            <span>{text(kind === 'cookies' ? `cookies_${what as '0'}` : accepted ? 'consent_yes' : 'consent_no')}</span>
          </li>
        ))}
      </ul>
    </OfficeCard>
  )
}

function KeptCard({ retention }: Pick<Overview, 'retention'>) {
  const text = useTexts<PrivacyTexts>('privacy')
  const keptFor = (days: number) => {
    const { unit, count } = asRead(days)
    return text(unit, { count })
  }
  return (
    <OfficeCard title={text('kept')} lead={text('kept_lead')}>
      <dl className={officeStyles.facts}>
        {retention.map(({ rule, days }) => (
          <div key={rule} style={{ display: 'contents' }}>
            <dt>{text(`rule_${rule as 'sessions'}`)}</dt>
            <dd>{keptFor(days)}</dd>
          </div>
        ))}
      </dl>
    </OfficeCard>
  )
}

function EraseCard({ erasure, kept }: Pick<Overview, 'erasure' | 'kept'>) {
  const text = useTexts<PrivacyTexts>('privacy')
  const day = useDay()
  const changed = usePrivacyChanged()
  const { busy, run, modal } = useProven()
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)
  const waits = erasure?.state === 'waiting'
  return (
    <OfficeCard title={text('erase')} lead={text('erase_lead')}>
      {erasure?.state === 'stopped' && erasure.reason ? (
        <Notice kind="warning">{text('erase_stopped', { reason: text(`reason_${erasure.reason}`) })}</Notice>
      ) : null}
      <p>{text('erase_kept')}</p>
      <dl className={officeStyles.facts}>
        {kept.map(({ law, years }) => (
          <div key={law} style={{ display: 'contents' }}>
            <dt>{text(`law_${law as 'money'}`)}</dt>
            <dd>{text('years', { count: years })}</dd>
          </div>
        ))}
      </dl>
      {waits ? (
        <>
          <Notice kind="warning">{text('erase_waiting', { date: day(erasure.dueAt) })}</Notice>
          <div className={officeStyles.actions}>
            <Button kind="primary" loading={busy} onClick={() => run(() => cancelErase().then(changed))}>
              {text('erase_cancel')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{text('erase_before')}</p>
          <CheckBox checked={agreed} onChange={setAgreed} error={missing && !agreed ? text('agree_missing') : undefined}>
            {text('erase_agree')}
          </CheckBox>
          <div className={officeStyles.actions}>
            <Button kind="danger" loading={busy} onClick={() => (agreed ? run(() => askToErase().then(changed)) : setMissing(true))}>
              {text('erase_ask')}
            </Button>
          </div>
        </>
      )}
      {modal}
    </OfficeCard>
  )
}
