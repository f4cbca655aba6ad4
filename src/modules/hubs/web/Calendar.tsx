/** Games by day, in the reader's own time zone. */
import { gameAddress, LIVE, NothingHere, useDates, type LineGame } from '#modules/line/web/index.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import { useHubTexts } from './texts.ts'
import styles from './Calendar.module.css'

export function Calendar({ games }: { games: readonly LineGame[] }) {
  const text = useHubTexts()
  const format = useDates()
  const matches = games.toSorted((a, b) => a.startsAt - b.startsAt)
  const days = Map.groupBy(matches, ({ startsAt }) => format(startsAt, 'P'))
  if (matches.length === 0) return <NothingHere message={text('champ_nothing')} label={text('onward')} to="/line" />
  return (
    <div className={styles.days}>
      {[...days].map(([day, list]) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>
            <Num>{day}</Num>
          </h2>
          <ul>
            {list.map((game) => (
              <li key={game.ci}>
                <SiteLink to={gameAddress(game)} className={styles.game}>
                  <span className={styles.time}>{game.kind === LIVE ? <LiveDot /> : <Num>{format(game.startsAt, 'HH:mm')}</Num>}</span>
                  <span className={styles.names} dir="auto">
                    {[game.side1, game.side2].filter(Boolean).join(' – ')}
                  </span>
                  {/* A race has no sides: its numbers are no score. */}
                  {game.score && game.side2 ? (
                    <b className={styles.score}>
                      <Score beside={game.side1}>{game.score.total.join(':')}</Score>
                    </b>
                  ) : null}
                </SiteLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
