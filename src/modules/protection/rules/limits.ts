/** Limits that players set themselves (standards RG-01, RG-04): stricter at once, softer after a wait and a second yes. */
import { DAY, type Millis } from '#lib/time.ts'

export const LIMIT_KINDS = ['deposit', 'loss', 'stake', 'session'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

/** By the player's calendar, or over the hours up to now. */
export const LIMIT_WINDOWS = ['calendar', 'rolling'] as const
export type LimitWindows = (typeof LIMIT_WINDOWS)[number]

/**
 * How the database numbers the windows: of a calendar they are a day, a week as the player's country begins it and a month
 * (migration 0064), the numbers are names then; rolling ones are so many days of 24 hours (0070).
 */
export const DAYS_OF_PERIOD = { day: 1, week: 7, month: 30 } as const satisfies Record<LimitPeriod, number>

/** Of a limit of time. */
export const LEAST_MINUTES = 10
const MINUTES_OF_DAY = 1_440

/** A limit of time above all the time that its period has would limit nothing. */
export function mostMinutes(period: LimitPeriod): number {
  return DAYS_OF_PERIOD[period] * MINUTES_OF_DAY
}

/** A softer limit that nobody confirms within this time after its wait is forgotten. */
export const CONFIRM_WITHIN_MS = 7 * DAY

export interface PendingChange {
  /** null = no limit any more. */
  amount: bigint | null
  askedAt: Millis
  /** From then on it can be confirmed. */
  activeFrom: Millis
}

/** Minor units, or minutes of a limit of time. */
export interface OwnLimit {
  amount: bigint
  startsAt: Millis
  pending: PendingChange | null
}

/** The limit after its player has asked for this amount. What waited is replaced: the last wish counts. */
export function askLimit(limit: OwnLimit | null, amount: bigint, now: Millis, waitMs: number): OwnLimit {
  if (limit === null) return { amount, startsAt: now, pending: null }
  if (amount <= limit.amount) return { amount, startsAt: amount < limit.amount ? now : limit.startsAt, pending: null }
  return { ...limit, pending: { amount, askedAt: now, activeFrom: now + waitMs } }
}

/** To have no limit is softer than any limit, so it waits too. */
export function askRemoval(limit: OwnLimit, now: Millis, waitMs: number): OwnLimit {
  return { ...limit, pending: { amount: null, askedAt: now, activeFrom: now + waitMs } }
}

export type Confirmed =
  | { kind: 'nothing' }
  | { kind: 'too_early'; activeFrom: Millis }
  /** What waited is gone; it must be asked for again. */
  | { kind: 'too_late'; limit: OwnLimit }
  /** null = there is no limit any more. */
  | { kind: 'done'; limit: OwnLimit | null }

/** The second yes to what waited. */
export function confirmPending(limit: OwnLimit, now: Millis): Confirmed {
  const { pending } = limit
  if (pending === null) return { kind: 'nothing' }
  if (now < pending.activeFrom) return { kind: 'too_early', activeFrom: pending.activeFrom }
  if (now >= pending.activeFrom + CONFIRM_WITHIN_MS) return { kind: 'too_late', limit: { ...limit, pending: null } }
  return { kind: 'done', limit: pending.amount === null ? null : { amount: pending.amount, startsAt: now, pending: null } }
}

export function cancelPending(limit: OwnLimit): OwnLimit {
  return { ...limit, pending: null }
}

/** What waited too long is not shown and not confirmed any more. */
export function isPendingAlive(pending: PendingChange, now: Millis): boolean {
  return now < pending.activeFrom + CONFIRM_WITHIN_MS
}
