/** What the loader of a screen is given: an address below /{lng} and the answers of the calls that it makes. */
import { RouterContextProvider } from 'react-router'
import type { RouteRule } from '#platform/shared/site-config.ts'
import { visitContext, type ApiAnswer, type ApiRequest, type ServerVisit } from '#platform/shared/visit.ts'

export interface LoaderCase {
  /** With the language: `/ru/line`. */
  address: string
  params?: Record<string, string>
  features?: Readonly<Record<string, boolean>>
  /** The brand's rules of pages; the visitor is from RU. */
  routes?: readonly RouteRule[]
  /** Who is signed in. */
  player?: { id: number }
  /** The database that knows the player is away. */
  isUnasked?: boolean
  /** A call without an answer here is one of an unknown thing. */
  answer: (call: ApiRequest) => unknown
}

/** `calls` holds what the loader has asked, in order. */
export function loaderArgs({ address, params = {}, features = {}, routes = [], player, isUnasked = false, answer }: LoaderCase) {
  const calls: ApiRequest[] = []
  const context = new RouterContextProvider()
  const on = new Proxy(features, { get: (own, name) => own[name as string] ?? true })
  const config = {
    features: on,
    customize: { name: 'Brand' },
    global: { routes, redirects: {} },
    betting: { vip: { domain: false, authCountries: [] }, hubs: [] },
  }
  const visit = {
    lng: address.split('/')[1],
    country: 'RU',
    player: player ?? null,
    isUnasked,
    now: 1_790_000_000_000,
    config,
    dictionary: (units: readonly string[]) => Object.fromEntries(units.map((unit) => [unit, {}])),
    async request(call: ApiRequest): Promise<ApiAnswer> {
      calls.push(call)
      const body = answer(call)
      return body === undefined ? { status: 404, body: null } : { status: 200, body }
    },
  }
  context.set(visitContext, visit as unknown as ServerVisit)
  const url = `http://site.example${address}`
  return { args: { request: new Request(url), url: new URL(url), pattern: '', params, context } as never, calls }
}

/** Status and place of what a loader has thrown. */
export function thrown(error: unknown): { status: number; location: string | null } {
  const one = error as { status?: number; init?: { status?: number }; headers?: Headers }
  return { status: one.status ?? one.init?.status ?? 0, location: one instanceof Response ? one.headers.get('location') : null }
}
