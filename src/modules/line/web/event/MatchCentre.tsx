/** What happens in the game: the newest incident first, statistics side by side (EV-06, EV-07). */
import { Suspense, useEffect, useMemo } from 'react'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { useApi } from '#platform/web/query.ts'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { usePageParts } from '#platform/web/page-parts.tsx'
import { EmptyState } from '#ui/States.tsx'
import { Num, Pair } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { cardQuery } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LIVE, type ChronoRow, type LineGame, type Score } from '../model/types.ts'
import { minuteOf } from '../../rules/minute.ts'
import { minuteText, type LiveScoreValue } from '../live/live-score.ts'
import { BroadcastPlace } from './BroadcastPlace.tsx'
import { Stadium } from './Stadium.tsx'
import { chronoQuery } from './chrono-query.ts'
import { changedScores } from './changed-scores.ts'
import styles from './Event.module.css'

/** Kinds worth a strong line beside those that changed the score: penalties, red cards, reviews. */
const GREAT: ReadonlySet<number> = new Set([2, 3, 4, 7, 16, 17, 18])
/** Those of the many small ones that are worth a line. */
const TELLING: ReadonlySet<string> = new Set([
  'shot',
  'penalty_awarded',
  'shootout_penalty',
  'ace',
  'double_fault',
  'toss',
  'super_over',
  'round',
  'first_blood',
  'maximum',
  'century',
  'finish',
  'abandoned',
  'lap',
  'retired',
  'safety_car',
  'fastest_lap',
  'race_end',
])
/** They change the score a hundred times a game: no line of them is stronger than another. */
const MINOR: ReadonlySet<string> = new Set(['score', 'points'])
/** The clock stands at the end of a part. */
const PART_END = 12
const SHOWN = 40
export function MatchCentre({ game, topic }: { game: LineGame; topic: string }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const chrono = useApi(chronoQuery(lng, game.i), { enabled: game.kind === LIVE })
  const card = useApi(cardQuery(game.kind, lng, game.ci))
  const score = useLive<LiveScoreValue>(liveKey(topic, 's'))
  const stamp = JSON.stringify(score?.st ?? score?.o ?? null) + (score?.f.join() ?? '')
  const live = game.kind === LIVE
  const { refetch } = chrono
  const refetchCard = card.refetch
  useEffect(() => {
    // Incidents carry no words in the topic: a change of score or statistics says that there are new ones.
    if (!live) return
    const timer = setTimeout(() => void Promise.all([refetch(), refetchCard()]), 1_000)
    return () => clearTimeout(timer)
  }, [live, stamp, refetch, refetchCard])
  const rows = useMemo(() => (chrono.data ?? []).filter(isTelling).slice(0, SHOWN), [chrono.data])
  const changed = useMemo(() => changedScores(chrono.data ?? []), [chrono.data])
  const stats = card.data?.score?.stats ?? game.score?.stats ?? []
  const statistics = useStatisticsPart(game)
  // Before the start there is no course of play: where the statistics can be had they stand alone.
  if (!live && statistics)
    return (
      <div className={styles.centre}>
        {statistics}
        <BroadcastPlace game={game} />
        <Stadium game={game} />
      </div>
    )
  return (
    <div className={styles.centre}>
      <section aria-label={text('event_chronology')}>
        <h2 className={styles.centreHead}>{text('event_chronology')}</h2>
        {rows.length ? (
          <Chronology rows={rows} changed={changed} game={game} />
        ) : (
          <EmptyState icon="clock">{text('event_nothing_yet')}</EmptyState>
        )}
      </section>
      <div>
        {stats.length ? (
          <section aria-label={text('event_stats')}>
            <h2 className={styles.centreHead}>{text('event_stats')}</h2>
            <Bars stats={stats} />
          </section>
        ) : null}
        <BroadcastPlace game={game} />
        <Stadium game={game} />
      </div>
      {statistics}
    </div>
  )
}

/** Tables, meetings and last games: the statistics window of the game, inside of the page (EV-07). Null where there are none. */
function useStatisticsPart(game: LineGame) {
  const { statistics: Statistics } = usePageParts()
  const open = useFeature('statistics')
  if (!Statistics || !open || !game.marks.stats) return null
  return (
    <div className={styles.history}>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <Statistics path={`game/${game.sportId}/${game.i}/main?h=0&hb=1`} />
      </Suspense>
    </div>
  )
}

/** Attacks and passes come by the hundred: the list holds what changed something. */
function isTelling({ kind, type }: ChronoRow): boolean {
  return kind !== 99 || TELLING.has(type)
}

interface ChronologyProps {
  rows: readonly ChronoRow[]
  /** Rows that made the score what it is after them; the end of a set has that of the set in its words. */
  changed: ReadonlySet<number>
  game: LineGame
}

function Chronology({ rows, changed, game }: ChronologyProps) {
  return (
    <ol className={styles.chrono} data-clock={rows.some(({ clockSec }) => clockSec !== null) || undefined}>
      {rows.map((row) => (
        <li
          key={row.id}
          data-side={row.side || undefined}
          data-great={GREAT.has(row.kind) || (changed.has(row.id) && !MINOR.has(row.type)) || undefined}
          data-cancelled={row.cancelled || undefined}
        >
          <span className={styles.chronoTime}>
            {row.clockSec === null ? null : (
              <Num>{minuteText(minuteOf(row.clockSec, game.sportId, row.period, row.kind === PART_END))}</Num>
            )}
          </span>
          <span className={styles.chronoText}>
            <span>
              {row.text}
              {changed.has(row.id) && row.type !== 'set_end' ? (
                <>
                  {' '}
                  <Pair of={row.score ?? [0, 0]} />
                </>
              ) : null}
            </span>
            {row.side ? (
              <small>
                <bdi>{row.side === 1 ? game.side1 : game.side2}</bdi>
              </small>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Bars({ stats }: { stats: Score['stats'] }) {
  return (
    <dl className={styles.bars}>
      {stats.map(({ id, name, home, away }) => {
        const sum = home + away
        return (
          <div key={id}>
            <dt>{name.replace(/, %$/, '')}</dt>
            <dd>
              <Num>{String(home)}</Num>
              <span className={styles.bar} data-empty={sum === 0 || undefined} aria-hidden>
                <i style={{ inlineSize: `${sum ? (home / sum) * 100 : 50}%` }} />
                <i style={{ inlineSize: `${sum ? (away / sum) * 100 : 50}%` }} />
              </span>
              <Num>{String(away)}</Num>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
