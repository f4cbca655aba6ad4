/** How old somebody is on a day (standards ACC-01). */
import type { Day } from './date.ts'

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
