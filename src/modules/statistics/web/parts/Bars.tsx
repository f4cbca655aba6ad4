import { Num } from '#ui/Num.tsx'
import { useStatisticsTexts } from '../texts.ts'
import styles from '../Statistics.module.css'

/** Two values against each other: the longer half is the larger one; both are written out. */
export function VersusBar({ name, left, right, unit = '' }: { name: string; left: number; right: number; unit?: string }) {
  const text = useStatisticsTexts()
  const sum = left + right
  const share = sum > 0 ? (left / sum) * 100 : 50
  return (
    <div className={styles.versus} role="img" aria-label={text('bar_label', { name, left: `${left}${unit}`, right: `${right}${unit}` })}>
      <span className={styles.versusHead} aria-hidden>
        <Num>{`${left}${unit}`}</Num>
        <span>{name}</span>
        <Num>{`${right}${unit}`}</Num>
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
  return (
    <ul className={styles.outcomes}>
      {parts.map(({ key, name, percent }) => (
        <li key={key} style={{ flexGrow: Math.max(percent, 12) }} data-part={key}>
          <b>
            <Num>{`${percent} %`}</Num>
          </b>
          <span dir="auto">{name}</span>
        </li>
      ))}
    </ul>
  )
}
