/** When the wait of a refusal is over. Late: of all refusals few have one. */
import type { DateSettings } from '#lib/date-format.ts'
import { formatMoment } from './format.ts'
import { productNow } from './product-clock.ts'

const MINUTE_S = 60
/** A lock without an end has one in the far future: only another way in helps. */
const ENDLESS_S = 366 * 86_400

export interface Refusal {
  message: string
  body: unknown
  status: number
}

export interface WaitTexts {
  /** When the page was made, and how it writes a time. */
  visit: DateSettings & { now: number }
  tell(said: { message: string; time: string }): string
}

/** The refusal's message, with the moment at which its wait is over. */
export function withWait({ message, body, status }: Refusal, { visit, tell }: WaitTexts): string {
  const now = productNow(visit.now)
  const until = refusedUntil(body, status, now)
  return until === null ? message : tell({ message, time: formatMoment(until, now, visit) })
}

type Said = Partial<Record<'until' | 'retryAfter', unknown>>

/** The first whole minute at which a call is no longer refused, Unix ms; null where the answer does not say, or where its message does. */
export function refusedUntil(body: unknown, status: number, now: number): number | null {
  const answer = body as (Said & { errors?: readonly Said[] }) | null
  const { until, retryAfter } = { ...answer, ...answer?.errors?.[0] }
  // Waits of up to a minute are told in seconds by the messages that have them.
  const isLong = typeof retryAfter === 'number' && retryAfter > MINUTE_S
  // A closed account (403) has its end in its own words.
  const endS = isLong ? now / 1_000 + retryAfter : typeof until === 'number' && status !== 403 ? until : 0
  const isAhead = endS > now / 1_000 && endS < now / 1_000 + ENDLESS_S
  return isAhead ? Math.ceil(endS / MINUTE_S) * MINUTE_S * 1_000 : null
}
