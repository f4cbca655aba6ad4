import { StatisticsTo } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

export function PlayerLink({ id, name, sportId }: { id: number; name: string; sportId: number }) {
  return (
    <StatisticsTo place={id > 0 ? { view: 'player', sportId, id: String(id) } : null} className={styles.link}>
      <bdi>{name}</bdi>
    </StatisticsTo>
  )
}
