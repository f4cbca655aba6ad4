/** The filter of a list lives in the address, so that a list can be sent, gone back to and printed. */
import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { addDays, clampDay, isDayText, type DayText } from '#lib/calendar.ts'
import { useSite } from '#platform/web/features.tsx'
import { VID, type CouponKind } from '#modules/coupon/rules/kinds.ts'
import { LONGEST_DAYS, usualDays } from '../rules/window.ts'

export const STATUSES = { open: [1, 7], won: [3, 4], lost: [2], returned: [5, 6], sold: [8] } as const
export type StatusKey = keyof typeof STATUSES
export const SORTS = { newest: 1, oldest: 0, stake: 2, payout: 3, price: 4 } as const
export type SortKey = keyof typeof SORTS
export const PERIODS = [7, 30, 90] as const
const DAY_SECONDS = 86_400

export interface Filter {
  /** A number of days until now, or two days as `2026-09-01`: of an address that asks for more, the newest that may be asked for. */
  days: number
  from: string
  to: string
  kind: CouponKind | null
  status: StatusKey | null
  feed: 'line' | 'live' | null
  search: string
  sort: SortKey
  page: number
}

export type Change = (
  part: Partial<Record<'days' | 'from' | 'to' | 'type' | 'status' | 'feed' | 'q' | 'sort' | 'page_number', string | null>>,
) => void

export function useFilter(): [Filter, Change] {
  const config = useSite().config
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => readFilter(params, config.coupon.historyDays), [params, config])
  // A second change may come before the address has the first one.
  const latest = useRef(params)
  // By the navigation: a wish that another one has overtaken leaves the parameters as they were.
  const { key } = useLocation()
  useEffect(() => {
    latest.current = params
  }, [params, key])
  const change: Change = (part) => {
    const next = new URLSearchParams(latest.current)
    if (!('page_number' in part)) next.delete('page_number')
    for (const [name, value] of Object.entries(part)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    latest.current = next
    setParams(next, { preventScrollReset: true, replace: 'q' in part })
  }
  return [filter, change]
}

export function readFilter(params: URLSearchParams, configuredDays: unknown): Filter {
  const one = <K extends string>(name: string, known: Readonly<Record<K, unknown>>): K | null => {
    const value = params.get(name)
    return value !== null && Object.hasOwn(known, value) ? (value as K) : null
  }
  const days = Number(params.get('days'))
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const range = isDayText(from) && isDayText(to) && from <= to
  const page = Number(params.get('page_number'))
  return {
    days: Number.isInteger(days) && days > 0 && days <= LONGEST_DAYS ? days : usualDays(configuredDays),
    from: range ? clampDay(from, firstDay(to), undefined) : '',
    to: range ? to : '',
    kind: one('type', VID),
    status: one('status', STATUSES),
    feed: one('feed', { line: 0, live: 1 }),
    search: (params.get('q') ?? '').slice(0, 100),
    sort: one('sort', SORTS) ?? 'newest',
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  }
}

/** The first day of the longest period that ends with this one. */
export function firstDay(to: DayText): DayText {
  return addDays(to, 1 - LONGEST_DAYS)
}

/** What the calls take. Chosen days begin and end at the reader's midnight; a number of days ends by the server's clock. */
export function askedOf(filter: Filter) {
  const { kind, status, feed } = filter
  return {
    ...windowOf(filter),
    ...(kind === null ? {} : { bet_types: [VID[kind]] }),
    ...(status === null ? {} : { bet_common_statuses: [...STATUSES[status]] }),
    ...(feed === null ? {} : { feed_types: [feed === 'live' ? 1 : 0] }),
    ...(filter.search ? { search: filter.search } : {}),
  }
}

export function windowOf({ days, from, to }: Filter): { days: number } | { timestamp_from: number; timestamp_to: number } {
  if (!from) return { days }
  const begin = Math.floor(new Date(`${from}T00:00:00`).getTime() / 1000)
  const next = new Date(`${to}T00:00:00`)
  // A day on which the clocks are put is not of 24 hours.
  next.setDate(next.getDate() + 1)
  const end = Math.floor(next.getTime() / 1000)
  return { timestamp_from: Math.max(begin, end - LONGEST_DAYS * DAY_SECONDS), timestamp_to: end }
}

export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The address of the table for spreadsheets: a link of the browser's own, so that it may save it. */
export function tableAddress(filter: Filter, accountId: number, lng: string): string {
  const query = new URLSearchParams({ account_id: String(accountId), time_zone: timeZone(), lng })
  for (const [name, value] of Object.entries(askedOf(filter))) query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  return `/web-api/office/history/table.csv?${query.toString()}`
}
