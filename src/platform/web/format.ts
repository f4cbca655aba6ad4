import { formatDate, type DateSettings } from '#lib/date-format.ts'

export { formatDate, weekStart } from '#lib/date-format.ts'
export type { DateFormat } from '#lib/date-format.ts'
export { displayName } from '#lib/display-name.ts'
export { currencySign, formatMoney, formatNumber, formatPriceView } from '#lib/number-format.ts'
export type { CurrencyView } from '#lib/number-format.ts'

/** A moment ahead: its time, and its day where that is not today's. */
export function formatMoment(at: number, now: number, settings: DateSettings): string {
  const isToday = formatDate(at, 'P', settings) === formatDate(now, 'P', settings)
  return formatDate(at, isToday ? 'HH:mm' : 'Pp', settings)
}

/** A length of time as a clock: 67:05 in minutes and seconds, or 1:07:05 from an hour on. */
export function formatClock(seconds: number, format: 'mm:ss' | 'HH:mm:ss' = 'mm:ss'): string {
  const total = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  if (format === 'mm:ss') return `${two(Math.floor(total / 60))}:${two(total % 60)}`
  return `${two(Math.floor(total / 3600))}:${two(Math.floor((total % 3600) / 60))}:${two(total % 60)}`
}
