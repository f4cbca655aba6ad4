/** A game as a card: who plays, the score, its main prices. The dashboard, cricket and the hubs are made of them. */
import { useEffect, useRef, type ReactNode } from 'react'
import {
  cellName,
  cellsOf,
  FavoriteStar,
  favouritesOf,
  gameAddress,
  knowsDraw,
  LinePrice,
  LIVE,
  lockOfHead,
  minuteText,
  questionOf,
  useClock,
  useDates,
  useLiveScore,
  type LineGame,
  type LiveHead,
} from '#modules/line/web/index.ts'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SportIcon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import styles from './GameCard.module.css'

type SiteTexts = typeof import('../../../../locales/ru/site.json')

interface GameCardProps {
  game: LineGame
  /** Buttons at the end of the head. */
  tools?: ReactNode
  onGoal?: (() => void) | undefined
}

export function GameCard({ game, tools, onGoal }: GameCardProps) {
  const text = useTexts<SiteTexts>('site')
  const topic = `row:${game.ci}`
  useTopics([topic])
  const head = useLive<LiveHead>(liveKey(topic, 'h'))
  const score = useLiveScore(topic, game.score, game.sportId)
  const clock = useClock(score)
  const format = useDates()
  useGoals(score ? score.total[0] + score.total[1] : null, onGoal)
  const lock = lockOfHead(head, game.kind)
  return (
    <article className={styles.card} data-game={game.ci} data-over={head?.[4] || undefined}>
      <header className={styles.head}>
        <SportIcon sportId={game.sportId} size={15} />
        <span className={styles.champ}>{game.champ}</span>
        <FavoriteStar game={game} />
        {tools}
      </header>
      <SiteLink to={gameAddress(game)} className={styles.sides}>
        <Side name={game.side1} score={game.side2 ? score?.total[0] : undefined} />
        {game.side2 ? <Side name={game.side2} score={score?.total[1]} /> : null}
      </SiteLink>
      <p className={styles.state}>
        {game.kind === LIVE ? (
          <>
            <LiveDot />
            {clock === null ? null : <Num>{minuteText(clock)}</Num>} {score?.phase}
          </>
        ) : (
          <Num>{format(game.startsAt, 'dd.MM / HH:mm')}</Num>
        )}
        <SiteLink to={gameAddress(game)} className={styles.all}>
          {/* What a search has found says nothing of its outcomes until its prices are there. */}
          {game.count > 0 ? text('all_outcomes', { count: game.count }) : text('to_event')}
        </SiteLink>
      </p>
      <Prices game={game} topic={topic} lock={lock} />
    </article>
  )
}

function Side({ name, score }: { name: string; score: number | undefined }) {
  return (
    <span className={styles.side}>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {score === undefined ? null : (
        <b>
          <Num>{String(score)}</Num>
        </b>
      )}
    </span>
  )
}

/** Tells of a score that rose while the card was looked at. */
function useGoals(sum: number | null, onGoal: (() => void) | undefined): void {
  const before = useRef(sum)
  useEffect(() => {
    if (onGoal && sum !== null && before.current !== null && sum > before.current) onGoal()
    before.current = sum
  }, [sum, onGoal])
}

interface PricesProps {
  game: LineGame
  topic: string
  lock: ReturnType<typeof lockOfHead>
}

function Prices({ game, topic, lock }: PricesProps) {
  const text = useTexts<SiteTexts>('site')
  const favourites = favouritesOf(game)
  if (favourites.length) return <Favourites {...{ favourites, game, topic, lock }} />
  const draws = knowsDraw([game])
  const { cells } = cellsOf(game, 'result', draws)
  if (!game.side2 && !cells.some(Boolean)) return null
  return (
    <div className={styles.prices}>
      {cells.map((outcome, index) => {
        const name = cellName('result', index, cells.length, outcome, { text, game, fullNames: false })
        return outcome ? (
          <LinePrice
            key={outcome.key}
            {...{ outcome, game, topic, lock }}
            market={text('market_result')}
            outcomeName={name.outcome}
            label={name.label}
            caption={name.outcome}
            layout="wide"
          />
        ) : (
          <span key={`none-${index}`} className={styles.none} aria-hidden>
            –
          </span>
        )
      })}
    </div>
  )
}

/** Who is likely to win a race, by name, the shortest price first. */
function Favourites({ favourites, game, topic, lock }: PricesProps & { favourites: ReturnType<typeof favouritesOf> }) {
  const market = questionOf(game, useTexts<SiteTexts>('site')('market_winner'))
  return (
    <div className={styles.prices} data-favourites="">
      {favourites.map((outcome) => {
        const name = outcome.player?.name ?? ''
        return (
          <LinePrice
            key={outcome.key}
            {...{ outcome, game, topic, lock, market }}
            outcomeName={name}
            label={`${market}, ${name}`}
            caption={<bdi>{name}</bdi>}
            layout="wide"
          />
        )
      })}
    </div>
  )
}
