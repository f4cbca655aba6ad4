/**
 * The visit as the screens see it. The server puts it into the router's context; the browser reads what the
 * root loader handed over. One key for both bundles: the server's own copy of this module is another one.
 */
import { createContext, type RouterContext } from 'react-router'
import type { SiteConfig } from './site-config.ts'

export interface VisitPlayer {
  id: number
}

/** What the browser may know: everything here ends up in the page. */
export interface VisitData {
  lng: string
  dir: 'ltr' | 'rtl'
  brand: string
  country: string
  countryId: number
  partner: number
  group: number
  cfView: number
  theme: 'paper' | 'flood' | 'system'
  /** The light version: no pictures, no fonts of ours, no widgets that only decorate (SH-15). */
  light: boolean
  /** Columns of the line's rows that the visitor has chosen, as his cookie tells them (XT-60). */
  rowMarkets: string
  /** The visitor has decided about cookies: the page does not ask again. */
  consentGiven: boolean
  config: SiteConfig
  brandCss: string
  player: VisitPlayer | null
  /** There may be a player: the database that knows it is away. The page asks again by itself. */
  isUnasked?: boolean
  /** Server time when the page was made, ms: the browser's clock offset starts here. */
  now: number
  mode: 'development' | 'production'
  /** False in a country where the site may not be offered. */
  allowed: boolean
  /** Prices that are boosted at this moment, by selection: thousandths that are added, largest stake in euro cents (XT-09). */
  boosts?: Readonly<Record<string, readonly [number, number]>>
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, unknown> | undefined
  body?: unknown
}

export interface ApiAnswer {
  status: number
  body: unknown
}

/** The visit during a server render: the same endpoints, called inside the process. */
export interface ServerVisit extends VisitData {
  nonce: string
  /** Stands in the place of what could not be answered: the page says this status. */
  failure?: number
  request(call: ApiRequest): Promise<ApiAnswer>
  /** Texts of these units in the visit's language, complete: the first paint needs no dictionary call. */
  dictionary(units: readonly string[]): Record<string, Record<string, string>>
}

const KEY = Symbol.for('polosa.visit')

export const visitContext: RouterContext<ServerVisit> = ((globalThis as Record<symbol, unknown>)[KEY] ??=
  createContext<ServerVisit>()) as RouterContext<ServerVisit>

const PAGES = Symbol.for('polosa.pages')

/** Bytes of a rendered page, by its response: a body of a response would be copied twice on its way. */
export const pageBytes = ((globalThis as Record<symbol, unknown>)[PAGES] ??= new WeakMap()) as WeakMap<object, Uint8Array<ArrayBuffer>>

/** Languages that are written from right to left (specification §3, third list; decision C11). */
const RTL = ['fa', 'ar', 'he', 'ku', 'ur', 'iq']

export function directionOf(lng: string): 'ltr' | 'rtl' {
  return RTL.includes(lng) ? 'rtl' : 'ltr'
}
