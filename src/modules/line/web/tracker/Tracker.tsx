/** The game as a drawing: where the play is, who presses, what happened last. No video, only facts (XT-53). */
import { useEffect, useMemo } from 'react'
import { useApi } from '#platform/web/query.ts'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { slug } from '#lib/text.ts'
import { Num } from '#ui/Num.tsx'
import {
  ballPlace,
  isUntouched,
  lastBalls,
  lastPoints,
  momentum,
  trackerKind,
  weightOf,
  type TrackerEvent,
  type TrackerKind,
} from '../../rules/tracker.ts'
import type { LiveScoreValue } from '../live/live-score.ts'
import { chronoQuery } from '../event/chrono-query.ts'
import { useSiteTexts } from '../model/texts.ts'
import type { ChronoRow, LineGame } from '../model/types.ts'
import { BallMark, Field } from './Field.tsx'
import { playedSince } from './played.ts'
import styles from './Tracker.module.css'

const BINS = 45
const POINTS = 20
const BALLS = 12
/** Incidents that the wire has no number for: only those that press are worth a caption. */
const TEXT_ONLY = 99
/** The chronology is asked anew at most this often while the game goes on. */
const FRESH_MS = 5_000
/** The server may still give an answer of the second before (performance, snapshots). */
const AGAIN_MS = 1_200

function eventOf({ id, type, side, clockSec, amount, at, cancelled }: ChronoRow): TrackerEvent {
  return { id, type, side, clockSec, amount, at, cancelled }
}

/** The chronology, fresh while the game goes on: a change of the score brings it at once. */
export function useChrono(game: LineGame, topic: string): readonly ChronoRow[] | undefined {
  const { lng } = useSite()
  const { data, refetch } = useApi({ ...chronoQuery(lng, game.i), pollMs: FRESH_MS })
  const score = useLive<LiveScoreValue>(liveKey(topic, 's'))
  const stamp = score ? `${score.f.join()}|${score.p?.join() ?? ''}|${score.ph}` : ''
  useEffect(() => {
    if (!stamp) return
    void refetch()
    const again = setTimeout(() => void refetch(), AGAIN_MS)
    return () => clearTimeout(again)
  }, [stamp, refetch])
  return data
}

export function Tracker({ game, topic }: { game: LineGame; topic: string }) {
  const kind = trackerKind(game.sportId)
  const rows = useChrono(game, topic)
  if (!kind) return null
  return <Drawing kind={kind} game={game} topic={topic} rows={rows} />
}

interface DrawingProps {
  kind: TrackerKind
  game: LineGame
  topic: string
  /** Undefined until they have come. */
  rows: readonly ChronoRow[] | undefined
}

const NO_ROWS: readonly ChronoRow[] = []

function Drawing({ kind, game, topic, rows: known }: DrawingProps) {
  const rows = known ?? NO_ROWS
  const text = useSiteTexts()
  const events = useMemo(() => rows.map(eventOf), [rows])
  const played = useMemo(() => playedSince(rows), [rows])
  const place = useMemo(() => (kind === 'tennis' || kind === 'cricket' ? null : ballPlace(played.rows.map(eventOf))), [kind, played])
  const bars = useMemo(() => momentum(events, BINS), [events])
  const score = useLive<LiveScoreValue>(liveKey(topic, 's'))
  const newest =
    played.rows.find(
      (row) => !row.cancelled && row.side !== 0 && (row.kind !== TEXT_ONLY || weightOf(eventOf(row)) > 0 || kind === 'cricket'),
    ) ?? played.after
  return (
    <figure className={styles.tracker} data-tracker={kind} aria-label={text('event_tracker')}>
      <div className={styles.field}>
        <Field
          kind={kind}
          attack={place?.side ?? 0}
          depth={place ? (place.side === 1 ? place.x : 1 - place.x) : 0}
          serves={played.stands ? 0 : (score?.sv ?? 0)}
        >
          {place ? <BallMark place={place} /> : null}
        </Field>
        {newest ? (
          <figcaption className={styles.caption}>
            <bdi>{newest.text}</bdi>
            {newest.side ? (
              <>
                {' · '}
                <bdi>{newest.side === 1 ? game.side1 : game.side2}</bdi>
              </>
            ) : null}
          </figcaption>
        ) : isUntouched(known, score?.f ?? game.score?.total) ? (
          <figcaption className={styles.caption}>{text('event_nothing_yet')}</figcaption>
        ) : null}
      </div>
      {kind === 'cricket' && newest ? <AtCrease players={newest.players} /> : null}
      <Beside kind={kind} events={events} bars={bars} game={game} />
    </figure>
  )
}

const CREASE = ['event_batter', 'event_bowler'] as const

/** Who played the last ball: each leads to his page in cricket's own area. */
function AtCrease({ players }: { players: ChronoRow['players'] }) {
  const text = useSiteTexts()
  const open = useFeature('statistics')
  if (players.length !== CREASE.length) return null
  return (
    <ul className={styles.crease}>
      {players.map(({ id, name }, index) => (
        <li key={id}>
          {text(CREASE[index]!)}:{' '}
          {open ? (
            <SiteLink to={`/cricket/player/${id}-${slug(name) || 'player'}`}>
              <bdi>{name}</bdi>
            </SiteLink>
          ) : (
            <bdi>{name}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}

interface BesideProps {
  kind: TrackerKind
  events: readonly TrackerEvent[]
  bars: readonly number[]
  game: LineGame
}

/** Under the field: pressure over time, or the last points, or the last balls. */
function Beside({ kind, events, bars, game }: BesideProps) {
  const text = useSiteTexts()
  if (kind === 'tennis') {
    const points = lastPoints(events, POINTS)
    return (
      <ol className={styles.points} dir="ltr" aria-label={text('event_last_points')}>
        {points.map((side, index) => (
          <li key={index} data-side={side}>
            <span className="visually-hidden">{side === 1 ? game.side1 : game.side2}</span>
          </li>
        ))}
      </ol>
    )
  }
  if (kind === 'cricket') {
    return (
      <ol className={styles.balls} dir="ltr" aria-label={text('event_last_balls')}>
        {lastBalls(events, BALLS).map(({ runs, wicket }, index) => (
          <li key={index} data-wicket={wicket || undefined} data-great={runs >= 4 || undefined}>
            <Num>{wicket ? 'W' : runs ? String(runs) : '·'}</Num>
          </li>
        ))}
      </ol>
    )
  }
  return <Momentum bars={bars} game={game} />
}

const BAR = { width: 8, step: 10, half: 26 } as const

function Momentum({ bars, game }: { bars: readonly number[]; game: LineGame }) {
  const text = useSiteTexts()
  const most = Math.max(1, ...bars.map(Math.abs))
  const sum = bars.reduce((all, bar) => all + bar, 0)
  const leader = sum >= 0 ? game.side1 : game.side2
  return (
    <svg
      className={styles.momentum}
      viewBox={`0 0 ${bars.length * BAR.step} ${BAR.half * 2 + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text('event_momentum', { name: leader })}
    >
      {bars.map((bar, index) => {
        const height = (Math.abs(bar) / most) * BAR.half
        return (
          <rect
            key={index}
            x={index * BAR.step + 1}
            y={bar >= 0 ? BAR.half - height : BAR.half + 1}
            width={BAR.width}
            height={Math.max(height, 1)}
            data-side={bar >= 0 ? 1 : 2}
          />
        )
      })}
    </svg>
  )
}
