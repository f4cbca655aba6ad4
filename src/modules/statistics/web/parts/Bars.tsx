import { Num } from '#ui/Num.tsx'
import { formatPercent } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { useStatisticsTexts } from '../texts.ts'
import styles from '../Statistics.module.css'

/** Two values against each other: the longer half is the larger one; both are written out. */
export function VersusBar({ name, left, right, percent = false }: { name: string; left: number; right: number; percent?: boolean }) {
  const text = useStatisticsTexts()
  const { lng } = useUi()
  const [first, second] = [left, right].map((value) => (percent ? formatPercent(value, lng) : String(value))) as [string, string]
  const sum = left + right
  const share = sum > 0 ? (left / sum) * 100 : 50
  return (
    <div className={styles.versus} role="img" aria-label={text('bar_label', { name, left: first, right: second })}>
      <span className={styles.versusHead} aria-hidden>
        <Num>{first}</Num>
        <span>{name}</span>
        <Num>{second}</Num>
      </span>
      <span className={styles.versusBar} aria-hidden>
        <i style={{ inlineSize: `${share}%` }} data-first="" />
        <i style={{ inlineSize: `${100 - share}%` }} />
      </span>
    </div>
  )
}

/** Shares of three outcomes in one bar. */
export function OutcomeBar({ parts }: { parts: readonly { key: 'home' | 'draw' | 'away'; name: string; percent: number }[] }) {
  const { lng } = useUi()
  return (
    <ul className={styles.outcomes}>
      {parts.map(({ key, name, percent }) => (
        <li key={key} style={{ flexGrow: Math.max(percent, 12) }} data-part={key}>
          <b>
            <Num>{formatPercent(percent, lng)}</Num>
          </b>
          <span dir="auto">{name}</span>
        </li>
      ))}
    </ul>
  )
}
