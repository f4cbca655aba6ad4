import { Num } from '#ui/Num.tsx'
import { signed } from '../signed.ts'
import type { StandingRow, Teams } from '../../contract.ts'
import { useStatisticsTexts } from '../texts.ts'
import { hasHosts, mayBeDrawn } from '../../rules/score-kind.ts'
import { FormChips } from './FormChips.tsx'
import { TeamName } from './TeamName.tsx'
import styles from '../Statistics.module.css'

interface StandingsTableProps {
  rows: readonly StandingRow[]
  teams: Teams
  sportId: number
  caption: string
  /** These stand out. */
  marked?: readonly number[]
}

const COLUMNS = ['played', 'won', 'drawn', 'lost', 'scored', 'difference', 'points'] as const
/** Left out on a narrow page. */
const WIDE: ReadonlySet<string> = new Set(['won', 'drawn', 'lost', 'scored'])

export function StandingsTable({ rows, teams, sportId, caption, marked = [] }: StandingsTableProps) {
  const text = useStatisticsTexts()
  const columns = mayBeDrawn(sportId) || rows.some(({ drawn }) => drawn > 0) ? COLUMNS : COLUMNS.filter((column) => column !== 'drawn')
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.place}>
            {text('place')}
          </th>
          <th scope="col">{text(hasHosts(sportId) ? 'team' : 'participant')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" data-number="" data-wide={WIDE.has(column) || undefined}>
              <abbr title={text(`${column}_word`)}>{text(column)}</abbr>
            </th>
          ))}
          <th scope="col" className={styles.formColumn}>
            {text('form')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.teamId} data-marked={marked.includes(row.teamId) || undefined}>
            <td className={styles.place}>
              <Num>{String(row.place)}</Num>
            </td>
            <th scope="row">
              <TeamName id={row.teamId} teams={teams} sportId={sportId} strong={marked.includes(row.teamId)} />
            </th>
            <Cells row={row} columns={columns} />
            <td className={styles.formColumn}>
              <FormChips form={row.form} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cells({ row, columns }: { row: StandingRow; columns: readonly (typeof COLUMNS)[number][] }) {
  const values: Record<(typeof COLUMNS)[number], string> = {
    played: String(row.played),
    won: String(row.won),
    drawn: String(row.drawn),
    lost: String(row.lost),
    scored: `${row.scored}:${row.conceded}`,
    difference: signed(row.scored - row.conceded),
    points: String(row.points),
  }
  return columns.map((column) => (
    <td key={column} data-number="" data-wide={WIDE.has(column) || undefined} data-strong={column === 'points' || undefined}>
      <Num>{values[column]}</Num>
    </td>
  ))
}
