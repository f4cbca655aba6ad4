/** Door of telemetry: counts events and keeps the latest for /dev/telemetry. */
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/server/http.ts'
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

export function registerTelemetry(app: FastifyInstance): Telemetry {
  const events = counter('page_events', 'Events of pages by code', ['code'])
  const latest: CountedEvent[] = []
  const unknown = () => problem('platform.not_found', { status: 404 })

  route(app, eventBatch, (ctx, { params, body }) => {
    if (params.project !== ctx.config.telemetry.projectHash) return unknown()
    for (const [code, at] of body.ev) {
      events.inc({ code: String(code) })
      latest.unshift({ code, at, page: body.u, brand: ctx.brand, lng: ctx.lng })
    }
    latest.length = Math.min(latest.length, KEPT)
    return { ts: ctx.now * MICRO }
  })
  route(app, metadata, (ctx, { params }) =>
    params.project === ctx.config.telemetry.projectHash ? { v: false, c: true, ts: ctx.now * MICRO } : unknown(),
  )
  return { latest: () => latest }
}
