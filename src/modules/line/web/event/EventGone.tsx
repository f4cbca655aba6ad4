import { Suspense } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { champAddress } from '../model/addresses.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LINE, type LineGame } from '../model/types.ts'
import { endedQuery, isSettled } from './ended-query.ts'
import styles from './Event.module.css'

const EventResults = lazyPart(async () => (await import('./EventResults.tsx')).EventResults)

/** An event that has ended, or that never was: the result of every market, what is safe, and the ways on. */
export function EventGone({ known, game, ci }: { known: boolean; game: LineGame | null; ci: number }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const ended = useApi(endedQuery(lng, ci), { enabled: known }).data ?? null
  const about = ended ?? game
  const title = about ? [about.side1, about.side2].filter(Boolean).join(' – ') : text(known ? 'event_ended' : 'event_unknown')
  const told = ended?.score || (game?.score && game.side2 ? game.score.total.join(':') : '')
  // A race has an order in place of a score: "1. One, 2. Two".
  const places = about && !about.side2 ? told.split(/,\s+(?=\d+\.\s)/).filter(Boolean) : []
  const score = places.length ? '' : told
  return (
    <section className={styles.gone}>
      <Icon name={known ? 'results' : 'search'} size={28} />
      <h1 className={styles.goneTitle}>
        <bdi>{title}</bdi>
      </h1>
      {ended?.status ? <p data-status="">{ended.status}</p> : null}
      {score ? (
        <p className={styles.goneScore}>
          <Num>{score.replace(/\s*[(,].*/, '')}</Num>
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
          <Num>{(/\(.*\)/.exec(score)?.[0] ?? '').replace(/,\s*/g, ', ')}</Num>
        </p>
      ) : null}
      <p>{text(!known ? 'event_unknown_text' : isSettled(ended) ? 'event_settled_text' : 'event_ended_text')}</p>
      <p className={styles.goneActions}>
        {about ? (
          <SiteLink className={styles.goneMain} to={champAddress(LINE, about.sportId, about.champId, about.champ)}>
            {text('to_championship')}
          </SiteLink>
        ) : (
          <SiteLink className={styles.goneMain} to="/line">
            {text('to_line')}
          </SiteLink>
        )}
        <SiteLink className={styles.goneOther} to="/live">
          {text('to_live')}
        </SiteLink>
      </p>
      {known ? (
        <Suspense>
          <EventResults ci={ci} />
        </Suspense>
      ) : null}
    </section>
  )
}
