/** Numeric market types that the feeds know (spec 9). */
const MARKET_TYPES: ReadonlySet<number> = new Set([
  3, 7, 8, 9, 11, 13, 28, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012,
])

/** Sports and market types go as one text: sorted, without repeats, joined by commas (RQ-07). */
export function joinedList(values: readonly (string | number)[]): string | undefined {
  const unique = [...new Set(values.map(String))].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))
  return unique.length ? unique.join(',') : undefined
}

/** Market types: strings, and only the numbers above. */
export function joinedMarketTypes(values: readonly (string | number)[]): string | undefined {
  return joinedList(values.filter((value) => typeof value === 'string' || MARKET_TYPES.has(value)))
}

/**
 * The query of a call (RQ-06, RQ-08). Left out: undefined, null, what equals its default, empty lists and objects;
 * booleans are false by default. Lists get `[]`, dates are ISO, objects JSON.
 */
export function buildQuery(query: Readonly<Record<string, unknown>> = {}, defaults: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const fallback = name in defaults ? defaults[name] : typeof value === 'boolean' ? false : undefined
    if (value === undefined || value === null || value === fallback || Number.isNaN(value)) continue
    if (Array.isArray(value)) for (const item of value) search.append(`${name}[]`, queryText(item))
    else if (!isEmptyObject(value)) search.append(name, queryText(value))
  }
  return search.toString()
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && Object.keys(value).length === 0
}

function queryText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Fills `:name` of a path; a missing part is a bug of the caller. */
export function buildPath(
  path: string,
  params: Readonly<Record<string, string | number>> = {},
  segments: readonly (string | number)[] = [],
): string {
  const filled = path.replace(/:([a-zA-Z]\w*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`Path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  return segments.length ? `${filled.replace(/\/$/, '')}/${segments.map((part) => encodeURIComponent(part)).join('/')}` : filled
}

/** A number field of a form for the wire: integer or decimal; undefined when it is not a number. */
export function parsedNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const number = Number(String(value).trim().replace(',', '.'))
  return String(value).trim() !== '' && Number.isFinite(number) ? number : undefined
}
