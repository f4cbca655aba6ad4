import { useEffect, useRef, useState } from 'react'
import { readDay, typedDate, typedDay, type DayText } from '#lib/calendar.ts'
import { IconButton } from './Button.tsx'
import { Calendar, type CalendarProps } from './Calendar.tsx'
import { TextField, type TextFieldProps } from './Field.tsx'
import { useUi } from './settings.tsx'
import styles from './Calendar.module.css'

interface DateFieldProps
  extends
    Omit<TextFieldProps, 'type' | 'start' | 'end' | 'maxLength' | 'min' | 'max'>,
    Pick<CalendarProps, 'today' | 'weekStart' | 'start'> {
  min?: DayText | undefined
  max?: DayText | undefined
}

/** A day as dd.MM.yyyy: typed, with dots that come by themselves, or chosen in the calendar. The value is the typed text. */
export function DateField({ today, weekStart, start, min, max, value, onChange, ...props }: DateFieldProps) {
  const { text } = useUi()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    place.current?.querySelector<HTMLElement>('[data-opens]')?.focus()
  }
  useEffect(() => {
    if (!open) return
    place.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    const leave = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [open])
  return (
    <div
      ref={place}
      role="presentation"
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        // A modal around the field stays: this key closes the calendar only.
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      onBlur={(event) => {
        if (open && event.relatedTarget && !place.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <TextField
        inputMode="numeric"
        dir="ltr"
        {...props}
        value={value}
        onChange={(next) => onChange(typedDate(next, value))}
        end={
          <IconButton
            icon="calendar"
            label={text('calendar')}
            aria-haspopup="dialog"
            aria-expanded={open}
            data-opens=""
            onClick={() => setOpen(!open)}
          />
        }
      />
      {open ? (
        <div className={styles.panel} role="dialog" aria-label={text('calendar')}>
          <Calendar
            autoFocus
            value={readDay(value) ?? ''}
            today={today}
            weekStart={weekStart}
            start={start}
            min={min}
            max={max}
            onChange={(day) => {
              onChange(typedDay(day))
              close()
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
