import type { ReactNode } from 'react'
import { Num } from '#ui/Num.tsx'
import styles from '../Statistics.module.css'

/** A few numbers that say the most, in one row; a value with a unit in words comes as an element. */
export function Figures({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.figures}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <Num>{value}</Num> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
