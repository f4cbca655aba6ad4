/** How old somebody is on a day (standards ACC-01). */
import type { Day } from './date.ts'
import type { FieldIssue } from './fields.ts'

/** Whole years on that day. Born on 29 February: the birthday of a common year is 1 March. */
export function ageOn(birth: Day, today: Day): number {
  const years = today.year - birth.year
  const beforeBirthday = today.month < birth.month || (today.month === birth.month && today.day < birth.day)
  return beforeBirthday ? years - 1 : years
}

const OLDEST = 120

/** What is wrong with a birth date: a year that nobody alive was born in, or somebody who is too young. */
export function birthIssue(birth: Day, today: Day, minAge: number): FieldIssue | null {
  const age = ageOn(birth, today)
  if (age > OLDEST) return { key: 'birth_year' }
  return age >= minAge ? null : { key: 'min_age', params: { n: minAge } }
}

/** The day it is at the westernmost place on Earth: nobody is let in hours early by a time zone. */
export function latestMidnight(nowMs: number): Day {
  const west = new Date(nowMs - 12 * 3_600_000)
  return { year: west.getUTCFullYear(), month: west.getUTCMonth() + 1, day: west.getUTCDate() }
}
