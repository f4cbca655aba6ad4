/** What an answer says beyond its contract: the contract's schema drops what it does not name, so what is dropped is too much. */
import { randomUUID } from 'node:crypto'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { betBody, type Priced } from './people.ts'

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

/** Calls whose answer has to be seen with something in it: a body drawn from the contract alone is answered with an empty list or a refusal. */
export interface Filled {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** A list of the answer that has to have rows. */
  rows?: string
}

/** `betId`: an open bet of the owner; `prices`: three outcomes that can be bet on. */
export function filledCalls(betId: number, prices: readonly Priced[]): Filled[] {
  const several = betBody(prices, 11, { Vid: 11, GroupsSumms: prices.map(() => 11) })
  return [
    { method: 'POST', path: '/service-api/LiveBet/Secure/MakeBetWeb', body: betBody(prices.slice(0, 1), 11) },
    { method: 'POST', path: '/service-api/LiveBet/Secure/MakeBetWeb', body: betBody(prices, 11) },
    { method: 'POST', path: '/service-api/LiveBet/Secure/MakeBetWeb', body: { ...several, betGUID: randomUUID() } },
    { method: 'POST', path: '/service-api/LiveBet/Secure/MakeBetWebMulti', body: several, rows: 'Bets' },
    { method: 'POST', path: '/web-api/datalinelive/putbetscommon', body: betBody(prices.slice(1, 2), 12) },
    { method: 'GET', path: `/web-api/bets/receipt?bet_id=${betId}` },
    { method: 'GET', path: `/web-api/bets/why?bet_id=${betId}`, rows: 'legs' },
    { method: 'POST', path: '/web-api/office/history', body: { days: 7 }, rows: 'bets' },
  ]
}

/** Fields that the contract does not know, and where the answer breaks it. */
export function beyondContract(spec: EndpointSpec, value: unknown): string[] {
  if (!spec.reply) return ['no reply in the contract']
  const parsed = spec.reply.safeParse(value)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const known = new Set(pathsIn(JSON.parse(JSON.stringify(parsed.data ?? null))))
  return pathsIn(value).filter((path) => !known.has(path))
}
