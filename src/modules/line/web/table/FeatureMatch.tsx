/** One match in play over the line (ux 2): score, three prices, all outcomes. */
import { SiteLink } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { LiveDot } from '#ui/Notice.tsx'
import { Num, Pair } from '#ui/Num.tsx'
import { minuteText, useClock, useLiveScore } from '../live/live-score.ts'
import { gameAddress } from '../model/addresses.ts'
import { cellsOf, knowsDraw } from '../model/columns.ts'
import type { LineGame, Score } from '../model/types.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LinePrice } from './LinePrice.tsx'
import { cellName } from './names.ts'
import styles from './FeatureMatch.module.css'

/** Statistics worth a line, in this order. */
const TELLING = [59, 29, 20, 1, 98] as const

export function FeatureMatch({ game }: { game: LineGame }) {
  const text = useSiteTexts()
  const topic = `row:${game.ci}`
  useTopics([topic])
  const score = useLiveScore(topic, game.score, game.sportId)
  const draws = knowsDraw([game])
  const { cells } = cellsOf(game, 'result', draws)
  const address = gameAddress(game)
  return (
    <section className={styles.feature} aria-label={text('feature')}>
      <div className={styles.about}>
        <p className={styles.meta}>
          <When score={score} />
          <span className={styles.champ}>
            {[game.champ, /^\d+$/.test(game.round) ? text('round', { round: game.round }) : game.round].filter(Boolean).join(' · ')}
          </span>
        </p>
        <SiteLink to={address} className={styles.title}>
          <bdi>{game.side1}</bdi>{' '}
          {score ? (
            <mark className={styles.score}>
              <Pair of={score.total} />
            </mark>
          ) : (
            <span className={styles.dash}>–</span>
          )}{' '}
          <bdi>{game.side2}</bdi>
        </SiteLink>
        <p className={styles.facts}>{score ? <Facts score={score} /> : null}</p>
      </div>
      <div className={styles.prices} data-columns={cells.length}>
        {cells.map((outcome, index) => {
          const name = cellName('result', index, cells.length, outcome, { text, game, fullNames: false })
          return (
            <div key={index} className={styles.column}>
              <span className={styles.caption}>{name.outcome}</span>
              {outcome ? (
                <LinePrice
                  {...{ outcome, game, topic }}
                  market={text('market_result')}
                  outcomeName={name.outcome}
                  label={name.label}
                  layout="cell"
                  className={styles.price}
                />
              ) : (
                <span className={styles.none}>–</span>
              )}
            </div>
          )
        })}
        <SiteLink to={address} className={styles.all}>
          {text('all_outcomes', { count: game.count })}
        </SiteLink>
      </div>
    </section>
  )
}

function When({ score }: { score: Score | null }) {
  const clock = useClock(score)
  return (
    <b className={styles.live}>
      <LiveDot />
      {clock === null ? score?.phase : <Num>{minuteText(clock)}</Num>}
    </b>
  )
}

function Facts({ score }: { score: Score }) {
  const shown = TELLING.flatMap((id) => score.stats.filter((stat) => stat.id === id)).slice(0, 3)
  if (shown.length === 0) return <span className={styles.fact}>{score.phase}</span>
  return shown.map((stat) => (
    <span key={stat.id} className={styles.fact}>
      {stat.name.replace(/, %$/, '')} <Pair of={[stat.home, stat.away]} between="–" />
      {stat.name.endsWith('%') ? '%' : ''}
    </span>
  ))
}
