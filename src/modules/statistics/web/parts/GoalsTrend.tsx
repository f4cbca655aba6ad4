import { Num } from '#ui/Num.tsx'
import type { GameRow, Teams } from '../../contract.ts'
import { useStatisticsTexts } from '../texts.ts'
import styles from '../Statistics.module.css'

const SHOWN = 12

/** What a side scored and let in, game by game, the oldest first: columns above and below a line. */
export function GoalsTrend({ games, teamId, teams }: { games: readonly GameRow[]; teamId: number; teams: Teams }) {
  const text = useStatisticsTexts()
  const rows = games
    .filter(({ score }) => score !== null)
    .slice(0, SHOWN)
    .toReversed()
    .map(({ id, home, away, score }) => {
      const [own, other] = home === teamId ? score! : [score![1], score![0]]
      return { id, own, other, against: teams[home === teamId ? away : home]?.name ?? '' }
    })
  const most = Math.max(1, ...rows.flatMap(({ own, other }) => [own, other]))
  return (
    <figure className={styles.trend}>
      <ol className={styles.trendBars} dir="ltr">
        {rows.map(({ id, own, other, against }) => (
          <li key={id} aria-label={`${against}: ${own}:${other}`}>
            <span className={styles.trendValue} aria-hidden>
              <Num>{String(own)}</Num>
            </span>
            <i data-kind="own" style={{ blockSize: `${(own / most) * 100}%` }} aria-hidden />
            <i data-kind="other" style={{ blockSize: `${(other / most) * 100}%` }} aria-hidden />
            <span className={styles.trendValue} aria-hidden>
              <Num>{String(other)}</Num>
            </span>
          </li>
        ))}
      </ol>
      <figcaption className={styles.legend}>
        <span data-kind="own">{text('goals_for')}</span>
        <span data-kind="other">{text('goals_against')}</span>
      </figcaption>
    </figure>
  )
}
