import { useOpenPages } from '#modules/brand/web/index.ts'
import { Suspense } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSite } from '#platform/web/features.tsx'
import { isApiError } from '#platform/web/api-error.ts'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Score } from '#ui/Score.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { champAddress } from '../model/addresses.ts'
import { usePageTitle } from '../model/page-meta.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LINE, type LineGame } from '../model/types.ts'
import { endedQuery, isPartlyVoid, isSettled, isVoid, type EndedGame } from './ended-query.ts'
import styles from './Event.module.css'

const EventResults = lazyPart(async () => (await import('./EventResults.tsx')).EventResults)

interface EventGoneProps {
  ci: number
  /** What stood on the page until now. */
  game: LineGame | null
  /** The line still knows where it was. */
  linked: boolean
  /** The server has already looked everywhere. */
  unknown: boolean
}

/** An event that has ended, or that never was: the result of every market, what is safe, and the ways on. */
export function EventGone({ ci, game, linked, unknown }: EventGoneProps) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const isOpen = useOpenPages()
  const { data, isPending, error, refetch } = useApi(endedQuery(lng, ci), { enabled: !unknown })
  const ended = data ?? null
  const about = ended ?? game
  const known = linked || about !== null
  if (!known && !unknown && isPending) return <SkeletonRows rows={8} />
  if (!known && error && !(isApiError(error) && error.status === 404)) return <ErrorState onRetry={() => void refetch()} />
  const title = about ? [about.side1, about.side2].filter(Boolean).join(' – ') : text(known ? 'event_ended' : 'event_unknown')
  const told = ended?.score || (game?.score && game.side2 ? game.score.total.join(':') : '')
  // A race has an order in place of a score: "1. One, 2. Two".
  const places = about && !about.side2 ? told.split(/,\s+(?=\d+\.\s)/).filter(Boolean) : []
  const score = places.length ? '' : told
  return (
    <section className={styles.gone}>
      {about ? <PageTitle subject={title} /> : null}
      <Icon name={known ? 'results' : 'search'} size={28} />
      <h1 className={styles.goneTitle}>
        <bdi>{title}</bdi>
      </h1>
      {ended?.status ? <p data-status="">{ended.status}</p> : null}
      {score ? (
        <p className={styles.goneScore}>
          <Score beside={title}>{score.replace(/\s*[(,].*/, '')}</Score>
        </p>
      ) : null}
      {places.length ? (
        <ol className={styles.gonePlaces}>
          {places.map((place) => (
            <li key={place}>
              <bdi>{place.replace(/^\d+\.\s+/, '')}</bdi>
            </li>
          ))}
        </ol>
      ) : null}
      {/\(/.test(score) ? (
        <p>
          <Score beside={title}>{(/\(.*\)/.exec(score)?.[0] ?? '').replace(/,\s*/g, ', ')}</Score>
        </p>
      ) : null}
      <p>{text(known ? endOf(ended) : 'event_unknown_text')}</p>
      <p className={styles.goneActions}>
        {about ? (
          <SiteLink className={styles.goneMain} to={champAddress(LINE, about.sportId, about.champId, about.champ)}>
            {text('to_championship')}
          </SiteLink>
        ) : isOpen('/line') ? (
          <SiteLink className={styles.goneMain} to="/line">
            {text('to_line')}
          </SiteLink>
        ) : null}
        {isOpen('/live') ? (
          <SiteLink className={styles.goneOther} to="/live">
            {text('to_live')}
          </SiteLink>
        ) : null}
      </p>
      {known ? (
        <Suspense>
          <EventResults ci={ci} />
        </Suspense>
      ) : null}
    </section>
  )
}

/** What became of the bets on it. */
function endOf(ended: EndedGame | null) {
  if (isVoid(ended)) return 'event_void_text'
  if (isPartlyVoid(ended)) return 'event_partly_void_text'
  return isSettled(ended) ? 'event_settled_text' : 'event_ended_text'
}

/** Where nothing is known of the event, the title stays that of the route. */
function PageTitle({ subject }: { subject: string }) {
  usePageTitle(subject)
  return null
}
