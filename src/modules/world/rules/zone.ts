/** Local time of a zone to unix time. Offsets are cached a day: the calendar asks for the same days again and again. */
const DAY = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

/** Offset of the zone at noon UTC of the day (days since 1970), ms east of UTC. */
export function zoneOffset(tz: string, day: number): number {
  if (tz === 'UTC') return 0
  const key = `${tz}|${day}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  let format = formats.get(tz)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: tz,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    })
    formats.set(tz, format)
  }
  const noon = day * DAY + DAY / 2
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const parts = format.formatToParts(noon)
  const offset = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute')) - noon
  if (offsets.size > 60_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** Unix ms of a local minute of a day. */
export function localTime(tz: string, day: number, minuteOfDay: number): number {
  return day * DAY + minuteOfDay * 60_000 - zoneOffset(tz, day)
}

/** Local hour of a moment. */
export function localHour(tz: string, at: number): number {
  const local = at + zoneOffset(tz, Math.floor(at / DAY))
  return Math.floor((((local % DAY) + DAY) % DAY) / 3_600_000)
}

/** Local day of the week, 0 is Monday. */
export function localWeekday(tz: string, at: number): number {
  const day = Math.floor((at + zoneOffset(tz, Math.floor(at / DAY))) / DAY)
  // 1970-01-01 was a Thursday.
  return (((day + 3) % 7) + 7) % 7
}
