/** The players of a cricket championship: its best batters and bowlers, each a way to his page. */
import { slug } from '#lib/text.ts'
import { BattingTable, BowlingTable } from '#modules/statistics/web/index.ts'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { cricketersQuery, type Cricketers as Page } from './cricket-queries.ts'
import styles from './Cricket.module.css'
import { useHubTexts } from './texts.ts'

const SHOWN = 12

export function Cricketers({ championshipId }: { championshipId: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const { data } = useApi(cricketersQuery(lng, championshipId), { enabled: useFeature('statistics') })
  if (!data || data.batters.length === 0) return null
  const rowOf = (one: Page['batters'][number]) => ({
    key: one.id,
    head: (
      <SiteLink to={`/cricket/player/${one.id}-${slug(one.name) || 'player'}`} className={styles.match}>
        <bdi>{one.name}</bdi>
        <small>
          <bdi>{data.teams[one.teamId]?.name ?? ''}</bdi>
        </small>
      </SiteLink>
    ),
    figures: one,
  })
  return (
    <section className={styles.stack} aria-label={text('cricket_players')}>
      <h2 className={styles.title}>
        {text('cricket_players')} <small>{text('cricket_players_note')}</small>
      </h2>
      <div className={styles.box}>
        <BattingTable head={text('cricket_batters')} text={text} rows={data.batters.slice(0, SHOWN).map(rowOf)} />
      </div>
      {data.bowlers.length > 0 ? (
        <div className={styles.box}>
          <BowlingTable head={text('cricket_bowlers')} text={text} rows={data.bowlers.slice(0, SHOWN).map(rowOf)} />
        </div>
      ) : null}
    </section>
  )
}
