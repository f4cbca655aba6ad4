/** What is known of a player (SiteService/ShortPlayersInfo). */
import { NothingHere } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { playersQuery } from './queries.ts'
import { useHubTexts } from './texts.ts'
import styles from './Races.module.css'

export function PlayerCard({ id }: { id: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const { data, isPending, isError } = useApi(playersQuery(lng, [id]))
  const player = data?.[0]
  if (isPending && !isError) return <SkeletonRows rows={4} height="44px" />
  if (!player) return <NothingHere message={text('player_nothing')} label={text('cricket_events')} to="/cricket/events" />
  const facts = [
    [text('player_number'), player.number],
    [text('player_position'), player.position],
    [text('player_born'), player.born.split('-').toReversed().join('.')],
    [text('player_height'), player.heightCm],
    [text('player_weight'), player.weightKg],
  ].filter(([, value]) => value)
  return (
    <section className={styles.race}>
      <h2 className={styles.raceHead}>{player.name}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Num>{String(value)}</Num>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
