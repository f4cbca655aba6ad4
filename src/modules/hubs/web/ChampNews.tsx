/** News of a championship are its results, newest first: what really happened in it. */
import { gameAddress, LINE, NothingHere, useDates } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { isPast } from '#modules/results/rules/past-ids.ts'
import { champResultsQuery, type ResultGame } from '#modules/results/web/index.ts'
import { Failed, hasFailed } from './Failed.tsx'
import { useHubTexts } from './texts.ts'
import styles from './Calendar.module.css'

export function ChampNews({ id }: { id: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const format = useDates()
  const results = useApi(champResultsQuery(lng, id, 1))
  const { data } = results
  if (hasFailed(results)) return <Failed asked={[results]} />
  if (results.isPending) return <SkeletonRows rows={6} height="44px" />
  if (!data?.length) return <NothingHere message={text('champ_news_nothing')} label={text('to_results')} to="/results" />
  return (
    <div className={styles.days}>
      {[...Map.groupBy(data, ({ startsAt }) => format(startsAt, 'P'))].map(([day, games]) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>
            <Num>{day}</Num>
          </h2>
          <ul>
            {games.map((game) => (
              <li key={game.id}>
                {isPast(game) ? (
                  <span className={styles.game}>
                    <Result game={game} />
                  </span>
                ) : (
                  <SiteLink to={gameAddress({ ...game, kind: LINE, ci: game.constId })} className={styles.game}>
                    <Result game={game} />
                  </SiteLink>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Result({ game: { side1, side2, score } }: { game: ResultGame }) {
  return (
    <>
      <span className={styles.names} dir="auto">
        {[side1, side2].filter(Boolean).join(' – ')}
      </span>
      <b className={styles.score}>
        <Num>{score}</Num>
      </b>
    </>
  )
}
