/** A day of the reader's own. What is typed stays while it is typed: on the way to a year there is no day that could be shown. */
import { useEffect, useRef, useState } from 'react'
import { isDay } from './days.ts'

/** The typing rests: the day is taken once all of it is there, not on the way from the 1st to the 15th. */
const REST_MS = 700

interface DayFieldProps {
  label: string
  className: string | undefined
  /** What is shown. */
  day: string
  today: string
  ask: (day: string) => void
}

export function DayField({ label, className, day, today, ask }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // Taken: what the address says from now on is shown, also when it goes back to another day.
  if (typed === day) setTyped(null)
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const take = (value: string | null) => {
    clearTimeout(rest.current)
    if (isDay(value) && value !== day) ask(value)
  }
  return (
    <input
      className={className}
      type="date"
      aria-label={label}
      max={today}
      value={typed ?? day}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        clearTimeout(rest.current)
        rest.current = setTimeout(() => take(value), REST_MS)
      }}
      onKeyDown={({ key }) => key === 'Enter' && take(typed)}
      onBlur={() => {
        take(typed)
        setTyped(null)
      }}
    />
  )
}
