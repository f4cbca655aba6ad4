/** Results grouped by championship; a press opens the event with the result of every market. */
import { gameAddress, LINE, LIVE, useDates } from '#modules/line/web/index.ts'
import { slug } from '#lib/text.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import { isPast } from '../rules/past-ids.ts'
import type { ResultGame } from './queries.ts'
import styles from './Results.module.css'

type Texts = typeof import('../../../../locales/ru/results.json')

export function ResultList({ games, live = false }: { games: readonly ResultGame[]; live?: boolean }) {
  const champs = [...Map.groupBy(games, ({ champId }) => champId)]
  return (
    <div className={styles.list}>
      {champs.map(([champId, list]) => (
        <section key={champId} className={styles.champ} data-champ={champId}>
          <h2 className={styles.champHead}>
            <SportIcon sportId={list[0]!.sportId} size={15} />
            <SiteLink to={`/results/champ/${champId}-${slug(list[0]!.champ) || 'championship'}`}>{list[0]!.champ}</SiteLink>
          </h2>
          <ul>
            {list.map((game) => (
              <Row key={game.id} game={game} live={live} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Row({ game, live }: { game: ResultGame; live: boolean }) {
  const format = useDates()
  const text = useTexts<Texts>('results')
  const [total = '', periods = ''] = game.score.split(/\s*\(|\)\s*$/)
  const names = namesOf(game)
  return (
    <li className={styles.row} data-result={game.constId}>
      <span className={styles.time} data-live={live || undefined}>
        {live ? <LiveDot /> : <Num>{format(game.startsAt, 'dd.MM / HH:mm')}</Num>}
      </span>
      {isPast(game) ? (
        <span className={styles.names}>
          <Names game={game} />
        </span>
      ) : (
        <SiteLink to={gameAddress({ ...game, kind: live ? LIVE : LINE, ci: game.constId })} className={styles.names}>
          <Names game={game} />
        </SiteLink>
      )}
      <span className={styles.score}>
        <b>
          <Score beside={names}>{total}</Score>
        </b>
        {periods ? (
          <small>
            <Score beside={names}>{periods.replaceAll(',', ', ')}</Score>
          </small>
        ) : null}
        {game.scoreBefore ? (
          <small>
            {text('score_before')} <Score beside={names}>{game.scoreBefore}</Score>
          </small>
        ) : null}
      </span>
    </li>
  )
}

const namesOf = ({ side1, side2 }: ResultGame) => [side1, side2].filter(Boolean).join(' – ')

function Names({ game }: { game: ResultGame }) {
  const names = namesOf(game)
  return (
    <>
      <span dir="auto">{names}</span>
      {game.parts.length || game.period ? (
        <small className={styles.parts}>
          {game.period}
          {game.parts.map(({ title, score }) => (
            <span key={title}>
              {title} <Score beside={names}>{score.replace(/\s*\(.*/, '')}</Score>
            </span>
          ))}
        </small>
      ) : null}
    </>
  )
}
