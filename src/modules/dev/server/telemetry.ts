import type { FastifyInstance } from 'fastify'
import type { Telemetry } from '#modules/telemetry/server/index.ts'
import { devPage, escapeHtml } from './page.ts'

export function telemetryPages(app: FastifyInstance, telemetry: Telemetry): void {
  app.get('/dev/api/telemetry', async () => ({ events: telemetry.latest() }))
  app.get('/dev/telemetry', async (request, reply) => {
    const rows = telemetry
      .latest()
      .slice(0, 100)
      .map(
        (e) =>
          `<tr><td>${e.code}</td><td>${new Date(e.at).toISOString()}</td><td>${escapeHtml(e.page)}</td><td>${escapeHtml(e.brand)}</td></tr>`,
      )
    return devPage(reply, {
      lng: request.ctx.lng,
      title: request.ctx.text('dev:tool_telemetry'),
      content: `<table>${rows.join('')}</table>`,
    })
  })
}
