/** Calendar dates without time zone (spec §5): a birthday is the same day everywhere. */

export interface Day {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

/** Reads dd.MM.yyyy, dd-MM-yyyy and yyyy-MM-dd; null when it is no day of the calendar. */
export function parseDay(text: string): Day | null {
  const european = /^(\d{2})[.-](\d{2})[.-](\d{4})$/.exec(text.trim())
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(text.trim())
  const day = european
    ? { day: Number(european[1]), month: Number(european[2]), year: Number(european[3]) }
    : iso
      ? { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
      : null
  return day && isDay(day) ? day : null
}

export function isDay({ year, month, day }: Day): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  return day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** "2008-02-29": sorts as text. */
export function dayText({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
