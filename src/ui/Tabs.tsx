import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Num } from './Num.tsx'
import styles from './Tabs.module.css'
import { cx } from './class-names.ts'

export interface TabItem<K extends string> {
  key: K
  label: ReactNode
  count?: number
  disabled?: boolean
}

/** Arrow keys, Home and End move between tabs; in right-to-left pages the arrows swap. Returns the index to go to. */
export function nextTab(key: string, index: number, disabled: readonly boolean[], rtl: boolean): number | null {
  const count = disabled.length
  const forward = key === (rtl ? 'ArrowLeft' : 'ArrowRight') ? 1 : key === (rtl ? 'ArrowRight' : 'ArrowLeft') ? -1 : 0
  let target = key === 'Home' ? 0 : key === 'End' ? count - 1 : forward ? (index + forward + count) % count : -1
  if (target < 0) return null
  const step = forward || (key === 'End' ? -1 : 1)
  for (let tries = 0; tries < count && disabled[target]; tries += 1) target = (target + step + count) % count
  return disabled[target] ? null : target
}

/** Where the focus comes into a row of choices: the one that is taken, else the first. */
export function entryOf<K extends string>(items: readonly TabItem<K>[], value: K): K | undefined {
  const open = items.filter(({ disabled }) => !disabled)
  return (open.find(({ key }) => key === value) ?? open[0])?.key
}

/** For every row of choices of which one is taken: the focus goes along with the choice. */
export function onArrow<K extends string>(
  event: KeyboardEvent<HTMLElement>,
  items: readonly TabItem<K>[],
  value: K,
  onChange: (key: K) => void,
) {
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const entry = entryOf(items, value)
  const index = items.findIndex((item) => item.key === entry)
  const target = nextTab(
    event.key,
    index,
    items.map((item) => item.disabled ?? false),
    rtl,
  )
  const item = target === null ? undefined : items[target]
  if (!item || target === null) return
  event.preventDefault()
  const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab],[role=radio]')
  buttons[target]?.focus()
  onChange(item.key)
}

export interface TabsProps<K extends string> {
  items: readonly TabItem<K>[]
  value: K
  onChange: (key: K) => void
  label: string
  /** Tabs share the whole width (coupon) instead of standing in a scrolling row (event page). */
  fill?: boolean
  children?: ReactNode
  className?: string
}

/** Tabs struck with the accent line; `children` is the panel of the chosen one. */
export function Tabs<K extends string>({ items, value, onChange, label, fill = false, children, className }: TabsProps<K>) {
  const id = useId()
  const entry = entryOf(items, value)
  return (
    <>
      <div
        className={cx(styles.tabs, className)}
        role="tablist"
        aria-label={label}
        data-fill={fill || undefined}
        onKeyDown={(event) => onArrow(event, items, value, onChange)}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            className={styles.tab}
            aria-selected={item.key === value}
            aria-controls={children === undefined ? undefined : `${id}-panel`}
            tabIndex={item.key === entry ? 0 : -1}
            disabled={item.disabled}
            onClick={() => onChange(item.key)}
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className={styles.count}>
                <Num>{item.count}</Num>
              </span>
            )}
          </button>
        ))}
      </div>
      {children === undefined ? null : (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={-1}>
          {children}
        </div>
      )}
    </>
  )
}
