import styles from './Tabs.module.css'
import { cx } from './class-names.ts'
import { entryOf, onArrow, type TabsProps } from './Tabs.tsx'

/** One of two to four short choices, side by side. */
export function SegmentedControl<K extends string>({ items, value, onChange, label, className }: Omit<TabsProps<K>, 'fill' | 'children'>) {
  const entry = entryOf(items, value)
  return (
    <div
      className={cx(styles.segments, className)}
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => onArrow(event, items, value, onChange)}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="radio"
          className={styles.segment}
          aria-checked={item.key === value}
          tabIndex={item.key === entry ? 0 : -1}
          disabled={item.disabled}
          onClick={() => onChange(item.key)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
