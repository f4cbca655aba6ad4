/** The form of a document: which of its fields are typed and which are files, and what is wrong with them. */
import { HOUR } from '#lib/time.ts'
import { ageOn, latestMidnight } from '#modules/account/rules/age.ts'

const DATES = ['issued', 'expires', 'birth_date']
export const MAX_FIELD_TEXT = 80

export type FieldKind = 'file' | 'date' | 'text'

export function fieldKind(field: string): FieldKind {
  if (field.startsWith('photo_')) return 'file'
  return DATES.includes(field) ? 'date' : 'text'
}

export interface DayOfForm {
  year: number
  month: number
  day: number
}

/** "31.12.2030" or "2030-12-31"; null when there is no such day. */
export function parseFormDay(text: string): DayOfForm | null {
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const [, y2, m2, d2] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const day = { year: Number(y ?? y2), month: Number(m ?? m2), day: Number(d ?? d2) }
  const at = new Date(Date.UTC(day.year, day.month - 1, day.day))
  const real = at.getUTCFullYear() === day.year && at.getUTCMonth() === day.month - 1 && at.getUTCDate() === day.day
  return real && day.year >= 1900 && day.year <= 2200 ? day : null
}

/** The last moment of a day everywhere on earth, ms. */
export function endOfDay({ year, month, day }: DayOfForm): number {
  return Date.UTC(year, month - 1, day + 1, 12)
}

/** The first moment of a day anywhere on earth, ms. */
function beginOfDay({ year, month, day }: DayOfForm): number {
  return Date.UTC(year, month - 1, day) - 14 * HOUR
}

/** A moment of the last day on which a proof that ends at `end` is good (ms): to be shown by the calendar of UTC. */
export function lastDay(end: number): number {
  return end - 12 * HOUR - 1
}

const NAMED: ReadonlySet<string> = new Set([
  'last_name',
  'first_name',
  'number',
  'issued',
  'expires',
  'birth_date',
  'issuer',
  'address',
  'personalCode',
  'photo_front',
  'photo_back',
  'photo_selfie',
  'photo_page',
])

/** A field that only a brand knows is shown by its name; `text` finds the others in the texts of the unit. */
export function fieldLabel(field: string, text: (key: string) => string): string {
  return NAMED.has(field) ? text(`field_${field}`) : field.replace(/_/g, ' ')
}

export type FieldFault = 'field_missing' | 'field_long' | 'date_wrong' | 'document_expired' | 'date_ahead' | 'under_age'

/** Every field that is wrong; files are looked at elsewhere. */
export function formFaults(
  fields: readonly string[],
  values: Readonly<Record<string, string>>,
  { now, minAge }: { now: number; minAge: number },
): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {}
  for (const field of fields) {
    const kind = fieldKind(field)
    const fault = kind === 'file' ? null : fieldFault(field, kind, (values[field] ?? '').trim(), now, minAge)
    if (fault) faults[field] = fault
  }
  return faults
}

function fieldFault(field: string, kind: FieldKind, value: string, now: number, minAge: number): FieldFault | null {
  if (value === '') return 'field_missing'
  if (value.length > MAX_FIELD_TEXT) return 'field_long'
  if (kind === 'text') return null
  const day = parseFormDay(value)
  if (!day) return 'date_wrong'
  if (field === 'expires') return endOfDay(day) <= now ? 'document_expired' : null
  if (beginOfDay(day) > now) return 'date_ahead'
  return field === 'birth_date' && ageOn(day, latestMidnight(now)) < minAge ? 'under_age' : null
}

export type FileFault = 'file_kind' | 'file_size'

/** What can be told of a file before it is sent. A kind that the browser does not know is left to the server. */
export function fileFault(
  file: { type: string; size: number },
  { types, maxBytes }: { types: readonly string[]; maxBytes: number },
): FileFault | null {
  if (file.type !== '' && !types.includes(file.type)) return 'file_kind'
  return file.size > maxBytes ? 'file_size' : null
}

/** A number as it is compared: letters and digits, capital. */
export function plainNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const WEIGHTS = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 1],
  [3, 4, 5, 6, 7, 8, 9, 1, 2, 3],
]

/** A personal code of Estonia or Lithuania (with its sum) or of Latvia (by its form). */
export function isPersonalCode(code: string, country: string): boolean {
  if (country === 'LV') return /^\d{6}-?\d{5}$/.test(code)
  if (!/^[1-8]\d{10}$/.test(code)) return false
  for (const weights of WEIGHTS) {
    const rest = weights.reduce((sum, weight, n) => sum + weight * Number(code[n]), 0) % 11
    if (rest < 10) return rest === Number(code[10])
  }
  return code[10] === '0'
}
