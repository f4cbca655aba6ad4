import { useState, type ComponentProps } from 'react'
import { addMonths, dayFault, typedDay } from '#lib/calendar.ts'
import { weekStart } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { DateField } from '#ui/DateField.tsx'

type AccountTexts = typeof import('../../../../locales/ru/account.json')

const EARLIEST = '1900-01-01'

/** The day somebody was born on: typed, or chosen in a calendar that opens twenty-five years ago. */
export function BirthDate(field: Omit<ComponentProps<typeof DateField>, 'today' | 'start' | 'min' | 'max' | 'weekStart'>) {
  const text = useTexts<AccountTexts>('account')
  const { country } = useSite()
  // The day is read once: a page that stays open over midnight forbids nobody his birthday.
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const bounds = { min: EARLIEST, max: today }
  const fault = dayFault(field.value, bounds)
  return (
    <DateField
      today={today}
      {...bounds}
      start={addMonths(today, -12 * 25)}
      weekStart={weekStart(country)}
      hint={text('date_hint')}
      placeholder={text('date_pattern')}
      autoComplete="bday"
      {...field}
      error={field.error ?? (fault ? text(fault, { date: typedDay(fault === 'date_min' ? EARLIEST : today) }) : undefined)}
    />
  )
}
