import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useApi, type ApiQuery } from '#platform/web/query.ts'
import type { CallTypes } from '#platform/shared/endpoint.ts'
import { StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { statusCall } from '../contract.ts'
import { useContentTexts } from './texts.ts'
import styles from './Content.module.css'

type Status = CallTypes<typeof statusCall>['reply']

const POLL_MS = 15_000
const KINDS: Record<Status['services'][number]['state'], StatusKind> = { ok: 'success', slow: 'warning', down: 'error' }

const statusQuery: ApiQuery<Status> = {
  method: 'GET',
  path: '/web-api/content/status',
  read: (body) => (body as { data: Status }).data,
  staleMs: 0,
  pollMs: POLL_MS,
}

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'content', 'status_title')

export async function loader(args: LoaderFunctionArgs) {
  // Asked by the browser: its clock and zone tell the times, and the answer is never one of a kept page.
  guard(args)
  return null
}

/** What works now and what will be worked on, told by the site itself (XT-87). */
export default function StatusScreen() {
  const text = useContentTexts()
  const { lng, country } = useSite()
  const { data, isError, refetch } = useApi(statusQuery)
  const time = (at: number) => formatDate(at, 'dd.MM / HH:mm', { lng, country })
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{text('status_title')}</h1>
      {isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : (
        <>
          <ul className={styles.services}>
            {data.services.map(({ service, state }) => (
              <li key={service}>
                {text(`service_${service}`)}
                <StatusMark kind={KINDS[state]}>{text(`state_${state}`)}</StatusMark>
              </li>
            ))}
          </ul>
          <p className={styles.note}>
            {text('status_at')} <Num>{formatDate(data.at, 'HH:mm:ss', { lng, country })}</Num>
          </p>
          <h2 className={styles.heading}>{text('works_title')}</h2>
          {data.works.length === 0 ? <p className={styles.note}>{text('works_none')}</p> : null}
          <ul className={styles.works}>
            {data.works.map((one) => (
              <li key={one.from}>
                <b>
                  <Num>{`${time(one.from)} – ${time(one.to)}`}</Num>
                </b>
                {one.services.map((service) => text(`service_${service}`)).join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}
