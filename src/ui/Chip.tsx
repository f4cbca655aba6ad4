import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { Num } from './Num.tsx'
import styles from './Chip.module.css'
import { cx } from './class-names.ts'

export interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  selected?: boolean
  icon?: IconName
  /** Equals the length of the list behind it. */
  count?: number
  children: ReactNode
}

/** A filter; selected chips stand in ink. */
export function Chip({ selected, icon, count, children, className, type, ...rest }: ChipProps) {
  return (
    <button {...rest} type={type ?? 'button'} className={cx(styles.chip, className)} aria-pressed={selected}>
      {icon ? <Icon name={icon} size={15} /> : null}
      {children}
      {count === undefined ? null : (
        <span className={styles.count}>
          <Num>{count}</Num>
        </span>
      )}
    </button>
  )
}

/** Chips in one row that scrolls sideways by itself on phones. */
export function ChipRow({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className={styles.row} role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** A small mark on a card: NEW, TOP. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className={styles.tag}>
      <span>{children}</span>
    </span>
  )
}
