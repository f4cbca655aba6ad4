/** What an answer says beyond its contract: the contract's schema drops what it does not name, so what is dropped is too much. */
import type { EndpointSpec } from '#platform/shared/endpoint.ts'

/**
 * Calls of bets that answer by the older wire names or with a signed document, as their TypeScript interfaces say: no
 * schema holds them yet. No call is added here; one that gets its schema leaves.
 */
export const WITHOUT_SCHEMA: readonly string[] = [
  'GET /web-api/bets/receipt',
  'GET /web-api/bets/why',
  'POST /service-api/LiveBet/Secure/MakeBetWeb',
  'POST /service-api/LiveBet/Secure/MakeBetWebMulti',
  'POST /web-api/datalinelive/putbetscommon',
]

/** Paths of fields, `[]` for every item of a list. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => pathsIn(item, `${path}[]`)))]
  if (typeof value !== 'object' || value === null) return path === '' ? [] : [path]
  const inside = Object.entries(value).flatMap(([name, item]) => pathsIn(item, path === '' ? name : `${path}.${name}`))
  return path === '' ? inside : [path, ...inside]
}

/** The value inside of an envelope; undefined for a refusal. */
export function valueOf(spec: EndpointSpec, body: Record<string, unknown>): unknown {
  if (spec.envelope === 'A') return body['Success'] === true ? body['Value'] : undefined
  if (spec.envelope === 'C') return body['success'] === true ? body['data'] : undefined
  return body
}

/** Fields that the contract does not know, and where the answer breaks it. */
export function beyondContract(spec: EndpointSpec, value: unknown): string[] {
  if (!spec.reply) return ['no reply in the contract']
  const parsed = spec.reply.safeParse(value)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const known = new Set(pathsIn(JSON.parse(JSON.stringify(parsed.data ?? null))))
  return pathsIn(value).filter((path) => !known.has(path))
}
