import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { addDays, addMonths, clampDay, startOfWeek, weeksOf, type DayText } from '#lib/calendar.ts'
import { IconButton } from './Button.tsx'
import { Num } from './Num.tsx'
import { intlLanguage } from '#lib/number-format.ts'
import { useUi } from './settings.tsx'
import { Select } from './Select.tsx'
import styles from './Calendar.module.css'

export interface CalendarProps {
  /** "2026-11-21", or '' for none. */
  value: DayText | ''
  onChange: (day: DayText) => void
  today: DayText
  /** 0 Sunday, 1 Monday, 6 Saturday: by the visitor's country. */
  weekStart: number
  min?: DayText | undefined
  max?: DayText | undefined
  /** The day that is in view while none is chosen; today without it. */
  start?: DayText | undefined
  /** The focus goes to the chosen day as it opens. */
  autoFocus?: boolean
}

const YEARS_AROUND = 10

/**
 * A month of days. Arrows walk by day and week, Home and End within the week, Page Up and Down by month, with Shift by
 * year; Enter or Space chooses. In right-to-left pages left and right follow the eye.
 */
export function Calendar({ value, onChange, today, weekStart, min, max, start, autoFocus = false }: CalendarProps) {
  const [focused, setFocused] = useState(() => clampDay(value || (start ?? today), min, max))
  const grid = useRef<HTMLDivElement>(null)
  const moved = useRef(autoFocus)
  const names = useDayNames(weekStart)
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused])
  const walk = (day: DayText, focus = true) => {
    moved.current = focus
    setFocused(clampDay(day, min, max))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const day = dayOfKey(event, focused, weekStart)
    if (day === null) return
    event.preventDefault()
    walk(day)
  }
  const isOut = (day: DayText) => (min !== undefined && day < min) || (max !== undefined && day > max)
  return (
    <div className={styles.calendar}>
      <Head focused={focused} onMove={(day) => walk(day, false)} today={today} min={min} max={max} />
      <div ref={grid} className={styles.grid} role="grid" tabIndex={-1} aria-label={names.month(focused)} onKeyDown={onKeyDown}>
        <div role="row" className={styles.week}>
          {names.weekdays.map(({ short, long }) => (
            <span key={long} role="columnheader" className={styles.weekday} aria-label={long}>
              {short}
            </span>
          ))}
        </div>
        {weeksOf(focused, weekStart).map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((day) => (
              <div key={day} role="gridcell" tabIndex={-1} aria-selected={day === value}>
                <button
                  type="button"
                  className={styles.day}
                  data-day={day}
                  data-outside={day.slice(0, 7) === focused.slice(0, 7) ? undefined : ''}
                  tabIndex={day === focused ? 0 : -1}
                  aria-label={names.day(day)}
                  aria-pressed={day === value}
                  aria-current={day === today ? 'date' : undefined}
                  aria-disabled={isOut(day) || undefined}
                  onClick={() => {
                    if (!isOut(day)) onChange(day)
                  }}
                >
                  <Num>{Number(day.slice(8))}</Num>
                </button>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function Head({
  focused,
  onMove,
  today,
  min,
  max,
}: Pick<CalendarProps, 'today' | 'min' | 'max'> & { focused: DayText; onMove: (day: DayText) => void }) {
  const { text, lng } = useUi()
  const [year, month] = focused.split('-').map(Number) as [number, number]
  const first = min ? Number(min.slice(0, 4)) : Math.min(year, Number(today.slice(0, 4))) - YEARS_AROUND
  const last = max ? Number(max.slice(0, 4)) : Math.max(year, Number(today.slice(0, 4))) + YEARS_AROUND
  const years = Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index)
  const months = useMemo(() => monthNames(lng), [lng])
  return (
    <div className={styles.head}>
      <IconButton icon="chevron-left" flip label={text('month_before')} onClick={() => onMove(addMonths(focused, -1))} />
      <div className={styles.selects}>
        <Select small aria-label={text('month')} value={month} onChange={(chosen) => onMove(addMonths(focused, Number(chosen) - month))}>
          {months.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          small
          aria-label={text('year')}
          value={year}
          onChange={(chosen) => onMove(addMonths(focused, (Number(chosen) - year) * 12))}
        >
          {years.map((number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </Select>
      </div>
      <IconButton icon="chevron-right" flip label={text('month_after')} onClick={() => onMove(addMonths(focused, 1))} />
    </div>
  )
}

/** Where a key leads from a day; null for keys that are not the calendar's. */
export function dayOfKey(
  event: { key: string; shiftKey: boolean; currentTarget: Element },
  day: DayText,
  weekStart: number,
): DayText | null {
  const forward = event.currentTarget.closest('[dir]')?.getAttribute('dir') === 'rtl' ? -1 : 1
  switch (event.key) {
    case 'ArrowRight':
      return addDays(day, forward)
    case 'ArrowLeft':
      return addDays(day, -forward)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'Home':
      return startOfWeek(day, weekStart)
    case 'End':
      return addDays(startOfWeek(day, weekStart), 6)
    case 'PageDown':
      return addMonths(day, event.shiftKey ? 12 : 1)
    case 'PageUp':
      return addMonths(day, event.shiftKey ? -12 : -1)
    default:
      return null
  }
}

const SUNDAY = '2026-11-22'

function format(lng: string, options: Intl.DateTimeFormatOptions): (day: DayText) => string {
  const intl = new Intl.DateTimeFormat(intlLanguage(lng), { ...options, timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' })
  return (day) => intl.format(new Date(`${day}T00:00:00Z`))
}

function monthNames(lng: string): string[] {
  const name = format(lng, { month: 'long' })
  return Array.from({ length: 12 }, (_, index) => {
    const text = name(`2026-${String(index + 1).padStart(2, '0')}-01`)
    return text.charAt(0).toLocaleUpperCase(lng) + text.slice(1)
  })
}

function useDayNames(weekStart: number) {
  const { lng } = useUi()
  return useMemo(() => {
    const short = format(lng, { weekday: 'short' })
    const narrow = format(lng, { weekday: 'narrow' })
    // Arabic has no short names of days: whole words would not fit into a column.
    const head = (day: DayText) => (short(day).length <= 4 ? short(day) : narrow(day))
    const long = format(lng, { weekday: 'long' })
    const days = Array.from({ length: 7 }, (_, index) => addDays(SUNDAY, (weekStart + index) % 7))
    return {
      weekdays: days.map((day) => ({ short: head(day), long: long(day) })),
      month: format(lng, { month: 'long', year: 'numeric' }),
      day: format(lng, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    }
  }, [lng, weekStart])
}
