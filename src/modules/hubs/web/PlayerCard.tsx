/** A cricketer in cricket's own area: who he is, what he has done match by match, what comes next (RT-16). */
import { NothingHere, PlayerFacts, playersQuery, useDates } from '#modules/line/web/index.ts'
import { oversText } from '#modules/statistics/rules/scorecard.ts'
import { BattingTable, BowlingTable } from '#modules/statistics/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { cricketerQuery, type Cricketer } from './cricket-queries.ts'
import styles from './Cricket.module.css'
import { Failed, hasFailed } from './Failed.tsx'
import { useHubTexts } from './texts.ts'

export function PlayerCard({ id }: { id: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const known = useApi(playersQuery(lng, [id]))
  const page = useApi(cricketerQuery(lng, id))
  const player = known.data?.[0]
  if (known.isPending || page.isPending) return <SkeletonRows rows={8} height="44px" />
  if (hasFailed(known)) return <Failed asked={[known]} />
  if (!player) return <NothingHere message={text('player_nothing')} label={text('cricket_events')} to="/cricket/events" />
  return (
    <div className={styles.stack}>
      <section className={styles.box}>
        <PlayerFacts player={player} className={styles.facts} />
        {page.data?.cricket ? <Totals totals={page.data.cricket} /> : null}
      </section>
      {page.data ? <Matches page={page.data} /> : <Failed asked={[page]} />}
    </div>
  )
}

function Totals({ totals }: { totals: NonNullable<Cricketer['cricket']> }) {
  const text = useHubTexts()
  const items = [
    [text('cricket_matches'), totals.games],
    [text('cricket_runs'), totals.runs],
    [text('cricket_balls'), totals.balls],
    [text('cricket_fours'), totals.fours],
    [text('cricket_sixes'), totals.sixes],
    [text('cricket_best'), totals.best],
    [text('cricket_overs'), oversText(totals.bowled)],
    [text('cricket_conceded'), totals.conceded],
    [text('cricket_wickets'), totals.wickets],
  ] as const
  return (
    <dl className={styles.totals}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Num>{String(value)}</Num>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Matches({ page }: { page: Cricketer }) {
  const text = useHubTexts()
  const { games, next = [] } = page
  const batted = games.filter(({ cricket }) => cricket && cricket.batNo > 0)
  const bowled = games.filter(({ cricket }) => cricket && cricket.bowlNo > 0)
  const rowOf = (one: Cricketer['games'][number]) => ({
    key: one.game.id,
    head: <MatchName page={page} game={one.game} />,
    figures: one.cricket!,
  })
  return (
    <>
      {games.length === 0 ? <p className={styles.none}>{text('cricket_not_yet')}</p> : null}
      {batted.length > 0 ? (
        <section className={styles.box}>
          <h2 className={styles.head}>{text('cricket_batting')}</h2>
          <BattingTable head={text('cricket_match')} text={text} rows={batted.map(rowOf)} />
        </section>
      ) : null}
      {bowled.length > 0 ? (
        <section className={styles.box}>
          <h2 className={styles.head}>{text('cricket_bowling')}</h2>
          <BowlingTable head={text('cricket_match')} text={text} rows={bowled.map(rowOf)} />
        </section>
      ) : null}
      {next.length > 0 ? (
        <section className={styles.box}>
          <h2 className={styles.head}>{text('cricket_player_next')}</h2>
          <ul className={styles.list}>
            {next.map((game) => (
              <li key={game.id}>
                <MatchName page={page} game={game} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function MatchName({ page: { teams }, game }: { page: Cricketer; game: Cricketer['games'][number]['game'] }) {
  const format = useDates()
  const name = (
    <>
      <bdi>
        {teams[game.home]?.name ?? ''} – {teams[game.away]?.name ?? ''}
      </bdi>
      <small>
        <Num>{format(game.startsAt, 'dd.MM.yyyy / HH:mm')}</Num>
      </small>
    </>
  )
  // Games of past seasons never stood in the line.
  return game.ci ? (
    <SiteLink to={`/cricket/game/${game.ci}`} className={styles.match}>
      {name}
    </SiteLink>
  ) : (
    <span className={styles.match}>{name}</span>
  )
}
