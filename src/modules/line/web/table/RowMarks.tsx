/** What else there is of an event: the tracker, the statistics window, the video (LN-37). */
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useSiteTexts } from '../model/texts.ts'
import type { LineGame } from '../model/types.ts'
import { useStatistics } from '../model/statistics-window.ts'
import styles from './Table.module.css'

export function RowMarks({ game, address }: { game: Pick<LineGame, 'marks' | 'sportId' | 'i'>; address: string }) {
  const text = useSiteTexts()
  const statistics = useStatistics(game)
  const { tracker, video } = game.marks
  if (!tracker && !statistics && !video) return null
  return (
    <span className={styles.marks}>
      {tracker ? (
        <SiteLink
          to={`${address}?view=tracker`}
          className={styles.mark}
          tabIndex={-1}
          aria-label={text('mark_tracker')}
          data-mark="tracker"
        >
          <Icon name="play" size={14} />
        </SiteLink>
      ) : null}
      {video ? (
        <SiteLink to={`${address}?view=tracker`} className={styles.mark} tabIndex={-1} aria-label={text('mark_video')} data-mark="video">
          <Icon name="tv" size={14} />
        </SiteLink>
      ) : null}
      {statistics ? (
        <a {...statistics} className={styles.mark} tabIndex={-1} aria-label={text('mark_stats')} data-mark="stats">
          <Icon name="stats" size={14} />
        </a>
      ) : null}
    </span>
  )
}
