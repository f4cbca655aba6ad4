import { Flag } from '#ui/Icon.tsx'
import type { Teams } from '../../contract.ts'
import { StatisticsTo, useWidget } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

interface TeamNameProps {
  id: number
  teams: Teams
  sportId: number
  /** Two lines are room enough everywhere but in tables. */
  strong?: boolean
  flag?: boolean
  plain?: boolean
}

/** A side by its name, with its country's flag, leading to its page. */
export function TeamName({ id, teams, sportId, strong = false, flag = true, plain = false }: TeamNameProps) {
  const { settings } = useWidget()
  const team = teams[id]
  return (
    <StatisticsTo place={plain || id === 0 ? null : { view: 'team', sportId, id: String(id) }} className={styles.team}>
      {flag && settings.flags && team?.country ? <Flag country={team.country} size={16} /> : null}
      <bdi className={styles.teamName} data-strong={strong || undefined}>
        {team?.name ?? ''}
      </bdi>
    </StatisticsTo>
  )
}
