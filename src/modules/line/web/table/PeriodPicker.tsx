/** Any number of hours up to two days, or a date (XT-64, LN-25). */
import { useEffect, useRef, useState } from 'react'
import { useProductClock } from '#platform/web/product-clock.ts'
import { Button } from '#ui/Button.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { dateOf, hoursOf, MAX_HOURS, type PeriodKey } from '../model/periods.ts'
import { useSiteTexts } from '../model/texts.ts'
import styles from './Settings.module.css'

/** The line reaches two months ahead; a later date would only ever be empty. */
const DAYS_AHEAD = 60
const FIRST_HOURS = 6
/** The slider rests: the list behind the dialog follows it, and is not asked for every hour on the way. */
const REST_MS = 250

function dateText(now: number, days: number): string {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-')
}

interface PeriodPickerProps {
  period: PeriodKey
  onChoose: (period: PeriodKey) => void
  onClose: () => void
}

export function PeriodPicker({ period, onChoose, onClose }: PeriodPickerProps) {
  const text = useSiteTexts()
  const [now] = useState(useProductClock())
  const [hours, setHours] = useState(hoursOf(period) ?? FIRST_HOURS)
  const [date, setDate] = useState(dateOf(period) ? period : dateText(now, 0))
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const slide = (next: number) => {
    setHours(next)
    clearTimeout(rest.current)
    rest.current = setTimeout(() => onChoose(`${next}h`), REST_MS)
  }
  const choose = (chosen: PeriodKey) => {
    clearTimeout(rest.current)
    onChoose(chosen)
    onClose()
  }
  return (
    <Modal title={text('period')} size="small" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          choose(`${hours}h`)
        }}
      >
        <label className={styles.label} htmlFor="period-hours">
          {text('period_within', { count: hours })}
        </label>
        <input
          id="period-hours"
          className={styles.range}
          type="range"
          min={1}
          max={MAX_HOURS}
          value={hours}
          onChange={({ currentTarget }) => slide(Number(currentTarget.value))}
        />
        <Button kind="primary" type="submit" wide>
          {text('period_show')}
        </Button>
      </form>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (dateOf(date)) choose(date as PeriodKey)
        }}
      >
        <label className={styles.label} htmlFor="period-date">
          {text('period_date')}
        </label>
        <input
          id="period-date"
          className={styles.date}
          type="date"
          required
          min={dateText(now, 0)}
          max={dateText(now, DAYS_AHEAD)}
          value={date}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
        />
        <Button type="submit" wide>
          {text('period_show_day')}
        </Button>
      </form>
    </Modal>
  )
}
