/** A part of a page of the line, as tests draw it; what the part asks is answered by a double of the calls. */
import type { ReactNode } from 'react'
import type { RouteRule } from '#platform/shared/site-config.ts'
import { sampleScreen } from '#platform/web/sample-screen.tsx'

export type SamplePage = Awaited<ReturnType<typeof samplePage>>

interface SampleOptions {
  /** English texts by module. */
  units: Readonly<Record<string, Readonly<Record<string, string>>>>
  at?: string
  player?: { id: number }
  /** The brand's rules of pages. */
  routes?: readonly RouteRule[]
}

export function samplePage(part: ReactNode, { units, at = '/en/line', player, routes = [] }: SampleOptions) {
  return sampleScreen(part, {
    ...{ units, at, player: player ?? null, country: 'GB', features: { line: true, live: true } },
    config: { betting: {}, coupon: { types: ['sameGame'] }, global: { routes } },
    // Nothing, as after a press on a link.
    loaded: { state: { mutations: [], queries: [] } },
  })
}
