/** Time-outs and self-exclusion (standards RG-09, RG-10): at once, and nothing ends one early. */
import { DAY, HOUR, type Millis } from '#lib/time.ts'

/** Between asking to come back after a self-exclusion and being back (RG-10). */
export const REOPEN_WAIT_MS = DAY

export const TIME_OUTS = ['24h', '3d', '7d', '30d', '42d'] as const
export const SELF_EXCLUSIONS = ['6m', '1y', '5y', 'always'] as const
export const EXCLUSION_PERIODS = [...TIME_OUTS, ...SELF_EXCLUSIONS] as const
export type ExclusionPeriod = (typeof EXCLUSION_PERIODS)[number]

export const EXCLUSION_KINDS = ['time_out', 'self_exclusion', 'session_time'] as const
/** `session_time`: the time that the player allows himself is used up. */
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number]

const TIME_OUT_MS: Partial<Record<ExclusionPeriod, number>> = {
  '24h': 24 * HOUR,
  '3d': 3 * DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '42d': 42 * DAY,
}
const MONTHS: Partial<Record<ExclusionPeriod, number>> = { '6m': 6, '1y': 12, '5y': 60 }

export interface Exclusion {
  kind: ExclusionKind
  startsAt: Millis
  /** null = for good. */
  endsAt: Millis | null
  /** When the player asked to come back, after the end of a self-exclusion. */
  reopenAskedAt: Millis | null
}

export function kindOfPeriod(period: ExclusionPeriod): 'time_out' | 'self_exclusion' {
  return period in TIME_OUT_MS ? 'time_out' : 'self_exclusion'
}

/** The end of an exclusion that begins now; null = for good. A day that the last month lacks is the next day that exists, so none is shorter than it says. */
export function endOfPeriod(period: ExclusionPeriod, now: Millis): Millis | null {
  const ms = TIME_OUT_MS[period]
  if (ms !== undefined) return now + ms
  const months = MONTHS[period]
  if (months === undefined) return null
  const at = new Date(now)
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate())
  const target = (at.getUTCMonth() + months) % 12
  // 31 August and six months is 1 March, not the third.
  const first = new Date(day).getUTCMonth() === target ? day : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 1)
  return first + (now % DAY)
}

/** Until when the account is closed by this exclusion; 'open end' while a self-exclusion waits for its player to ask. */
export function closedUntil({ kind, endsAt, reopenAskedAt }: Exclusion): Millis | 'open_end' {
  if (endsAt === null) return 'open_end'
  if (kind !== 'self_exclusion') return endsAt
  return reopenAskedAt === null ? 'open_end' : reopenAskedAt + REOPEN_WAIT_MS
}

/** After a self-exclusion the player comes back only by asking, and a day later (RG-10). One for good has no way back. */
export function mayAskToReopen({ kind, endsAt, reopenAskedAt }: Exclusion, now: Millis): boolean {
  return kind === 'self_exclusion' && endsAt !== null && now >= endsAt && reopenAskedAt === null
}

export interface ClosedState<E extends Exclusion = Exclusion> {
  /** The one that lasts longest. */
  exclusion: E
  until: Millis | 'open_end'
}

/** The exclusion that closes the account now; null = the account is open. */
export function closedState<E extends Exclusion>(list: readonly E[], now: Millis): ClosedState<E> | null {
  let longest: ClosedState<E> | null = null
  for (const exclusion of list) {
    const until = closedUntil(exclusion)
    if (until !== 'open_end' && until <= now) continue
    if (longest === null || isLonger({ exclusion, until }, longest)) longest = { exclusion, until }
  }
  return longest
}

const last = (until: Millis | 'open_end' | null) => (until === 'open_end' || until === null ? Infinity : until)

/** Of two without an end in sight the one whose own end is later, so "for good" wins. */
function isLonger(a: ClosedState, b: ClosedState): boolean {
  if (last(a.until) !== last(b.until)) return last(a.until) > last(b.until)
  return last(a.exclusion.endsAt) > last(b.exclusion.endsAt)
}
