/** What is known of a player (SiteService/ShortPlayersInfo). */
import { NothingHere, PlayerFacts, playersQuery } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useHubTexts } from './texts.ts'
import styles from './Races.module.css'

export function PlayerCard({ id }: { id: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const { data, isPending, isError } = useApi(playersQuery(lng, [id]))
  const player = data?.[0]
  if (isPending && !isError) return <SkeletonRows rows={4} height="44px" />
  if (!player) return <NothingHere message={text('player_nothing')} label={text('cricket_events')} to="/cricket/events" />
  return (
    <section className={styles.race}>
      <h2 className={styles.raceHead}>{player.name}</h2>
      <PlayerFacts player={player} className={styles.facts} />
    </section>
  )
}
