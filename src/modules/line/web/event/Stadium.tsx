/** Where the game is played (EV-08). */
import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { Num } from '#ui/Num.tsx'
import { useSiteTexts } from '../model/texts.ts'
import type { LineGame } from '../model/types.ts'
import { valueOf } from '../model/wire-rows.ts'
import styles from './Event.module.css'

interface Ground {
  name: string
  city: string
  country: string
  capacity: number
  built: number
  surface: string
}

function stadiumQuery(lng: string, gameId: number): ApiQuery<Ground | null> {
  return {
    method: 'GET',
    path: '/service-api/SiteService/GetStadiumForGame_2',
    query: { gameId, lng },
    read(body) {
      const ground = valueOf<{ N?: string; CT?: string; CN?: string; CAP?: number; Y?: number; SF?: string }>(body)
      if (!ground?.N) return null
      return {
        name: ground.N,
        city: ground.CT ?? '',
        country: ground.CN ?? '',
        capacity: ground.CAP ?? 0,
        built: ground.Y ?? 0,
        surface: ground.SF ?? '',
      }
    },
    staleMs: 15 * 60_000,
  }
}

export function Stadium({ game }: { game: LineGame }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const ground = useApi(stadiumQuery(lng, game.i)).data ?? null
  if (!ground) return null
  const rows = [
    ['stadium_place', [ground.city, ground.country].filter(Boolean).join(', ')],
    ['stadium_capacity', ground.capacity || ''],
    ['stadium_built', ground.built ? String(ground.built) : ''],
    ['stadium_surface', ground.surface],
  ] as const
  return (
    <section className={styles.stadium} aria-label={text('stadium')}>
      <h2 className={styles.centreHead}>{text('stadium')}</h2>
      <p className={styles.ground}>
        <bdi>{ground.name}</bdi>
      </p>
      <dl>
        {rows.map(([key, value]) =>
          value === '' ? null : (
            <div key={key}>
              <dt>{text(key)}</dt>
              <dd>
                <Num>{value}</Num>
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}
