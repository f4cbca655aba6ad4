/** The chips over a list: which times a choice covers and in which groups the list is shown (LN-24, LN-25). */

export type PeriodKey = 'all' | '1h' | '3h' | 'today' | 'tomorrow' | `d${number}`

export interface Segment {
  id: 'soon' | 'next' | 'later' | 'one'
  query: Readonly<Record<string, number>>
}

/** Days after tomorrow that have a chip of their own. */
export const FURTHER_DAYS = [2, 3, 4] as const

export function readPeriod(text: string | null): PeriodKey {
  if (text === '1h' || text === '3h' || text === 'today' || text === 'tomorrow') return text
  return text !== null && /^d[2-4]$/.test(text) ? (text as PeriodKey) : 'all'
}

/** Midnight that begins the day `days` from now, in the reader's own time zone. Unix seconds. */
export function dayStart(now: number, days: number): number {
  const date = new Date(now)
  return Math.floor(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime() / 1000)
}

const SOON_MIN = 120
const NEXT_MIN = 240

/** Queries of the list in the order in which it shows them. The hours 0–2 and 2–4 stand apart wherever they are covered. */
export function segmentsOf(period: PeriodKey, now: number): readonly Segment[] {
  switch (period) {
    case '1h':
      return [{ id: 'soon', query: { tf: 60 } }]
    case '3h':
      return [
        { id: 'soon', query: { tf: SOON_MIN } },
        { id: 'next', query: { minOffset: SOON_MIN, tf: 180 } },
      ]
    case 'all':
      return withHours({})
    case 'today':
      return withHours({ tsTo: dayStart(now, 1) - 1 })
    case 'tomorrow':
      return [{ id: 'one', query: { tsFrom: dayStart(now, 1), tsTo: dayStart(now, 2) - 1 } }]
    default: {
      const days = Number(period.slice(1))
      return [{ id: 'one', query: { tsFrom: dayStart(now, days), tsTo: dayStart(now, days + 1) - 1 } }]
    }
  }
}

function withHours(rest: Readonly<Record<string, number>>): readonly Segment[] {
  return [
    { id: 'soon', query: { ...rest, tf: SOON_MIN } },
    { id: 'next', query: { ...rest, minOffset: SOON_MIN, tf: NEXT_MIN } },
    { id: 'later', query: { ...rest, minOffset: NEXT_MIN } },
  ]
}

/** Whether the server can ask for it too: days depend on the reader's time zone. */
export function isZoneFree(period: PeriodKey): boolean {
  return period === 'all' || period === '1h' || period === '3h'
}
