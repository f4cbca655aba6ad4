import { intlLanguage, printable } from '#lib/number-format.ts'

/** The specification's date formats (TR-10). `P` and `Pp` are the locale's short date, without and with time. */
export const DATE_FORMATS = ['P', 'Pp', 'dd.MM / HH:mm', 'dd.MM.yyyy / HH:mm', 'dd.MM', 'HH:mm', 'mm:ss', 'HH:mm:ss'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** Countries that write twelve hours (SH-18). */
const TWELVE_HOURS: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'NZ', 'PH', 'IN', 'EG', 'SA', 'CO', 'PK', 'MY', 'BD', 'JO'])
/** Countries whose week starts on Sunday, and on Saturday; Monday elsewhere. */
const SUNDAY: ReadonlySet<string> = new Set(['US', 'CA', 'MX', 'BR', 'JP', 'KR', 'IN', 'IL', 'PH', 'CO', 'PE', 'ZA', 'SA', 'KE', 'TH'])
const SATURDAY: ReadonlySet<string> = new Set(['AE', 'AF', 'BH', 'DZ', 'EG', 'IQ', 'IR', 'JO', 'KW', 'LY', 'OM', 'QA', 'SD', 'SY'])

export function twelveHours(country: string): boolean {
  return TWELVE_HOURS.has(country.toUpperCase())
}

/** First day of the week: 0 Sunday, 1 Monday, 6 Saturday. */
export function weekStart(country: string): 0 | 1 | 6 {
  const code = country.toUpperCase()
  return SUNDAY.has(code) ? 0 : SATURDAY.has(code) ? 6 : 1
}

export interface DateSettings {
  lng: string
  country: string
  /** IANA name; the browser's own without it. */
  timeZone?: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function intl(settings: DateSettings, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const all: Intl.DateTimeFormatOptions = {
    numberingSystem: 'latn',
    calendar: 'gregory',
    ...(settings.timeZone ? { timeZone: settings.timeZone } : {}),
    ...options,
  }
  const key = `${settings.lng}|${JSON.stringify(all)}`
  let format = formats.get(key)
  if (!format) {
    try {
      format = new Intl.DateTimeFormat(intlLanguage(settings.lng), all)
    } catch {
      format = new Intl.DateTimeFormat('en-GB', all)
    }
    formats.set(key, format)
  }
  return format
}

/** The one formatter of dates. `at` in Unix milliseconds; an invalid date is an error (spec 5). */
export function formatDate(at: number, pattern: DateFormat, settings: DateSettings): string {
  if (!Number.isFinite(at)) throw new RangeError('Invalid time value')
  if (pattern === 'P') return printable(intl(settings, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(at))
  if (pattern === 'Pp') return `${formatDate(at, 'P', settings)}, ${formatDate(at, 'HH:mm', settings)}`
  const parts = partsOf(at, settings)
  const time = twelveHours(settings.country) ? twelve(parts.hour, parts.minute) : `${parts.hour}:${parts.minute}`
  switch (pattern) {
    case 'dd.MM':
      return `${parts.day}.${parts.month}`
    case 'dd.MM / HH:mm':
      return printable(`${parts.day}.${parts.month} / ${time}`)
    case 'dd.MM.yyyy / HH:mm':
      return printable(`${parts.day}.${parts.month}.${parts.year} / ${time}`)
    case 'HH:mm':
      return printable(time)
    case 'mm:ss':
      return `${parts.minute}:${parts.second}`
    case 'HH:mm:ss':
      return printable(
        twelveHours(settings.country)
          ? twelve(parts.hour, `${parts.minute}:${parts.second}`)
          : `${parts.hour}:${parts.minute}:${parts.second}`,
      )
  }
}

function twelve(hour: string, rest: string): string {
  const value = Number(hour)
  return `${value % 12 || 12}:${rest} ${value < 12 ? 'AM' : 'PM'}`
}

interface Parts {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
}

function partsOf(at: number, settings: DateSettings): Parts {
  const format = intl(
    { ...settings, lng: 'en' },
    { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  )
  const parts: Parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value } of format.formatToParts(at)) if (type in parts) parts[type as keyof Parts] = value
  return parts
}
