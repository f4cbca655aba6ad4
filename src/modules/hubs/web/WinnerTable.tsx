/** The standing of a championship beside the price of each team to win it (EV-13). */
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { slug } from '#lib/text.ts'
import { Num, Price } from '#ui/Num.tsx'
import { winnersQuery, type WinnerRow } from './queries.ts'
import { useHubTexts } from './texts.ts'
import styles from './Winners.module.css'

export function WinnerTable({ champId }: { champId: number }) {
  const { lng } = useSite()
  const { data } = useApi(winnersQuery(lng, champId))
  if (!data?.length) return null
  return (
    <>
      {data.map(({ name, rows }, index) => (
        <Group key={`${name}-${index}`} name={name} rows={rows} />
      ))}
    </>
  )
}

function Group({ name, rows }: { name: string; rows: readonly WinnerRow[] }) {
  const text = useHubTexts()
  const priced = rows.some(({ price }) => price !== null)
  return (
    <section className={styles.group} data-winners="">
      <h2 className={styles.head}>{name || text('standing')}</h2>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {(
                ['standing_place', 'standing_team', 'standing_games', 'standing_results', 'standing_goals', 'standing_points'] as const
              ).map((key) => (
                <th key={key} scope="col">
                  {text(key)}
                </th>
              ))}
              {priced ? <th scope="col">{text('standing_winner')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.teamId}>
                <td>
                  <Num>{String(row.place)}</Num>
                </td>
                <th scope="row">
                  <SiteLink to={`/team/${row.teamId}-${slug(row.name) || 'team'}`} dir="auto">
                    {row.name || text('standing_unknown', { id: row.teamId })}
                  </SiteLink>
                </th>
                <td>
                  <Num>{String(row.games)}</Num>
                </td>
                <td>
                  <Num>{`${row.wins}–${row.draws}–${row.losses}`}</Num>
                </td>
                <td>
                  <Num>{`${row.goalsFor}:${row.goalsAgainst}`}</Num>
                </td>
                <td className={styles.points}>
                  <Num>{String(row.points)}</Num>
                </td>
                {priced ? <td>{row.price === null ? <Num>–</Num> : <Price milli={row.price} inCell />}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
