/** Minimum age: the parser of the specification and the age that is enforced (standards C16, ACC-01). */
import type { Day } from './date.ts'

export const LEGAL_AGE = 18

/** `min_age` of the configuration: a missing or non-numeric value becomes 0 (spec §5). */
export function parseMinAge(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

/** What the server enforces: the brand's age, else the licence profile's, else 18; never under 18. */
export function enforcedMinAge(configured: unknown, profile?: number): number {
  return Math.max(parseMinAge(configured), profile ?? 0, LEGAL_AGE)
}

/** Whole years on that day. Born on 29 February: the birthday of a common year is 1 March. */
export function ageOn(birth: Day, today: Day): number {
  const years = today.year - birth.year
  const beforeBirthday = today.month < birth.month || (today.month === birth.month && today.day < birth.day)
  return beforeBirthday ? years - 1 : years
}

export function isOldEnough(birth: Day, today: Day, minAge: number): boolean {
  return ageOn(birth, today) >= minAge && ageOn(birth, today) <= 120
}

/** The day it is at the westernmost place on Earth: nobody is let in hours early by a time zone. */
export function latestMidnight(nowMs: number): Day {
  const west = new Date(nowMs - 12 * 3_600_000)
  return { year: west.getUTCFullYear(), month: west.getUTCMonth() + 1, day: west.getUTCDate() }
}
