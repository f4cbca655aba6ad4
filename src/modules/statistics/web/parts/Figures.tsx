import { Num } from '#ui/Num.tsx'
import styles from '../Statistics.module.css'

/** A few numbers that say the most, in one row. */
export function Figures({ items }: { items: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.figures}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Num>{value}</Num>
          </dd>
        </div>
      ))}
    </dl>
  )
}
