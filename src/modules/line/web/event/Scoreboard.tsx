/** Who plays, the score and the clock; it stays on top, lower, while the markets scroll (ux 7). */
import { Fragment, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { Num, Pair } from '#ui/Num.tsx'
import { minuteText, useClock, useLiveScore } from '../live/live-score.ts'
import type { LiveScoreValue } from '../live/live-score.ts'
import { useStatus } from '../live/use-status.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LIVE, type LineGame, type Score } from '../model/types.ts'
import { useDates } from '../model/zone.ts'
import { PlaceStar } from '../table/FavoriteStar.tsx'
import { PlayerInfo } from './PlayerInfo.tsx'
import styles from './Event.module.css'

/** True once the top of the page has gone under the header. */
function useSmall(): [React.RefObject<HTMLSpanElement | null>, boolean] {
  const mark = useRef<HTMLSpanElement>(null)
  const [small, setSmall] = useState(false)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const header = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--header')) || 56
    const observer = new IntersectionObserver(
      ([entry]) => setSmall(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < header),
      {
        rootMargin: `-${header + 1}px 0px 0px 0px`,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [mark, small]
}

export function Scoreboard({ game, topic }: { game: LineGame; topic: string }) {
  const score = useLiveScore(topic, game.score, game.sportId)
  const status = useStatus(topic, game)
  const [mark, small] = useSmall()
  const title = [game.side1, game.side2].filter(Boolean).join(' – ')
  // On a phone the names are as small as their longest word takes.
  const letters = Math.max(...title.split(/[\s-]+/).map((word) => word.length))
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <header
        className={styles.board}
        style={{ '--letters': letters } as CSSProperties}
        data-small={small || undefined}
        data-single={!game.side2 || undefined}
      >
        <span className={styles.team}>
          {game.side2 ? <Emblem name={game.side1} /> : null}
          <SideName id={game.side1Id} sportId={game.sportId} name={game.side1} />
          <TeamStar id={game.side1Id} sportId={game.sportId} name={game.side1} small={small} />
          {score?.server === 1 ? <Serves name={game.side1} /> : null}
        </span>
        <div className={styles.middle}>
          {score ? (
            <>
              {game.side2 ? (
                <p className={styles.score}>
                  <Pair of={score.total} />
                </p>
              ) : null}
              <p className={styles.state}>
                <State score={score} alone={!game.side2} />
              </p>
            </>
          ) : (
            <StartsAt game={game} />
          )}
          {status ? (
            <p className={styles.status} role="status" data-status="">
              {status}
            </p>
          ) : null}
        </div>
        <span className={styles.team} data-side="2">
          {score?.server === 2 ? <Serves name={game.side2} /> : null}
          <TeamStar id={game.side2Id} sportId={game.sportId} name={game.side2} small={small} />
          <SideName id={game.side2Id} sportId={game.sportId} name={game.side2} />
          {game.side2 ? <Emblem name={game.side2} /> : null}
        </span>
      </header>
      <span ref={mark} className={styles.mark} aria-hidden />
      {game.kind === LIVE && !game.side2 ? <Leaders game={game} topic={topic} /> : null}
      {game.about ? <p className={styles.venue}>{game.about}</p> : null}
    </>
  )
}

/** Where the side is a person its name opens what is known of him. */
function SideName({ id, sportId, name }: { id: number; sportId: number; name: string }) {
  const plain = <bdi className={styles.teamName}>{name}</bdi>
  return (
    <PlayerInfo id={id} sportId={sportId} className={styles.person} fallback={plain}>
      {plain}
    </PlayerInfo>
  )
}

/** Stuck under the header the board has room for the score alone. */
function TeamStar({ id, sportId, name, small }: { id: number; sportId: number; name: string; small: boolean }) {
  if (!id || !name || small) return null
  return (
    <span className={styles.teamStar}>
      <PlaceStar type="team" id={id} sportId={sportId} name={name} />
    </span>
  )
}

/** "67′ 2nd half · (1:0)" for games with a clock, "3rd set · 0:15 · (6:4, 3:6, 3:2)" for games with points. */
function State({ score, alone }: { score: Score; alone: boolean }) {
  const clock = useClock(score)
  // A race has no score, nor have its parts.
  const periods = alone ? [] : score.periods
  const points = score.points?.some(Boolean) ? score.points : null
  // The only part of a game with a clock repeats the score: it takes no line of its own where there is little room.
  const plain = score.periods.length < 2 && !points
  return (
    <>
      {clock === null ? null : (
        <b>
          <Num>{minuteText(clock)}</Num>{' '}
        </b>
      )}
      {clock === null ? <b>{score.phase}</b> : score.phase}
      {points ? (
        <>
          {' · '}
          <b>
            <Points of={points} />
          </b>
        </>
      ) : null}
      {periods.length > 0 ? (
        <span className={styles.periods} data-plain={plain || undefined}>
          <span className={styles.dot}>{' · '}</span>(
          {periods.map(({ no, home, away }, index) => (
            <Fragment key={no}>
              {index > 0 ? ', ' : ''}
              <Pair of={[home, away]} />
            </Fragment>
          ))}
          )
        </span>
      ) : null}
    </>
  )
}

/** Of cricket only who bats has points, on either side. */
function Points({ of: [first, second] }: { of: readonly [string, string] }) {
  return first && second ? <Pair of={[first, second]} /> : <Num>{first || second}</Num>
}

const LEADERS = 5

/** Who is in front of a race now. Its space stands before the first message, so that nothing jumps. */
function Leaders({ game, topic }: { game: LineGame; topic: string }) {
  const text = useSiteTexts()
  const order = useLive<LiveScoreValue>(liveKey(topic, 's'))?.o ?? []
  const names = useMemo(() => {
    const players = game.groups.flatMap(({ columns }) => columns.flatMap((column) => column.flatMap(({ player }) => player ?? [])))
    return new Map(players.map(({ id, name }) => [id, name]))
  }, [game.groups])
  const known = order.filter((id) => names.has(id)).slice(0, LEADERS)
  return (
    <div className={styles.leaders}>
      <span id="leaders">{text('event_leaders')}</span>
      {known.length > 0 ? (
        <ol aria-labelledby="leaders">
          {known.map((id) => (
            <li key={id}>
              <Num>{String(order.indexOf(id) + 1)}</Num> <bdi>{names.get(id)}</bdi>
            </li>
          ))}
        </ol>
      ) : (
        <span>{text('event_leaders_none')}</span>
      )}
    </div>
  )
}

/** The house draws its teams and borrows no pictures: the first letter on a slanted field, as in the coupon. */
function Emblem({ name }: { name: string }) {
  return (
    <i className={styles.emblem} aria-hidden>
      {Array.from(name.trim())[0]?.toUpperCase()}
    </i>
  )
}

function Serves({ name }: { name: string }) {
  const text = useSiteTexts()
  return <i className={styles.serves} role="img" aria-label={text('event_serves', { name })} />
}

function StartsAt({ game }: { game: LineGame }) {
  const format = useDates()
  if (game.kind === LIVE) return null
  return (
    <>
      <p className={styles.score} data-time="">
        <Num>{format(game.startsAt, 'HH:mm')}</Num>
      </p>
      <p className={styles.state}>
        <Num>{format(game.startsAt, 'dd.MM')}</Num>
      </p>
    </>
  )
}
