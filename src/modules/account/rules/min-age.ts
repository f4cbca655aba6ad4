/** Minimum age: the parser of the specification and the age that is enforced (standards C16, ACC-01). Every page tells it. */

const LEGAL_AGE = 18

/** `min_age` of the configuration: a missing or non-numeric value becomes 0 (spec §5). */
export function parseMinAge(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

/** What the server enforces: the brand's age, else the licence profile's, else 18; never under 18. */
export function enforcedMinAge(configured: unknown, profile?: number): number {
  return Math.max(parseMinAge(configured), profile ?? 0, LEGAL_AGE)
}
