/** Other games of the championship: a press changes the event, not the document (EV-14). */
import { useApi } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import { gameAddress } from '../model/addresses.ts'
import { listQuery } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LINE, LIVE, type LineGame } from '../model/types.ts'
import { useDates } from '../model/zone.ts'
import styles from './Event.module.css'

const SHOWN = 8

export function OtherGames({ game }: { game: LineGame }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const format = useDates()
  const live = useApi(listQuery({ kind: LIVE, lng, champId: game.champId })).data ?? []
  const line = useApi(listQuery({ kind: LINE, lng, champId: game.champId })).data ?? []
  const games = [...live, ...line].filter(({ ci }) => ci !== game.ci).slice(0, SHOWN)
  if (games.length === 0) return null
  return (
    <section className={styles.others} aria-label={text('event_others')}>
      <h2 className={styles.othersHead}>{text('event_others')}</h2>
      <ul>
        {games.map((other) => (
          <li key={other.ci}>
            <SiteLink to={gameAddress(other)} className={styles.other}>
              <span className={styles.otherTime}>
                {other.kind === LIVE ? <LiveDot /> : <Num>{format(other.startsAt, 'dd.MM / HH:mm')}</Num>}
              </span>
              <span className={styles.otherNames} dir="auto">
                {[other.side1, other.side2].filter(Boolean).join(' – ')}
              </span>
              {other.score && other.side2 ? (
                <b className={styles.otherScore}>
                  <Score beside={other.side1}>{other.score.total.join(':')}</Score>
                </b>
              ) : (
                <Num className={styles.otherCount}>{String(other.count)}</Num>
              )}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
