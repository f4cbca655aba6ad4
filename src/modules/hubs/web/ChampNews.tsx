/** News of a championship are its results, newest first: what really happened in it. */
import { gameAddress, NothingHere, useDates } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { champResultsQuery } from '#modules/results/web/index.ts'
import { useHubTexts } from './texts.ts'
import styles from './Calendar.module.css'

export function ChampNews({ id }: { id: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const format = useDates()
  const { data, isPending } = useApi(champResultsQuery(lng, id, 1))
  if (isPending) return <SkeletonRows rows={6} height="44px" />
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
                <SiteLink to={gameAddress({ ...game, kind: 3, ci: game.constId, champ: game.champ })} className={styles.game}>
                  <span className={styles.names} dir="auto">
                    {text('news_result', { side1: game.side1, side2: game.side2 })}
                  </span>
                  <b className={styles.score}>
                    <Num>{game.score}</Num>
                  </b>
                </SiteLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
