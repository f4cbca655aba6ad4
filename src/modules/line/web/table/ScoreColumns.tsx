import { Num } from '#ui/Num.tsx'
import type { Score } from '../model/types.ts'
import styles from './Table.module.css'

/** Score beside the names: the running period, the points of a game, the total; every period when asked for (LN-29). */
export function ScoreColumns({ score, detailed }: { score: Score; detailed: boolean }) {
  // "129/7" of cricket says everything: runs and wickets of the innings.
  if (score.points?.some((points) => points.includes('/')) && !detailed)
    return <Column home={score.points[0]} away={score.points[1]} kind="total" server={score.server} />
  const periods = detailed ? score.periods : score.periods.slice(-1)
  const current = score.periods.at(-1)?.no
  return (
    <>
      {periods.map(({ no, home, away }) => (
        <Column key={no} home={String(home)} away={String(away)} kind={detailed && no === current ? 'now' : 'part'} />
      ))}
      {score.points ? <Column home={score.points[0]} away={score.points[1]} kind="part" server={score.server} /> : null}
      <Column home={String(score.total[0])} away={String(score.total[1])} kind="total" />
    </>
  )
}

function Column({ home, away, kind, server }: { home: string; away: string; kind: 'part' | 'now' | 'total'; server?: 0 | 1 | 2 }) {
  return (
    <span className={styles.score} data-kind={kind}>
      <span data-serves={server === 1 || undefined}>
        <Num>{home}</Num>
      </span>
      <span data-serves={server === 2 || undefined}>
        <Num>{away}</Num>
      </span>
    </span>
  )
}
