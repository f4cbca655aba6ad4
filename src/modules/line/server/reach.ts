/**
 * Who may be given the answer that an address got: it may depend on cookies, which stand for parameters that are missing
 * (wire 2.3), or on more of the visitor than anybody else's request shows.
 */
import type { IncomingMessage } from 'node:http'
import type { Ctx } from '#platform/server/http.ts'
import { language, lowerKeys, type RawQuery } from '../rules/feed-query.ts'

/** Whoever asks for the address; whoever brings the same cookies; this visitor alone. */
export type Reach = 'address' | 'cookies' | 'visitor'

const DEFAULTS = /(?:^|;\s*)(?:coefview|tzo)=/

export function rawOf(ctx: Ctx): RawQuery {
  return lowerKeys(Object.entries(ctx.request.query as Record<string, unknown>))
}

/** `isZoned`: days begin by the clock of the visitor. */
export function reachOf(ctx: Ctx, isZoned = false): Reach {
  const raw = rawOf(ctx)
  const isOfHisPlace = (raw['countryfirst'] ?? raw['countryonly']) !== undefined && (raw['country'] ?? raw['fcountry']) === undefined
  if (isOfHisPlace || language(raw['lng'], '') === '') return 'visitor'
  const isWhole = (raw['cfview'] ?? raw['coefviewid']) !== undefined && (!isZoned || raw['tz'] !== undefined)
  return isWhole ? 'address' : 'cookies'
}

/** Whether a request has what an answer for all without these cookies would leave out. */
export function hasDefaults({ headers }: IncomingMessage): boolean {
  return headers.cookie !== undefined && DEFAULTS.test(headers.cookie)
}

/** What a cache may do with an answer that says no more than names in the language of the call. */
export function cacheControlOf(ctx: Ctx, cacheControl: string): string {
  return reachOf(ctx) === 'visitor' ? asPrivate(cacheControl) : cacheControl
}

function asPrivate(cacheControl: string): string {
  return cacheControl.replace(/^public/, 'private')
}

/** Headers of an answer, names and values in turn, as this reach has them. */
export function headersFor(headers: string[], reach: Reach): string[] {
  if (reach === 'address') return headers
  const own = [...headers]
  const control = own.indexOf('Cache-Control') + 1
  if (reach === 'visitor') own[control] = asPrivate(own[control]!)
  own[own.indexOf('Vary') + 1] = reach === 'visitor' ? 'Accept-Encoding, Cookie, X-Lng' : 'Accept-Encoding, Cookie'
  return own
}
