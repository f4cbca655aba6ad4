/** Door of telemetry: counts events and keeps the latest for /dev/telemetry. */
import type { FastifyInstance } from 'fastify'
import { route, type Ctx } from '#platform/server/http.ts'
import { counter } from '#platform/server/metrics.ts'
import { problem } from '#platform/shared/problem.ts'
import { eventBatch, metadata } from '../contract.ts'

export interface CountedEvent {
  code: number
  at: number
  page: string
  brand: string
  lng: string
}

export interface Telemetry {
  /** The newest first. */
  latest(): readonly CountedEvent[]
}

const KEPT = 500
const MICRO = 1_000

const ALL_COOKIES = '3'
const mayCount = (ctx: Ctx) => ctx.request.cookies['cookies_agree_type'] === ALL_COOKIES

export function registerTelemetry(app: FastifyInstance): Telemetry {
  const events = counter('page_events', 'Events of pages by code', ['code'])
  const latest: CountedEvent[] = []
  const unknown = () => problem('platform.not_found', { status: 404 })

  route(app, eventBatch, (ctx, { params, body }) => {
    if (params.project !== ctx.config.telemetry.projectHash) return unknown()
    // Without a yes to all cookies nothing is counted, whatever was sent (DAT-06).
    if (!mayCount(ctx)) return { ts: ctx.now * MICRO }
    for (const [code, at] of body.ev) {
      events.inc({ code: String(code) })
      latest.unshift({ code, at, page: body.u, brand: ctx.brand, lng: ctx.lng })
    }
    latest.length = Math.min(latest.length, KEPT)
    return { ts: ctx.now * MICRO }
  })
  route(app, metadata, (ctx, { params }) =>
    params.project === ctx.config.telemetry.projectHash ? { v: false, c: mayCount(ctx), ts: ctx.now * MICRO } : unknown(),
  )
  return { latest: () => latest }
}
