/** In whose language and format a row is written. Serializers are pure: texts and the hour are given. */
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { BookGame } from '../book.ts'
import type { PriceFormat } from '#lib/price-format.ts'

/** Championships that have a table, and CI of games whose sides have met before. */
export interface StatisticsMarks {
  tables: ReadonlySet<number>
  met: ReadonlySet<number>
}

/** What they say of a game, as one number: 1 a table, 2 meetings. */
export function marksOf(marks: StatisticsMarks | undefined, { ci, championshipId }: Pick<BookGame, 'ci' | 'championshipId'>): number {
  return (marks?.tables.has(championshipId) ? 1 : 0) + (marks?.met.has(ci) ? 2 : 0)
}

export interface View {
  lng: string
  format: PriceFormat
  /** Seconds of the answer, for B. */
  now: number
  /** Version of all names: rows that were written under the same one may be written again. Absent: nothing is kept. */
  names?: number
  /** What the statistics have of the games; absent: nothing. */
  marks?: StatisticsMarks
  /** Text of the module `line`; `count` chooses the plural or, for `part_*`, the ordinal form. */
  text(key: string, params?: Record<string, string | number>): string
}

/** The name in the asked language, else its base language, English, or whatever there is. */
export function nameIn(names: Names, lng: string): string {
  return names[lng] ?? names[lng.split('-', 1)[0]!] ?? names['en'] ?? names['ru'] ?? Object.values(names)[0] ?? ''
}

export function nameEn(names: Names): string {
  return nameIn(names, 'en')
}

/** Russian, only when it says something else than the shown one (R fields of the wire). */
export function nameRu(names: Names, shown: string): string | undefined {
  const ru = names['ru']
  return ru === undefined || ru === shown ? undefined : ru
}

/** Omission rule of feeds (wire rule 7): undefined leaves a key out of the JSON text. */
export function orNothing<T>(value: T): T | undefined {
  if (value === 0 || value === false || value === null || value === '') return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  return value
}
