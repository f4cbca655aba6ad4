import { Num } from '#ui/Num.tsx'
import type { GamePage } from '../../contract.ts'
import { useStatisticsTexts } from '../texts.ts'
import { useWidget } from '../widget/Widget.tsx'
import { PlayerLink } from './PlayerLink.tsx'
import styles from '../Statistics.module.css'

type Player = GamePage['sides'][number]['squad'][number]

/** Players with their goals and cards; the one whom the address names stands out. */
export function Squad({ players, sportId }: { players: readonly Player[]; sportId: number }) {
  const text = useStatisticsTexts()
  const { settings } = useWidget()
  return (
    <table className={styles.table}>
      <caption className={styles.small}>{text('squad_note')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('name')}</th>
          <th scope="col" data-number="">
            {text('goals')}
          </th>
          <th scope="col" data-number="">
            {text('cards')}
          </th>
        </tr>
      </thead>
      <tbody>
        {players.map(({ id, name, goals, cards }) => (
          <tr key={id} data-marked={settings.playerId === id || undefined}>
            <th scope="row">
              <PlayerLink id={id} name={name} sportId={sportId} />
            </th>
            <td data-number="">
              <Num>{String(goals)}</Num>
            </td>
            <td data-number="">
              <Num>{String(cards)}</Num>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
