import { Num } from '#ui/Num.tsx'
import type { StatisticsPlace } from '../../rules/path.ts'
import { useStatisticsTexts } from '../texts.ts'
import { StatisticsTo } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

/** The rows of one page; a number past the end means the last page. */
export function pageOf<T>(rows: readonly T[], size: number, asked: number): { shown: T[]; at: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const at = Math.min(asked, pages)
  return { shown: rows.slice((at - 1) * size, at * size), at, pages }
}

/** Pages of a long list, by the parameter `p`; nothing where one page is all. */
export function Pages({ place, at, pages }: { place: StatisticsPlace; at: number; pages: number }) {
  const text = useStatisticsTexts()
  if (pages < 2) return null
  return (
    <nav className={styles.choices} aria-label={text('pages')}>
      {Array.from({ length: pages }, (_, index) => (
        <StatisticsTo
          key={index}
          place={place}
          query={{ p: index === 0 ? null : String(index + 1) }}
          replace
          className={styles.choice}
          current={index + 1 === at}
          label={text('page_number', { page: index + 1 })}
        >
          <Num>{String(index + 1)}</Num>
        </StatisticsTo>
      ))}
    </nav>
  )
}
