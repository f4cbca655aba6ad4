import type { ChampionshipName, StagePage } from '../../contract.ts'
import { useStatisticsTexts } from '../texts.ts'
import { StatisticsTo } from '../widget/Widget.tsx'
import { Nothing } from './Block.tsx'
import styles from '../Statistics.module.css'

const REASONS = { unplayed: 'no_table', cup: 'no_table_cup', field: 'no_table_field', recorded: 'no_table_recorded' } as const

interface NoTableProps {
  championship: ChampionshipName
  seasonId: number
  why: StagePage['noTable']
}

/** Where a table would stand, why there is none; a cup shows its bracket on its own page. */
export function NoTable({ championship: { id, sportId }, seasonId, why }: NoTableProps) {
  const text = useStatisticsTexts()
  return (
    <Nothing>
      {text(REASONS[why ?? 'unplayed'])}
      {why === 'cup' ? (
        <>
          {' '}
          <StatisticsTo place={{ view: 'tournament', sportId, id: String(id), seasonId }} className={styles.link}>
            {text('bracket')}
          </StatisticsTo>
        </>
      ) : null}
    </Nothing>
  )
}
