import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { champAddress } from '../model/addresses.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LINE, type LineGame } from '../model/types.ts'
import styles from './Event.module.css'

/** An event that has ended, or that never was: what is safe, and the ways on. */
export function EventGone({ known, game }: { known: boolean; game: LineGame | null }) {
  const text = useSiteTexts()
  const title = game ? [game.side1, game.side2].filter(Boolean).join(' – ') : text(known ? 'event_ended' : 'event_unknown')
  return (
    <section className={styles.gone}>
      <Icon name={known ? 'results' : 'search'} size={28} />
      <h1 className={styles.goneTitle}>{title}</h1>
      {game?.score ? (
        <p className={styles.goneScore}>
          <Num>{`${game.score.total[0]}:${game.score.total[1]}`}</Num>
        </p>
      ) : null}
      <p>{text(known ? 'event_ended_text' : 'event_unknown_text')}</p>
      <p className={styles.goneActions}>
        {game ? (
          <SiteLink className={styles.goneMain} to={champAddress(LINE, game.sportId, game.champId, game.champ)}>
            {text('to_championship')}
          </SiteLink>
        ) : (
          <SiteLink className={styles.goneMain} to="/line">
            {text('to_line')}
          </SiteLink>
        )}
        <SiteLink className={styles.goneOther} to="/live">
          {text('to_live')}
        </SiteLink>
      </p>
    </section>
  )
}
