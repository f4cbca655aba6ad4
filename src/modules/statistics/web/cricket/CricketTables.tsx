/** Cricket by its players: who made what with the bat, and with the ball. The same tables in the widget and in cricket's own area. */
import type { ReactNode } from 'react'
import { Num } from '#ui/Num.tsx'
import { oversText } from '../../rules/scorecard.ts'
import styles from './Cricket.module.css'

/** Both dictionaries have these texts. */
export type CricketText =
  | 'cricket_batting'
  | 'cricket_bowling'
  | 'cricket_runs'
  | 'cricket_balls'
  | 'cricket_fours'
  | 'cricket_sixes'
  | 'cricket_strike_rate'
  | 'cricket_overs'
  | 'cricket_conceded'
  | 'cricket_wickets'
  | 'cricket_economy'

const WAYS = ['caught', 'bowled', 'lbw', 'run_out', 'stumped'] as const

export type CricketTexts = (key: CricketText) => string

interface Batting {
  runs: number
  balls: number
  fours: number
  sixes: number
}

interface Bowling {
  bowled: number
  conceded: number
  wickets: number
}

interface TableRow<T> {
  key: string | number
  head: ReactNode
  figures: T
}

interface TableProps<T> {
  rows: readonly TableRow<T>[]
  /** Over the first column. */
  head: string
  text: CricketTexts
}

interface Column<T> {
  name: CricketText
  /** Left out where the table is narrow. */
  wide?: boolean
  of(figures: T): string
}

const rate = (part: number, whole: number, times: number, digits: number) => (whole === 0 ? '–' : ((part * times) / whole).toFixed(digits))

const BATTING: readonly Column<Batting>[] = [
  { name: 'cricket_runs', of: ({ runs }) => String(runs) },
  { name: 'cricket_balls', of: ({ balls }) => String(balls) },
  { name: 'cricket_fours', of: ({ fours }) => String(fours) },
  { name: 'cricket_sixes', of: ({ sixes }) => String(sixes) },
  { name: 'cricket_strike_rate', wide: true, of: ({ runs, balls }) => rate(runs, balls, 100, 1) },
]
const BOWLING: readonly Column<Bowling>[] = [
  { name: 'cricket_overs', of: ({ bowled }) => oversText(bowled) },
  { name: 'cricket_conceded', of: ({ conceded }) => String(conceded) },
  { name: 'cricket_wickets', of: ({ wickets }) => String(wickets) },
  { name: 'cricket_economy', wide: true, of: ({ conceded, bowled }) => rate(conceded, bowled, 6, 2) },
]

export function BattingTable(props: TableProps<Batting>) {
  return <FiguresTable {...props} columns={BATTING} caption={props.text('cricket_batting')} strong="cricket_runs" />
}

export function BowlingTable(props: TableProps<Bowling>) {
  return <FiguresTable {...props} columns={BOWLING} caption={props.text('cricket_bowling')} strong="cricket_wickets" />
}

interface FiguresProps<T> extends TableProps<T> {
  columns: readonly Column<T>[]
  caption: string
  strong: CricketText
}

function FiguresTable<T>({ rows, head, text, columns, caption, strong }: FiguresProps<T>) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map(({ name, wide }) => (
            <th key={name} scope="col" data-number="" data-wide={wide || undefined}>
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.head}</th>
            {columns.map(({ name, wide, of }) => (
              <td key={name} data-number="" data-wide={wide || undefined} data-strong={name === strong || undefined}>
                <Num>{of(row.figures)}</Num>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DismissalProps {
  figures: { how: string; outBy: number; outByName: string }
  text: (key: 'cricket_not_out' | `cricket_out_${(typeof WAYS)[number] | 'any'}`) => string
}

/** How he was out, and by whom. */
export function Dismissal({ figures: { how, outBy, outByName }, text }: DismissalProps) {
  const way = WAYS.find((one) => one === how)
  return (
    <small className={styles.how}>
      {how === '' ? text('cricket_not_out') : text(`cricket_out_${way ?? 'any'}`)}
      {outBy > 0 && outByName ? (
        <>
          {', '}
          <bdi>{outByName}</bdi>
        </>
      ) : null}
    </small>
  )
}
